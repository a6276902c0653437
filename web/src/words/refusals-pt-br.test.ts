import { describe, expect, test } from 'vitest';
import { memberOf, nodesOf, sourcesIn, wordsOf } from '../../../scripts/generate/scan-source.ts';
import { listRefusals } from '../../../scripts/generate/troubleshooting/refusals.ts';
import { parseCaptureBody } from '../../../src/control/captures/capture-body.ts';
import { refusalPhrases, refusalSentences, refusalPtBr } from './refusals-pt-br.ts';

/** A field and what is wrong with it, both filled in. */
const aboutFields = ['… ….', '…: ….'];
const filled = (words: string): string => words.replaceAll('…', 'x1');

/** Every sentence that the source of the control plane refuses with, and those of gates and documents. */
function served(): string[] {
  const gates = sourcesIn('src/control').flatMap((file) =>
    nodesOf(file, 'ObjectExpression').flatMap((made) => wordsOf(memberOf(made, 'busy'))),
  );
  return [...listRefusals().map(({ words }) => words), ...gates].filter((words) => !aboutFields.includes(words));
}

describe('every refusal of the control plane', () => {
  test.each(served())('%s', (words) => {
    const { whole = '' } = refusalPtBr(filled(words), '');
    expect(whole).not.toBe('');
    expect(whole).not.toBe(filled(words));
    expect(whole.match(/x1/gu)?.length).toBe(filled(words).match(/x1/gu)?.length);
  });

  test('has a sentence of its own, and none is translated that is no longer served', () => {
    const known = new Set(served().map((words) => words.replaceAll('…', '{}')));
    const computed = [
      'A version is compared with another one; name two different versions.',
      'No main capture of version {} was pushed. No version has one yet.',
      'No main capture of version {} was pushed. Versions that have one, latest first: {} and {} more.',
      'No main capture of version {} was pushed. Versions that have one, latest first: {}.',
      'No main capture was pushed yet.',
      'No other version was captured before {}: its captures become the baseline of the next one.',
      'There is no such document; /policies/index.json lists all documents.',
    ];
    const unserved = Object.keys(refusalSentences).filter((english) => !known.has(english));
    expect(unserved.toSorted()).toEqual(computed);
  });
});

test('what is wrong with a field of a capture is worded', () => {
  const wrong = [
    { workload: '', version: '1' },
    { workload: 1, version: '1' },
    { workload: 'a\u0007', version: '1' },
    { workload: 'a', version: '1', kind: 'other' },
    { workload: 'a', version: '1', duration_sec: 0 },
    { workload: 'a', version: '1', other: 1 },
    [],
  ];
  const messages = wrong.map((body) => {
    try {
      parseCaptureBody(body);
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  });
  for (const message of messages) {
    expect([message, refusalPtBr(message, '').whole]).toEqual([message, expect.stringMatching(/^\S+ .+\.$/u)]);
  }
});

test('a field keeps its name, and what is not known of it is not half translated', () => {
  expect(refusalPtBr('name: too big: expected string to have <=100 characters.', '').whole).toBe(
    'name: o máximo de caracteres é 100.',
  );
  expect(refusalPtBr('name: is worse than expected.', 'invalid_body')).toEqual({
    whole: undefined,
    start: 'Um campo do formulário não é válido.',
  });
  expect(refusalPtBr('Something newer.', 'constructor')).toEqual({ whole: undefined, start: undefined });
});

test('no phrase repeats its English', () => {
  expect(Object.entries(refusalPhrases).filter(([english, portuguese]) => english === portuguese)).toEqual([]);
});
