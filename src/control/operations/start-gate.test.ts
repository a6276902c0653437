import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { LiveSession } from '../../tunnel/port.ts';
import { StartGate, startLimits } from './start-gate.ts';

function openGate() {
  const clock = new ManualClock();
  let hear: (change: { session: LiveSession; live: boolean }) => void = () => undefined;
  const gate = new StartGate(
    {
      onChange: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
    clock,
  );
  const begin = (count: number, live = true): void => {
    for (let at = 0; at < count; at += 1) hear({ session: {} as LiveSession, live });
  };
  return { gate, clock, begin };
}

/** How many of so many are inside at once. */
async function countInside({ gate }: ReturnType<typeof openGate>, asked: number): Promise<number> {
  let inside = 0;
  for (let at = 0; at < asked; at += 1) {
    void gate.enter('acme').then(
      () => (inside += 1),
      () => undefined,
    );
  }
  await settle();
  return inside;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('many begin at once, and few while instances come back in numbers', async () => {
  expect(await countInside(openGate(), 200)).toBe(startLimits.slots);
  const crowded = openGate();
  crowded.begin(startLimits.crowd);
  expect(await countInside(crowded, 200)).toBe(startLimits.slotsInCrowd);
});

test('a few sessions are no crowd, nor are sessions that end, nor those of a while ago', async () => {
  const few = openGate();
  few.begin(startLimits.crowd - 1);
  few.begin(100, false);
  expect(await countInside(few, 200)).toBe(startLimits.slots);
  const past = openGate();
  past.begin(startLimits.crowd);
  past.clock.advance(startLimits.withinMs);
  expect(await countInside(past, 200)).toBe(startLimits.slots);
});

test('who waited begins when the crowd has gone, all at once and not one for each that leaves', async () => {
  const { gate, clock, begin } = openGate();
  begin(startLimits.crowd);
  const first = await gate.enter('acme');
  let inside = 1;
  for (let at = 0; at < 30; at += 1) void gate.enter('acme').then(() => (inside += 1));
  await settle();
  expect(inside).toBe(startLimits.slotsInCrowd);
  clock.advance(startLimits.withinMs);
  first();
  // Once more gives nothing more back.
  first();
  await settle();
  expect(inside).toBe(31);
});

test('organizations take turns, and of too many the newest of the longest queue is refused', async () => {
  const { gate, begin } = openGate();
  begin(startLimits.crowd);
  const leaves = await Promise.all(Array.from({ length: startLimits.slotsInCrowd }, () => gate.enter('acme')));
  const order: string[] = [];
  const refused: unknown[] = [];
  const ask = (organization: string): void =>
    void gate.enter(organization).then(
      (leave) => {
        order.push(organization);
        leave();
      },
      (error: unknown) => refused.push(error),
    );
  for (let at = 0; at < startLimits.maxWaiting; at += 1) ask('acme');
  ask('globex');
  await settle();
  expect(refused).toEqual([expect.objectContaining({ status: 503, code: 'busy' })]);
  for (const leave of leaves) leave();
  await settle();
  expect(order.indexOf('globex')).toBeLessThan(10);
  expect(order).toHaveLength(startLimits.maxWaiting);
});
