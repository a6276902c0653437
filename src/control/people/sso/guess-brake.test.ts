import { expect, test } from 'vitest';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { GuessBrake } from './guess-brake.ts';

const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('ten wrong answers slow their address to four a second and no other one; none is refused', async () => {
  const clock = new ManualClock();
  const brake = new GuessBrake(clock, 'busy');
  for (let count = 0; count < 9; count += 1) brake.note('one', 'sso_invalid');
  for (let count = 0; count < 20; count += 1) brake.note('two', 'sso_no_role');
  let passed = 0;
  const ask = (group: string): void => void brake.wait(group).then(() => (passed += 1));
  for (let count = 0; count < 30; count += 1) ask('one');
  await settle();
  expect(passed).toBe(30);
  brake.note('one', 'sso_expired');
  for (let count = 0; count < 10; count += 1) ask('one');
  await settle();
  expect(passed).toBe(34);
  ask('two');
  await settle();
  expect(passed).toBe(35);
  for (const expected of [39, 41]) {
    clock.advance(1000);
    await settle();
    expect(passed).toBe(expected);
  }
  clock.advance(60_000);
  for (let count = 0; count < 10; count += 1) ask('one');
  await settle();
  expect(passed).toBe(51);
});
