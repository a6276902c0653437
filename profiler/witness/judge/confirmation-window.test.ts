import { describe, expect, test } from 'vitest';
import { findWindow, windowMs } from './confirmation-window.ts';

const hour = 3_600_000;

describe('the confirmation window', () => {
  test('is open until the planned occasions are there, 24 hours at most', () => {
    expect(findWindow({ openedAt: 0, occasions: [0, hour], now: 2 * hour })).toEqual({
      state: 'open',
      closesAt: windowMs,
      occasions: 2,
      missing: 1,
    });
  });

  test('closes with the third occasion', () => {
    expect(findWindow({ openedAt: 0, occasions: [0, hour, 2 * hour], now: 3 * hour })).toMatchObject({
      state: 'closed',
      closedBy: 'planned',
      closesAt: 2 * hour,
      missing: 0,
    });
  });

  test('closes with the first capture of the next version, and later replicates do not count', () => {
    const facts = { openedAt: 0, nextVersionAt: 5 * hour, occasions: [0, hour, 6 * hour] };
    expect(findWindow({ ...facts, now: 7 * hour })).toMatchObject({
      closedBy: 'next_version',
      occasions: 2,
      missing: 1,
    });
  });

  test('closes after 24 hours, and says the same ever after', () => {
    const facts = { openedAt: 0, occasions: [0] };
    const closed = findWindow({ ...facts, now: windowMs });
    expect(closed).toMatchObject({ state: 'closed', closedBy: 'time', missing: 2 });
    expect(findWindow({ ...facts, now: 99 * windowMs })).toEqual(closed);
  });
});
