import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Diff } from '../../profiler/witness/diff/diff.ts';
import { judgementVersion } from '../../profiler/witness/judge/verdicts/own-false-alarms.ts';
import { digestVerdicts, judgedFile, readAnswer, runStored, storedComparisons, witnessHere } from './comparisons.ts';

describe.each(storedComparisons)('$name', (comparison) => {
  test('of stored captures gives the stored bytes', () => {
    expect(runStored(comparison, witnessHere)).toBe(readAnswer(comparison));
  });

  test('gives the same bytes whatever the order of the files', () => {
    const [diff = '', json = '', spacing = '', seconds = '', ...files] = comparison.args;
    const turned = { ...comparison, args: [diff, json, spacing, seconds, ...files.toReversed()] };
    expect(runStored(turned, witnessHere)).toBe(readAnswer(comparison));
  });
});

test('one of the stored comparisons has verdicts, in which a last bit would show', () => {
  const [pair] = storedComparisons.map((one) => Diff.parse(JSON.parse(readAnswer(one))));
  expect(pair?.summary.judged).toBeGreaterThan(50);
  expect(pair?.summary.findings.some(({ level }) => level === 'confirmed')).toBe(true);
});

test('the judgement has another version once stored captures get other verdicts, so that stored counts are made again', () => {
  expect(readFileSync(judgedFile, 'utf8')).toBe(`${judgementVersion} ${digestVerdicts()}\n`);
});

/** `Math` rounds these to the machine's taste; `special-functions.ts` has them in a form that it does not. */
const rounded = /\bMath\.(?:exp|expm1|log|log1p|log2|log10|sin|cos|tan|a?sinh?|a?cosh?|a?tanh?|atan2|cbrt|hypot)\(/u;

test('nothing that a comparison is made of uses a function whose last bit differs between machines', () => {
  const sources = globSync('profiler/witness/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(80);
  expect(sources.filter((file) => rounded.test(readFileSync(file, 'utf8')))).toEqual([]);
  expect('x = Math.log(2)').toMatch(rounded);
});
