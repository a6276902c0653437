/** The audit list of the fake, newest first: the recorded acts, and two questions before them. */
import type { AuditEntry, RecordedAct } from '../../src/control/api/api.ts';

export function seedAudit(at: (minutesAgo: number) => string): AuditEntry[] {
  const bot = { type: 'token', id: 'token-bot', name: 'status bot' } as const;
  const questions: AuditEntry[] = [
    {
      id: 'question-1',
      at: at(5),
      kind: 'question',
      by: { type: 'person', id: 'person-ana', name: 'Ana Lima' },
      subject: { id: 'metrics.query', name: 'metrics.query' },
      outcome: 'ok',
      way: 'page',
      address: '192.0.2.7',
      detail: { access: 'read', source: 'grafana', instance: 'agent-eu', duration_ms: 42, upstream_calls: 1, rows: 3 },
    },
    {
      id: 'question-0',
      at: at(9),
      kind: 'question',
      by: bot,
      subject: { id: 'tickets.create', name: 'tickets.create' },
      outcome: 'scope_required',
      way: 'token',
      address: '2001:db8::7',
      detail: { access: 'write' },
    },
  ];
  return [...questions, ...seedActs(at).map(toEntry)];
}

function toEntry({ id, at, kind, by, subject, ...detail }: ReturnType<typeof seedActs>[number]): AuditEntry {
  const isOperator = by === undefined;
  return {
    id,
    at,
    kind,
    by: isOperator
      ? { type: 'operator', name: 'operator of the machine' }
      : { type: 'person', id: `person-${by.split(' ')[0]?.toLowerCase() ?? ''}`, name: by },
    subject: { id: subject, name: subject },
    outcome: 'ok',
    way: isOperator ? 'machine' : 'page',
    ...(!isOperator && { address: '192.0.2.7' }),
    detail,
  };
}

type Seeded = Omit<RecordedAct, 'id' | 'at'>;

const seeded: readonly Seeded[] = [
  { kind: 'token_revoked', by: 'Bruno Sá', subject: 'old pipeline', token: 'capture' },
  { kind: 'person_removed', by: 'Ana Lima', subject: 'Fred Roe', role: 'member', tokens_kept: false },
  { kind: 'sign_in_link_created', by: 'Ana Lima', subject: 'Bruno Sá', role: 'admin' },
  { kind: 'link_withdrawn', by: 'Ana Lima', subject: 'Gil Moss', role: 'member' },
  { kind: 'person_invited', by: 'Ana Lima', subject: 'Dora Klein', role: 'member' },
  { kind: 'reenrolment_allowed', by: 'Bruno Sá', subject: 'agent-eu', class: 'agent' },
  { kind: 'instance_revoked', by: 'Bruno Sá', subject: 'node-c', class: 'profiler' },
  { kind: 'token_created', by: 'Bruno Sá', subject: 'node-a', token: 'bootstrap', class: 'profiler' },
  { kind: 'profiler_enabled', by: 'Ana Lima', subject: '' },
  { kind: 'profiler_disabled', by: 'Bruno Sá', subject: '' },
  { kind: 'person_joined', by: 'Bruno Sá', subject: 'Bruno Sá', role: 'admin' },
  { kind: 'person_invited', subject: 'Owner', role: 'owner' },
];

/** Recorded acts of the fake, one of each kind, newest first. */
export function seedActs(at: (minutesAgo: number) => string): RecordedAct[] {
  return seeded.map((act, index) => ({ ...act, id: `act-${index}`, at: at(60 * (index + 1)) }));
}
