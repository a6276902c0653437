import { expect, test } from 'vitest';
import { addTestable, englishNotes, portugueseNotes, writeNotes } from './notes.ts';

test('says how many keys could be judged, and what window would add the next ones', () => {
  const testable = { keys: 12, of: 814, next: { windowSec: 35, keys: 1 } };
  expect(writeNotes({ testable }, englishNotes)).toEqual([
    '12 of 814 rows happened often enough to be judged alone; a window of 35 s would add 1 row.',
  ]);
  expect(writeNotes({ testable }, portugueseNotes)).toEqual([
    '12 de 814 linhas ocorreram o bastante para serem julgadas sozinhas; uma janela de 35 s acrescentaria 1 linha.',
  ]);
  expect(writeNotes({ testable: { keys: 3, of: 3 } }, englishNotes)).toEqual([
    '3 of 3 rows happened often enough to be judged alone.',
  ]);
});

test('says in both languages that the rate is not known, or what it was', () => {
  const unknown = { state: 'not_known', comparisons: 1, false: 0 } as const;
  expect(writeNotes({ ownRate: unknown }, englishNotes)).toEqual([
    'Own false-alarm rate not known yet (1 comparison of captures of one version).',
  ]);
  expect(writeNotes({ ownRate: unknown }, portugueseNotes)[0]).toContain('ainda desconhecida (1 comparação ');
  const known = { state: 'known', comparisons: 10, false: 1, low: 0.0025, high: 0.445 } as const;
  expect(writeNotes({ ownRate: known }, portugueseNotes)[0]).toContain('1 de 10 comparações');
  expect(writeNotes({ ownRate: known }, englishNotes)[0]).toContain('(95 % interval 0 to 45 %)');
});

test('axes add up, and the next keys are those that need the least', () => {
  expect(addTestable([])).toBeUndefined();
  expect(
    addTestable([
      { keys: 1, of: 4, next: { window_sec: 20, keys: 2 } },
      { keys: 2, of: 2 },
      { keys: 0, of: 3, next: { window_sec: 20, keys: 1 } },
      { keys: 0, of: 9, next: { window_sec: 60, keys: 9 } },
    ]),
  ).toEqual({ keys: 3, of: 18, next: { windowSec: 20, keys: 3 } });
});
