import { expect, test } from 'vitest';
import { renderSlowest } from './slowest-files.ts';

const file = (name: string, seconds: number) => ({
  name: `/repository/${name}`,
  status: 'passed',
  message: '',
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
  assertionResults: [],
});

test('the ten slowest files come first, with their seconds', () => {
  const testResults = Array.from({ length: 12 }, (_one, at) => file(`src/a${at}.test.ts`, at));
  const lines = renderSlowest({ testResults }, '/repository');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   11.0 s  src/a11.test.ts');
  expect(lines.at(-1)).toBe('    2.0 s  src/a2.test.ts');
});
