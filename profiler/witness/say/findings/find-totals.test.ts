import { expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { asked, called, makeRecord, ran, sampled } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { ComparedCapture } from '../../judge/comparable/counted-captures.ts';
import type { Diff } from '../../diff/diff.ts';
import { renderDiff } from '../text/render.ts';
import { renderMarkdown } from '../text/render-markdown.ts';
import { judgeGate } from '../gate/gate.ts';

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

test('a total without replicates has no verdict', () => {
  const diff = diffOf(side('v1', 30, 4).slice(0, 1), side('v2', 60, 4).slice(0, 1), { spacingMs: 0 });
  expect(axisOf(diff, 'cpu_time').totals).toEqual({ before: 500, after: 1000 });
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
