/** The audit list of the fake, newest first: the recorded acts, and two questions before them. */
import type { AuditEntry } from '../../src/control/api/api.ts';
import { seedActs } from './seed-acts.ts';

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
