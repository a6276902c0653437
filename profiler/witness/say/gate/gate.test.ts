import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import {
  absent,
  allProbes,
  carried,
  makeProcess,
  makeRecord,
  networkOf,
  ran,
  sampled,
} from '../../../../test/made-capture.ts';
import { diffOf } from '../../../../test/made-diff.ts';
import type { CollectorRecord } from '../../bundle/record/collector-record.ts';
import type { ComparedCapture } from '../../judge/comparable/counted-captures.ts';
import type { Diff } from '../../diff/diff.ts';
import { judgeGate } from './gate.ts';

const { axes, processes } = makeRecord();
const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };

function capture(version: string, price: number, change: Partial<CollectorRecord> = {}): ComparedCapture {
  const functions = [ran('main', 2000), ran('price', price), ran('parse', 1400), ran('reply', 900)];
  const made = { ...axes, cpu_stacks: sampled(functions), network: networkOf([], { traffic: [requests] }) };
  const build = processes.map((one) => ({ ...one, exe_sha256: version.padEnd(64, '0'), build_id: version }));
  return makeCapture(version, made, { processes: build, ...change });
}

/** Captures of both versions, in which a function costs so many samples. */
function compared({ before = 500, after = 500, count = 3 } = {}): Diff {
  const side = (version: string, price: number): ComparedCapture[] =>
    Array.from({ length: count }, (_, at) => capture(version, price + at));
  return diffOf(side('a1', before), side('b2', after));
}

describe('the gate', () => {
  test('passes when nothing changed', () => {
    expect(judgeGate(compared()).code).toBe(0);
  });

  test('stops at a confirmed regression, and names it', () => {
    const { code, lines } = judgeGate(compared({ after: 1500 }));
    expect([code, lines[0]]).toEqual([1, '1 confirmed regression.']);
    expect(lines[1]).toMatch(/^cpu_stacks: price \(app\) × (?:2\.9|3\.0)\d \(\d\.\d\d to \d\.\d\d\)$/u);
  });

  test('names the costs that were tested, those that were not, and what was required', () => {
    const probes = allProbes.map((one) => (one.axis === 'locks' ? absent(one.id, 'locks', 'failed') : one));
    const side = (version: string, price: number) => [1, 2, 3].map((at) => capture(version, price + at, { probes }));
    const passed = judgeGate(diffOf(side('a1', 500), side('b2', 500)));
    expect([passed.code, passed.lines[0]]).toEqual([0, 'No confirmed regression.']);
    expect(passed.lines[1]).toMatch(/^Costs that were tested: cpu_stacks, .*cpu_time/u);
    expect(passed.lines[2]).toMatch(/^Costs that were not tested: .*\block_latency \(not comparable\)/u);
    expect(passed.lines[3]).toBe('Required, complete and comparable: cpu_stacks.');
    const stopped = judgeGate(diffOf(side('a1', 500), side('b2', 1500)));
    expect([stopped.code, stopped.lines]).toEqual([1, expect.arrayContaining(passed.lines.slice(1, 3)) as string[]]);
    const two = judgeGate(compared({ count: 2 }), { requiredAxes: ['files'] });
    expect(two).toMatchObject({
      code: 0,
      lines: [
        'No confirmed regression.',
        'Costs that were tested: none.',
        expect.stringMatching(/^Costs that were not tested: cpu_stacks, .* \(replicates missing\)\.$/u),
        'Required, complete and comparable: files.',
      ],
    });
  });

  test('passes an improvement, however large', () => {
    expect(judgeGate(compared({ before: 1500, after: 500 })).code).toBe(0);
  });

  test('cannot decide on two captures of each version, and says how many are missing', () => {
    expect(judgeGate(compared({ after: 1500, count: 2 }))).toEqual({
      code: 2,
      lines: [
        'Not decided: what is required could not be judged.',
        'cpu_stacks: 1 replicate of a1 and 1 replicate of b2 missing for a confirmed verdict',
      ],
    });
  });

  test('cannot decide on an axis that was not measured', () => {
    const probes = allProbes.map((one) => (one.axis === 'cpu_stacks' ? absent(one.id, 'cpu_stacks', 'failed') : one));
    const diff = diffOf([capture('a1', 500)], [capture('b2', 500, { probes })]);
    const { code, lines } = judgeGate(diff);
    expect([code, lines[1]]).toEqual([
      2,
      expect.stringContaining('cpu_stacks: not comparable: a1: measured; b2: not measured'),
    ]);
  });

  test('stops at a regression of equal executables, and says where to look', () => {
    const same = compared({ after: 1500 });
    const { code, lines } = judgeGate({ ...same, identity: 'same_binary' });
    expect([code, lines[0]]).toEqual([1, '1 confirmed regression.']);
    expect(lines).toContain(
      'Both versions ran the same executables: look for a cause in configuration, flags, data and libraries.',
    );
    expect(judgeGate({ ...compared(), identity: 'same_binary' }).lines.join('\n')).not.toContain('look for a cause');
  });

  test('says how much of the CPU time went into code that nobody understands, whatever it answers', () => {
    const made = (version: string, price: number) =>
      capture(version, price, {
        processes: [makeProcess(1, { build_id: 'same' })],
        axes: {
          ...axes,
          cpu_stacks: sampled([ran('main', 1000), { ...ran('[unknown]', price), module: '[anonymous]' }]),
          network: networkOf([], { traffic: [requests] }),
        },
      });
    const side = (version: string, price: number) => [0, 1, 2].map((at) => made(version, price + at));
    for (const [before, after, code] of [
      [3000, 3000, 0],
      [3000, 9000, 1],
    ] as const) {
      const diff = diffOf(side('a1', before), side('b2', after));
      const share = after === 3000 ? '75 %' : '90 %';
      const sentence = `75 % of the CPU samples of a1 and ${share} of the CPU samples of b2 ran in code that is not understood: interpreted, made at run time, or without symbols.`;
      const answer = judgeGate(diff);
      expect([answer.code, diff.identity]).toEqual([code, 'unknown']);
      expect(answer.lines).toContain(sentence);
      expect(answer.lines.join('\n')).not.toContain('look for a cause');
      expect(diff.summary.sentence).toContain(sentence);
    }
    expect(judgeGate(diffOf([made('a1', 3000)], [made('b2', 3000)])).lines.at(-1)).toContain('is not understood');
  });

  test('prints what a caveat limits to a suspicion, and the caveat', () => {
    const { host } = makeRecord();
    const other = [0, 5, 10].map((more) => capture('b2', 1500 + more, { host: { ...host, kernel: '7.0.0' } }));
    const diff = diffOf(
      [500, 505, 510].map((price) => capture('a1', price)),
      other,
    );
    const { code, lines } = judgeGate(diff);
    expect(code).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^suspected: cpu_stacks: price \(app\) × (?:2\.9|3\.0)\d \(/u));
    expect(lines).toContain('caveat: kernel differs: 6.18.0 and 7.0.0');
    // Less cost is no reason to look.
    expect(
      judgeGate(
        diffOf(
          other,
          [500, 505, 510].map((price) => capture('a1', price)),
        ),
      ).lines.filter((line) => line.startsWith('suspected')),
    ).toEqual([]);
    expect(judgeGate({ ...diff, identity: 'same_binary' }).lines.join('\n')).toContain('suspected: cpu_stacks');
    expect(judgeGate(compared()).lines.join('\n')).not.toContain('caveat');
  });

  test('prints undecided keys, and stops at them only when a decision is required', () => {
    const noisy = [300, 900, 500].map((price) => capture('a1', price));
    const diff = diffOf(
      noisy,
      [400, 1100, 600].map((price) => capture('b2', price)),
    );
    expect(judgeGate(diff)).toMatchObject({
      code: 0,
      lines: expect.arrayContaining(['undecided: cpu_stacks: price (app)']) as string[],
    });
    expect(judgeGate(diff, { requireDecision: true }).code).toBe(2);
  });

  test('requires of a set that it is complete and comparable, and no replicates', () => {
    const options = { requiredAxes: ['files', 'network'], requireDecision: true };
    expect(judgeGate(compared({ count: 1 }), options).code).toBe(0);
    const probes = allProbes.map((one) => (one.axis === 'files' ? absent(one.id, 'files', 'failed') : one));
    const { code, lines } = judgeGate(diffOf([capture('a1', 500)], [capture('b2', 500, { probes })]), options);
    expect([code, lines.length, lines[1]]).toEqual([2, 2, expect.stringContaining('files: not comparable')]);
  });

  test('names a required axis that no comparison has', () => {
    expect(() => judgeGate(compared(), { requiredAxes: ['cpu'] })).toThrow('--require-axis cpu');
  });
});
