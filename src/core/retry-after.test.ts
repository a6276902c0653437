import { expect, test } from 'vitest';
import { retryAfterSec } from './retry-after.ts';

const now = Date.UTC(2026, 10, 21, 8, 0, 0);

test.each([
  ['seconds', '120', 120],
  ['zero', '0', 0],
  ['seconds with spaces', ' 7 ', 7],
  ['a fraction, rounded up', '12.5', 13],
  ['a small fraction', '0.2', 1],
  ['a fraction without a whole', '.5', 1],
  ['a date', 'Sat, 21 Nov 2026 08:00:30 GMT', 30],
  ['the date of RFC 850', 'Saturday, 21-Nov-26 08:00:30 GMT', 30],
  ['the date of asctime, which means GMT', 'Sat Nov 21 08:00:30 2026', 30],
  ['a date that has passed', 'Sat, 21 Nov 2026 07:00:00 GMT', 0],
  ['the first of several', ['5', '9'], 5],
  ['the longest that is believed', '604800', 604_800],
  ['nothing', undefined, undefined],
  ['an empty header', '', undefined],
  ['nonsense', 'soon', undefined],
  ['a negative number', '-5', undefined],
  ['a negative fraction', '-0.5', undefined],
  ['a point in time where seconds belong', '1795248030', undefined],
  ['more digits than a number has', '9'.repeat(400), undefined],
  ['a number in words of a program', 'Infinity', undefined],
  ['an exponent', '1e3', undefined],
  ['a unit', '30s', undefined],
  ['a date in a hundred years', 'Sat, 21 Nov 2126 08:00:30 GMT', undefined],
  ['half a date', 'Sat, 21 Nov', undefined],
])('reads %s', (_form, header, seconds) => {
  expect(retryAfterSec({ 'retry-after': header }, now)).toBe(seconds);
});
