import { expect, test } from 'vitest';
import { readProcessMemory } from './process-memory.ts';

test('reads what Node says of itself, in bytes', () => {
  const held = Buffer.alloc(64 << 20, 1);
  const { rssBytes, pssBytes } = readProcessMemory(process.pid);
  expect(rssBytes).toBeGreaterThan(held.length);
  expect(pssBytes).toBeGreaterThan(held.length);
  // A page that is shared counts less than whole. Between the two readings a few pages may come.
  expect(pssBytes).toBeLessThanOrEqual(rssBytes + (8 << 20));
});

test('a process that does not exist is an error', () => {
  expect(() => readProcessMemory(2 ** 22 + 1)).toThrow(/ENOENT/u);
});
