import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { called, makeRecord, opened, ran, ranAt, sampled } from '../../../../test/made-capture.ts';
import { diffOf } from '../../../../test/made-diff.ts';
import { compare } from '../compare.ts';
import { renderDiff, renderObservation } from './render.ts';

const { axes } = makeRecord();
const baseline = makeCapture('v1', axes);
const choice = { why: 'v1 is the latest version captured before v2', skipped: [] };
const textOf = (head: ReturnType<typeof makeCapture>): string =>
  renderDiff(
    compare({ workload: 'app', env: 'staging', baseline, baselineReplicates: [], head, headReplicates: [], choice }),
  );

test('says the headline, then which versions, why this baseline and how many captures', () => {
  const lines = textOf(makeCapture('v2', axes)).split('\n');
  expect(lines[0]).toBe('app v2 was captured too seldom to say whether it costs more than v1.');
  expect(lines).toContain('No verdict on amounts yet: 1 replicate of v1 and 1 replicate of v2 missing.');
  expect(lines).toContain(
    '  farol capture request --workload app --version v2 --env staging --kind replicate --duration 60 --warmup 5',
  );
  const at = lines.indexOf('app in staging: v1 → v2');
  expect(lines[at + 1]).toBe('Baseline: v1 is the latest version captured before v2. Captures: 1 → 1.');
  expect(at).toBeLessThan(lines.findIndex((line) => line.startsWith('FILES')));
});

test('a set axis lists words, counts, captures and the bound of what was not seen', () => {
  const opens = [...axes.files!.opens, opened('/etc/flags.conf', 12)];
  expect(textOf(makeCapture('v2', { ...axes, files: { opens, cut: 0 } }))).toContain(
    [
      'FILES (opens/s)',
      '  new       /etc/flags.conf read  not seen (0 of 1 captures; ≤ 0.0500/s) → 0.200 (12; 1 of 1 captures), first at +0 s',
      '  1 listed, 1 seen in both; 1 new, 1.00 expected by chance',
    ].join('\n'),
  );
});

test('shows the missing noise floor above the numbers of a rate axis, and counts the remaining rows', () => {
  const functions = Array.from({ length: 14 }, (_, index) => ran(`f${index}`, 100 + index));
  const lines = textOf(makeCapture('v2', { ...axes, cpu_stacks: sampled(functions) })).split('\n');
  const at = lines.indexOf('CPU_STACKS (CPU ms/s)');
  expect(lines[at + 1]).toMatch(/^ {2}no noise floor: 1 replicate of v1 and 1 replicate of v2 missing/u);
  expect(lines[at + 2]).toMatch(/^ {2}total /u);
  expect(lines.slice(at).find((line) => line.includes('more with smaller differences'))).toBe(
    '  … and 6 more with smaller differences',
  );
});

test('shows a function with the place of its declaration, if known', () => {
  const functions = [ranAt('price', 300, 'src/price.cc', 40), ran('bare', 200)];
  const text = textOf(makeCapture('v2', { ...axes, cpu_stacks: sampled(functions) }));
  expect(text).toMatch(/ {2}price \(app\) {2}src\/price\.cc:40$/mu);
  expect(text).toMatch(/ {2}bare \(app\)$/mu);
});

test('a distribution lists the bounds of its quantiles, with units that keep them short', () => {
  const calls = (bucket: number) => [{ ...called('read', 200), hist: Array<number>(40).fill(0).with(bucket, 200) }];
  const slow = { ...axes, syscalls: { calls: calls(39), cut: 0 } };
  const quick = makeCapture('v1', { ...axes, syscalls: { calls: calls(16), cut: 0 } });
  const text = renderDiff(diffOf([quick], [makeCapture('v2', slow)]));
  expect(text).toContain('SYSCALL_LATENCY (durations)\n  no noise floor: ');
  expect(text).toContain(
    '  p50 65.5 µs–131 µs, p90 65.5 µs–131 µs, p99 65.5 µs–131 µs (200; 1 of 1 captures)' +
      ' → p50 ≥ 550 s, p90 ≥ 550 s, p99 ≥ 550 s (200; 1 of 1 captures)  read ok',
  );
});

test('a replay says so in capitals', () => {
  const head = makeCapture('v2', axes);
  expect(textOf({ ...head, vector: { ...head.vector, recorded: true } })).toContain('RECORDED: a replay');
});

test('nothing that the target named can steer a terminal or add a line', () => {
  const opens = [opened('/tmp/x\u001B[2J\nBaseline: forged\u202Egnp', 3)];
  const text = textOf(makeCapture('v2', { ...axes, files: { opens, cut: 0 } }));
  expect(text).toContain(String.raw`/tmp/x\u{001b}[2J\u{000a}Baseline: forged\u{202e}gnp`);
  expect(text.split('\n').filter((line) => line.startsWith('Baseline:'))).toHaveLength(1);
});

test.each([
  [0, '0'],
  [0.000_000_01, '<0.000001'],
  [0.016_666, '0.0167'],
  [0.5, '0.500'],
  [12.345, '12.3'],
  [123_456_789, '123456789'],
])('a rate of %d reads %s', (rate, words) => {
  expect(renderObservation({ seen: true, count: 1, rate, captures: 1, of: 1 })).toBe(`${words} (1; 1 of 1 captures)`);
});
