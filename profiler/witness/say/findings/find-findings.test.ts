import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { asked, called, checked, makeRecord, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { CollectorAxes } from '../../bundle/record/collector-record.ts';
import type { Diff } from '../../diff/diff.ts';
import type { ComparedCapture } from '../../judge/comparable/counted-captures.ts';
import { judgeGate } from '../gate/gate.ts';
import { renderMarkdown } from '../text/render-markdown.ts';
import { renderDiff } from '../text/render.ts';

type Checks = NonNullable<CollectorAxes['capabilities']>['checks'];

const none: Checks[] = [[], [], []];

function found(axis: string, before: Partial<CollectorAxes>[], after: Partial<CollectorAxes>[]) {
  const diff = diffOf(
    before.map((one) => makeCapture('v1', one)),
    after.map((one) => makeCapture('v2', one)),
  );
  const { findings } = diff.summary;
  return {
    rows: axisOf(diff, axis).changes.map(({ key, change }) => `${change} ${key}`),
    findings: findings.filter((one) => one.axis === axis).map(({ key, state }) => `${state} ${key}`),
    sentence: diff.summary.sentence,
  };
}

function foundChecks(after: Checks[]) {
  const toAxes = (sides: Checks[]) => sides.map((list) => ({ capabilities: { checks: list, cut: 0 } }));
  return found('capabilities', toAxes(none), toAxes(after));
}

test('a capability that was refused is a row of its axis and no new privilege', () => {
  const refused = [
    checked('CAP_SYS_ADMIN', 'mmap', { outcome: 'denied', purpose: 'memory_accounting' }),
    checked('CAP_SYS_NICE', 'setpriority', { outcome: 'denied' }),
  ];
  const { rows, findings, sentence } = foundChecks([refused, refused, refused]);
  expect(rows).toEqual([
    'new CAP_SYS_ADMIN denied in mmap for memory accounting',
    'new CAP_SYS_NICE denied in setpriority',
  ]);
  expect(findings).toEqual([]);
  expect(sentence).not.toContain('privilege');
});

test('a capability that was used is a new privilege in however many captures it was', () => {
  const mounted = [checked('CAP_SYS_ADMIN', 'mount')];
  const { findings, sentence } = foundChecks([[], mounted, []]);
  expect(findings).toEqual(['new CAP_SYS_ADMIN granted in mount']);
  expect(sentence).toContain('adds a privilege (CAP_SYS_ADMIN granted in mount)');
});

test('a capability that was granted but not needed is one only where every capture of the newer version has it', () => {
  const held = [checked('CAP_SYS_ADMIN', 'mmap', { purpose: 'memory_accounting' })];
  expect(foundChecks([held, held, []]).findings).toEqual([]);
  expect(foundChecks([held, held, held]).findings).toEqual(['new CAP_SYS_ADMIN granted in mmap for memory accounting']);
});

test('a system call in a few parts of the windows may be of the allocator, and stays in the table', () => {
  const inBlocks = (name: string, blocks: number) => ({
    ...called(name, blocks),
    blocks: Array.from({ length: 12 }, (_, at) => (at < blocks ? 1 : 0)),
  });
  const side = (...calls: ReturnType<typeof called>[]) =>
    Array.from({ length: 3 }, () => ({ syscalls: { calls: [called('read'), ...calls], cut: 0 } }));
  const rare = found('syscall_names', side(), side(inBlocks('munmap', 2)));
  expect([rare.rows, rare.findings]).toEqual([['new munmap'], []]);
  // Seven blocks of seventy-two on one side alone: one in 128.
  const often = found('syscall_names', side(), side(inBlocks('mount', 3)));
  expect(often.findings).toEqual(['new mount']);
});

const { axes } = makeRecord();
const messages = 60_000;

/** Three captures of a process that spends so many seconds of CPU time, in so many functions that are alike. */
function side(version: string, seconds: number, functions: number): ComparedCapture[] {
  return [1, 1.01, 0.99].map((one) => {
    const total_ns = seconds * 1e9 * one;
    const samples = Math.round((seconds * 100 * one) / functions);
    return makeCapture(version, {
      ...axes,
      cpu_time: { total_ns, blocks_ns: Array.from({ length: 12 }, () => total_ns / 12), threads: [] },
      cpu_stacks: sampled(Array.from({ length: functions }, (_, at) => ran(`step${at}`, samples))),
      syscalls: { calls: [called('read', messages), called('write', messages)], cut: 0 },
      memory: { ...axes.memory!, requests: [asked()] },
    });
  });
}
const totalsOf = ({ summary }: Diff): string[] =>
  summary.findings.filter(({ key }) => key === '(total)').map(({ axis }) => axis);

test('a total that no single function explains is the first finding, in both languages', () => {
  const diff = diffOf(side('v1', 30, 40), side('v2', 42, 40), { spacingMs: 0 });
  const { before, after, change, verdict } = axisOf(diff, 'cpu_time').totals ?? { before: 0, after: 0 };
  expect([before, after]).toEqual([500, 700]);
  expect([change, verdict?.per_second?.ratio]).toEqual(['changed', expect.closeTo(1.4, 3)]);
  expect(totalsOf(diff)).toEqual(['cpu_time']);
  expect(diff.summary.findings[0]).toMatchObject({ axis: 'cpu_time', key: '(total)', share: 1 });
  expect(diff.summary.sentence).toMatch(/^v2 spends 40 % more CPU time per /u);
  expect(diff.summary.sentences['pt-BR']).toMatch(/^v2 gasta 40 % mais tempo de CPU por /u);
  expect(renderDiff(diff)).toMatch(/ {2}total {2}500 → 700 {2}changed × 1\.40 \(/u);
  expect(renderMarkdown(diff)).toContain('<summary>Cpu time: 500 → 700 CPU ms/s  changed × 1.40 (');
});

test('a total that one function explains is not said beside it', () => {
  const grown = side('v2', 30, 2).map(({ ref, vector }) => ({ ref, vector }));
  const diff = diffOf(side('v1', 30, 2), grown, { spacingMs: 0 });
  expect(totalsOf(diff)).toEqual([]);
  const one = (version: string, samples: number): ComparedCapture[] =>
    [1, 1.01, 0.99].map((factor) => {
      const total_ns = (1000 + samples) * 1e7 * factor;
      return makeCapture(version, {
        ...axes,
        cpu_time: { total_ns, blocks_ns: Array.from({ length: 12 }, () => total_ns / 12), threads: [] },
        cpu_stacks: sampled([ran('main', 1000 * factor), ran('price', samples * factor)]),
      });
    });
  const explained = diffOf(one('v1', 2000), one('v2', 6000), { spacingMs: 0 });
  expect(axisOf(explained, 'cpu_time').totals?.change).toBe('changed');
  expect(explained.summary.findings.map(({ key }) => key)).toContain('price (app)');
  expect(totalsOf(explained)).toEqual([]);
});

test('a total without replicates says only what is likely', () => {
  const diff = diffOf(side('v1', 30, 4).slice(0, 1), side('v2', 60, 4).slice(0, 1), { spacingMs: 0 });
  expect(axisOf(diff, 'cpu_time').totals).toMatchObject({
    before: 500,
    after: 1000,
    verdict: { level: 'likely', earlier: 0 },
  });
});

test('a gate stops for a confirmed total', () => {
  const diff = diffOf(side('v1', 30, 40), side('v2', 42, 40), { spacingMs: 0 });
  const confirmed = {
    ...diff,
    axes: diff.axes.map((axis) => ({
      ...axis,
      changes: [],
      ...(axis.totals?.verdict && {
        totals: { ...axis.totals, verdict: { ...axis.totals.verdict, level: 'confirmed' as const } },
      }),
    })),
    identity: 'different' as const,
  };
  const { code, lines } = judgeGate(confirmed);
  expect(code).toBe(1);
  expect(lines.join('\n')).toContain('cpu_time: (total) × 1.40');
});
