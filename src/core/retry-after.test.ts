import { expect, test } from 'vitest';
import { retryAfterSec } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 8, 0, 0);

test.each([
  ['seconds', '120', 120],
  ['zero', '0', 0],
  ['a date', 'Sat, 21 Nov 2026 08:00:30 GMT', 30],
  ['a date that has passed', 'Sat, 21 Nov 2026 07:00:00 GMT', 0],
  ['the first of several', ['5', '9'], 5],
  ['nothing', undefined, undefined],
  ['nonsense', 'soon', undefined],
  ['a negative number', '-5', undefined],
])('reads %s', (_form, header, seconds) => {
  expect(retryAfterSec(header, now)).toBe(seconds);
});
