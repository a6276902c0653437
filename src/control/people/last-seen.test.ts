/** When a person was last here, as owners read it: also of somebody who signed out, or whose session another ended. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { ShiftedClock } from '../../../test/shifted-clock.ts';
import { Me, People, SessionList } from '../api/api.ts';

type Headers = Readonly<Record<string, string>>;

const minuteMs = 60_000;
const clock = new ShiftedClock();
let running: TestControl;
let owner: Headers;

beforeAll(async () => {
  running = await startTestControl({}, clock);
  owner = await running.signIn('owner');
});
afterAll(() => running.close());

const read = async (path: string, headers: Headers): Promise<unknown> => {
  const answer = await running.send({ path, headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
};
const remove = async (path: string, headers: Headers): Promise<number> =>
  (await running.send({ method: 'DELETE', path, headers })).status;

async function lastSeen(person: string): Promise<number> {
  const { people } = People.parse(await read('/api/people', owner));
  return Date.parse(people.find(({ id }) => id === person)?.last_seen_at ?? '');
}

test('somebody who signed out was last here when they did', async () => {
  const headers = await running.signIn('member');
  const { person } = Me.parse(await read('/api/me', headers));
  // Sooner than the use of a session is written down again.
  clock.pass(minuteMs / 2);
  const leftAt = clock.now();
  expect(await remove('/api/session', headers)).toBe(204);
  expect((await running.send({ path: '/api/me', headers })).status).toBe(401);
  const seen = await lastSeen(person.id);
  expect(seen - leftAt).toBeGreaterThanOrEqual(0);
  expect(seen).toBeLessThanOrEqual(clock.now());
  clock.pass(90 * minuteMs);
  expect(await lastSeen(person.id)).toBe(seen);
});

test('somebody whose session an owner ended was last here when they used it', async () => {
  const headers = await running.signIn('member');
  clock.pass(20 * minuteMs);
  const usedAt = clock.now();
  const { person } = Me.parse(await read('/api/me', headers));
  const { sessions } = SessionList.parse(await read('/api/sessions', headers));
  clock.pass(20 * minuteMs);
  expect(await remove(`/api/people/${person.id}/sessions/${sessions[0]?.id}`, owner)).toBe(204);
  expect((await running.send({ path: '/api/me', headers })).status).toBe(401);
  const seen = await lastSeen(person.id);
  expect(seen - usedAt).toBeGreaterThanOrEqual(0);
  expect(seen - usedAt).toBeLessThan(10 * minuteMs);
});
