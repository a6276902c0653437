/** A token that is rotated, and an incident from its first day to its last. */
import type { ControlApi } from '../../src/control/api/api-client.ts';
import { MarkerRecorded, TokenCreated } from '../../src/control/api/api.ts';

type Until = <T>(what: string, work: () => Promise<T>) => Promise<T>;

/** A rotation that was not answered has ended its token: another one is made for the next. */
export async function rotateToken(owner: ControlApi, mint: () => Promise<TokenCreated>, until: Until): Promise<void> {
  await until('a token is rotated', async () => {
    const path = `/api/tokens/${(await mint()).token.id}/rotate`;
    return owner.call({ method: 'POST', path, body: {} }, TokenCreated);
  });
}

/** `api` sends an incident token. The same key is one marker, however often it is sent. */
export async function recordIncident(api: ControlApi, until: Until): Promise<void> {
  const incident = { key: 'incident-1', kind: 'incident', workload: 'checkout', title: 'errors' };
  const record = (what: string, body: object): Promise<MarkerRecorded> =>
    until(what, () => api.call({ method: 'POST', path: '/api/markers', body }, MarkerRecorded));
  const { id } = await record('an incident is recorded', incident);
  const ended = await record('an incident ends', { ...incident, ended_at: new Date().toISOString() });
  if (ended.id !== id) throw new Error('one key is two markers');
}
