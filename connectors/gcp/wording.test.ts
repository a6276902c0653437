import { expect, test } from 'vitest';
import { bytesOf, partAfter, present, relativeName, seconds, timeOf, wholeNumber } from './wording.ts';

test.each([
  ['https://www.googleapis.com/compute/v1/projects/p/global/networks/main', 'projects/p/global/networks/main'],
  ['https://compute.googleapis.com/compute/beta1/projects/p/global/networks/main', 'projects/p/global/networks/main'],
  ['https://container.googleapis.com/v1/projects/p/locations/l/clusters/c', 'projects/p/locations/l/clusters/c'],
  ['projects/p/global/networks/main', 'projects/p/global/networks/main'],
])('%s is known as %s', (address, name) => expect(relativeName(address)).toBe(name));

test.each([
  ['2026-01-05T03:00:00.000-07:00', '2026-01-05T10:00:00.000Z'],
  ['', undefined],
  ['0001-01-01T00:00:00Z', undefined],
  ['yesterday', undefined],
  [undefined, undefined],
])('the time %s is told as %s', (text, told) => expect(timeOf(text)).toBe(told));

test.each([
  ['256Mi', 268_435_456],
  ['1G', 1_000_000_000],
  ['1.5Gi', 1_610_612_736],
  ['512', 512],
  ['half', undefined],
])('%s is %s bytes', (text, bytes) => expect(bytesOf(text)).toBe(bytes));

test('numbers that the vendor sends as text are numbers only when they are exact', () => {
  expect(wholeNumber('53687091200')).toBe(53_687_091_200);
  expect(wholeNumber('9999999999999999')).toBeUndefined();
  expect(wholeNumber('1.5')).toBeUndefined();
  expect(seconds('3.5s')).toBe(3.5);
  expect(seconds('soon')).toBeUndefined();
});

test('absence is never a value', () => {
  expect(Object.keys(present({ a: undefined, b: 0, c: '' }))).toEqual(['b', 'c']);
  expect(partAfter('projects/p/locations/l', 'locations')).toBe('l');
  expect(partAfter('projects/p', 'locations')).toBeUndefined();
});
