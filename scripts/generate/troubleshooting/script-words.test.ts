import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listScriptWords } from './script-words.ts';

const script = readFileSync(path.resolve(import.meta.dirname, '../../../deploy/pipeline/farol-capture.sh'), 'utf8');

test('lists what the script says, once, and how it ends', () => {
  const words = listScriptWords(script);
  expect(words.length).toBeGreaterThan(15);
  expect(new Set(words.map((row) => row.words)).size).toBe(words.length);
  expect(words).toContainEqual({
    words: 'Set FAROL_URL to the https address of the control plane.',
    ending: 'ends with 0',
    asGate: 'ends with 3',
  });
  expect(words).toContainEqual({ words: 'the capture ended as …', ending: 'ends with 0', asGate: 'ends with 2' });
  expect(words.filter((row) => row.words.includes('$'))).toEqual([]);
});
