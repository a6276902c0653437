import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { carried, makeRecord, networkOf, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { CollectorRecord } from '../../bundle/record/collector-record.ts';
import { Diff } from '../../diff/diff.ts';
import { judgeGate } from '../../say/gate/gate.ts';
import { writeSarif } from '../../say/sarif/write-sarif.ts';
import type { ComparedCapture } from '../comparable/counted-captures.ts';
import { measureFamily } from './measure-family.ts';

const { axes, window } = makeRecord();
const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };

/** A function that costs so many samples, in a process with 4,300 more. */
function capture(version: string, price: number, change: Partial<CollectorRecord> = {}): ComparedCapture {
  const functions = [ran('main', 2000), ran('price', price), ran('parse', 1400), ran('reply', 900)];
  const total_ns = (4300 + price) * 1e7;
  const cpu_time = { total_ns, blocks_ns: Array.from({ length: 12 }, () => total_ns / 12), threads: [] };
  return makeCapture(
    version,
    { ...axes, cpu_time, cpu_stacks: sampled(functions), network: networkOf([], { traffic: [requests] }) },
    change,
  );
}

/** One capture of each of nine versions, which differ by a per cent. */
const earlier = Array.from({ length: 9 }, (_, at) => capture(`v${at}`, 1500 + 15 * (at % 3)));
const history = earlier.map(({ vector }) => measureFamily(vector));

describe('one capture of each version', () => {
  const diff = diffOf([capture('v9', 1500)], [capture('w1', 3000)], { history });

  test('says with odds which function likely costs more, and on how many captures that rests', () => {
    expect(Diff.parse(diff)).toEqual(diff);
    const [finding] = diff.summary.findings;
    expect(finding).toMatchObject({ key: 'price (app)', state: 'changed', level: 'likely', earlier: 9 });
    expect(finding?.odds).toBeGreaterThanOrEqual(19);
    expect(finding?.ratio).toBeCloseTo(2, 1);
    expect(diff.summary.levels).toMatchObject({ likely: 1, confirmed: 0, suspected: 0 });
    expect(diff.summary.sentences.en).toMatch(/likely \(\d\d to 1, from 9 earlier captures\)/u);
    expect(diff.summary.sentences['pt-BR']).toMatch(/provável \(\d\d para 1, de 9 capturas anteriores\)/u);
  });

  test('nothing else has a verdict, and what a confirmed one needs is still said', () => {
    const rows = axisOf(diff, 'syscalls').changes;
    expect(new Set(rows.map(({ change }) => change))).toEqual(new Set(['not_judged']));
    expect(axisOf(diff, 'cpu_own').no_noise_floor).toContain('1 replicate of v9 and 1 replicate of w1 missing');
    expect(diff.summary.replicates_needed).toHaveLength(2);
  });

  test('the total of a version without a change is not found, with what would have been', () => {
    const same = diffOf([capture('v9', 1500)], [capture('w1', 1510)], { history });
    expect(same.summary.findings.filter(({ state }) => state === 'changed')).toEqual([]);
    const { change, verdict } = axisOf(same, 'cpu_time').totals ?? {};
    expect(change).not.toBe('changed');
    expect(verdict).toMatchObject({ level: 'likely', earlier: 9 });
    expect(verdict?.smallest_detectable).toBeLessThan(1.25);
  });

  test('a gate stops for it only where the pipeline says so', () => {
    expect(judgeGate(diff)).toMatchObject({ code: 2 });
    const stopped = judgeGate(diff, { failOnLikely: true });
    expect([stopped.code, stopped.lines[0]]).toEqual([1, expect.stringMatching(/^\d likely regressions?\.$/u)]);
    expect(stopped.lines[1]).toMatch(/^likely \(\d\d to 1, from 9 earlier captures\): /u);
    const same = diffOf([capture('v9', 1500)], [capture('w1', 1510)], { history });
    expect([judgeGate(same).code, judgeGate(same, { failOnLikely: true }).code]).toEqual([2, 0]);
  });

  test('with that option two captures of each version, which are surer, suffice and stop as well', () => {
    const two = (price: number) =>
      diffOf([capture('v9', 1500), capture('v9', 1510)], [capture('w1', price), capture('w1', price + 10)], {
        history,
      });
    expect(judgeGate(two(3000))).toMatchObject({ code: 2 });
    expect(judgeGate(two(3000), { failOnLikely: true })).toMatchObject({
      code: 1,
      lines: expect.arrayContaining([expect.stringMatching(/^provisional: cpu_/u)]) as string[],
    });
    expect(judgeGate(two(1500), { failOnLikely: true })).toMatchObject({ code: 0 });
  });

  test('is a note for code scanning', () => {
    const [run] = (JSON.parse(writeSarif(diff)) as { runs: { results: Record<string, unknown>[] }[] }).runs;
    const result = run?.results.find(({ ruleId }) => ruleId === 'cpu_own');
    expect(result).toMatchObject({ level: 'note', properties: { certainty: 'likely', earlier: 9 } });
  });

  test('history of another machine, or of the newer version itself, says nothing', () => {
    const foreign = history.map((one) => ({ ...one, instance: 'node-2' }));
    const own = history.map((one) => ({ ...one, version: 'w1' }));
    for (const some of [foreign, own]) {
      const other = diffOf([capture('v9', 1500)], [capture('w1', 3000)], { history: some });
      expect(axisOf(other, 'cpu_time').totals?.verdict).toMatchObject({ earlier: 0 });
    }
  });

  test('what the machine may explain is not called likely', () => {
    const host = { ...makeRecord().host, kernel: '9.9.9' };
    const other = diffOf([capture('v9', 1500)], [capture('w1', 3000, { host })], { history });
    expect(other.summary.findings.filter(({ level }) => level === 'likely')).toEqual([]);
  });
});

test('captures in a row are compared as one moment each, with what a reader has to know of that', () => {
  const inARow = (version: string, price: number, minute: number): ComparedCapture[] =>
    [0, 15, 30].map((second, at) => {
      const start_wall = new Date(Date.UTC(2026, 10, 28, 9, minute, second)).toISOString();
      return capture(version, price + 10 * at, {
        window: { ...window, requested_ns: 1e10, measured_ns: 1e10, start_wall },
      });
    });
  const diff = diffOf(inARow('v9', 1500, 0), inARow('w1', 3000, 2), { history });
  expect(diff.summary.findings[0]).toMatchObject({ key: 'price (app)', level: 'likely' });
  expect(diff.caveats.join()).toContain('taken in a row');
});
