import { expect, test } from 'vitest';
import { NodeClock, VirtualTime } from './virtual-time.ts';

test('a timer that is stopped in a pause never runs, though it came due before', async () => {
  const time = new VirtualTime();
  const clock = new NodeClock(time, { wallOffsetMs: 0 });
  const ran: string[] = [];
  const stop = clock.after(10, () => ran.push('stopped'));
  clock.after(10, () => ran.push('delayed'));
  clock.pause(30);
  await time.runUntil(20);
  stop();
  await time.runUntil(40);
  expect(ran).toEqual(['delayed']);
});
