import { expect, test } from 'vitest';
import { AttemptLimit } from './attempt-limit.ts';

function limitAt(time: { ms: number }): AttemptLimit {
  const clock = { now: () => 0, monotonic: () => time.ms, after: () => () => {} };
  return new AttemptLimit(clock, { max: 3, windowSec: 60 });
}

test('refuses after the third failure and says when to come back', () => {
  const time = { ms: 1000 };
  const limit = limitAt(time);
  for (let failure = 0; failure < 3; failure += 1) {
    expect(limit.waitSec('192.0.2.1')).toBeUndefined();
    limit.recordFailure('192.0.2.1');
    time.ms += 10_000;
  }
  expect(limit.waitSec('192.0.2.1')).toBe(30);
  time.ms += 30_000;
  expect(limit.waitSec('192.0.2.1')).toBeUndefined();
});

test('another address is not held back', () => {
  const limit = limitAt({ ms: 0 });
  for (let failure = 0; failure < 3; failure += 1) limit.recordFailure('192.0.2.1');
  expect(limit.waitSec('192.0.2.2')).toBeUndefined();
});

test('memory is bounded by forgetting the address untouched for longest', () => {
  const time = { ms: 0 };
  const limit = limitAt(time);
  for (let failure = 0; failure < 3; failure += 1) limit.recordFailure('first');
  for (let address = 0; address < 9999; address += 1) limit.recordFailure(`address ${address}`);
  expect(limit.waitSec('first')).toBe(60);
  limit.recordFailure('one more');
  expect(limit.waitSec('first')).toBeUndefined();
});
