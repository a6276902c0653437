/** However a comparison is shown, it has the same number of findings. */
import { expect, test } from 'vitest';
import { headlineOf } from '../../../../src/control/api/headline.ts';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { called, carried, connected, networkOf, opened, ran, sampled } from '../../../../test/made-capture.ts';
import { diffOf } from '../../../../test/made-diff.ts';
import { writeSarif } from '../sarif/write-sarif.ts';
import { renderMarkdown } from '../text/render-markdown.ts';
import { renderDiff } from '../text/render.ts';
import { findFindings } from './find-findings.ts';

const requests = { ...carried('received', 6e5), role: 'accept' as const, messages: 6000 };

/** Costs of many functions, new files, and a new peer with what it brings. */
function side(version: string, factor: number, files: number) {
  return [0, 1, 2].map((at) =>
    makeCapture(version, {
      cpu_stacks: sampled(Array.from({ length: 12 }, (_, one) => ran(`f${one}`, 1000 * (one < 9 ? factor : 1) + at))),
      files: { opens: Array.from({ length: files }, (_, one) => opened(`/etc/${one}.conf`)), cut: 0 },
      syscalls: { calls: [called('read', 6000), ...(factor > 1 ? [called('connect', 6000)] : [])], cut: 0 },
      network: networkOf(factor > 1 ? [connected('10.0.0.7', 443, 6000)] : [], {
        traffic: [requests, ...(factor > 1 ? [carried('sent', 6e5, '10.0.0.7', 443)] : [])],
      }),
    }),
  );
}

test('the headline, the list of versions, the texts and SARIF count the same findings', () => {
  const diff = diffOf(side('v1', 1, 2), side('v2', 3, 8));
  const { summary } = diff;
  const all = findFindings(diff.axes).findings.length;
  const named = summary.findings.reduce((sum, { others = [] }) => sum + 1 + others.length, 0);
  const { levels } = headlineOf(diff);
  expect(levels).toEqual(summary.levels);
  expect(levels.confirmed + levels.provisional + levels.suspected + levels.observed).toBe(all);
  expect(named + summary.more).toBe(all);
  expect(summary.more).toBeGreaterThan(0);
  expect(summary.findings.some(({ brings = [] }) => brings.length > 0)).toBe(true);
  const { runs } = JSON.parse(writeSarif(diff)) as { runs: [{ results: unknown[]; properties: { findings: object } }] };
  expect([runs[0].results.length, runs[0].properties.findings]).toEqual([all, levels]);
  const counted = `and ${summary.more} more; in all ${levels.confirmed} confirmed, ${levels.observed} observed`;
  expect(renderDiff(diff)).toContain(counted);
  expect(renderMarkdown(diff)).toContain(counted);
  expect(summary.sentence).toContain(`${summary.more} more findings`);
});
