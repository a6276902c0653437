/** Recorded acts of the fake, one of each kind, newest first. */
import type { RecordedAct } from '../../src/control/api/api.ts';

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

export function seedActs(at: (minutesAgo: number) => string): RecordedAct[] {
  return seeded.map((act, index) => ({ ...act, id: `act-${index}`, at: at(60 * (index + 1)) }));
}
