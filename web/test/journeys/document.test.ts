import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSteps } from './document.ts';
import { journeys } from './journeys.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/journeys.md'), 'utf8');

test('docs/journeys.md has the steps of every journey, in order', () => {
  expect(Object.fromEntries(readSteps(text))).toEqual(
    Object.fromEntries(journeys.map(({ title, steps }) => [title, steps])),
  );
});
