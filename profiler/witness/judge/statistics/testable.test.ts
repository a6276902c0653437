import { expect, test } from 'vitest';
import { findTestable } from './testable.ts';

test('counts keys with ten events a capture, and says how long a window the next ones need', () => {
  // 5 events in 10 s are 10 in 20 s; 4 of them need 25 s.
  expect(findTestable([100, 10, 5, 5, 4, 0], 10)).toEqual({ keys: 2, of: 5, next: { windowSec: 20, keys: 2 } });
});

test('names no window where every key is frequent, or where none that a capture may have suffices', () => {
  expect(findTestable([10, 11], 10)).toEqual({ keys: 2, of: 2 });
  expect(findTestable([10, 0.3], 10)).toEqual({ keys: 1, of: 2 });
  expect(findTestable([10, 1 / 3], 10)).toEqual({ keys: 1, of: 2, next: { windowSec: 300, keys: 1 } });
  expect(findTestable([], 10)).toEqual({ keys: 0, of: 0 });
});
