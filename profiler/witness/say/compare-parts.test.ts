import { expect, test } from 'vitest';
import { makeCapture } from '../../../test/made-bundle.ts';
import { called, makeRecord, opened, ran, sampled } from '../../../test/made-capture.ts';
import { comparisonOf } from '../../../test/made-diff.ts';
import { type AxisDiff, DiffSummary } from '../diff/diff.ts';
import { compare, inSchemaOrder, judgeComparison } from './compare.ts';
import { summariseComparison, tableOf } from './compare-parts.ts';

const { axes } = makeRecord();

const sideOf = (version: string, factor: number, file: string) =>
  Array.from({ length: 3 }, (_, at) =>
    makeCapture(version, {
      ...axes,
      syscalls: {
        calls: [called('read', 5000 + at), called('write', 900 * factor), called(`only_${file}`, 4000)],
        cut: 0,
      },
      cpu_stacks: sampled([ran('main', 2000 + at), ran('price', 500 * factor), ran('parse', 700), ran('idle', 2)]),
      files: { opens: [opened('/etc/app.conf', 600), opened(`/etc/${file}.conf`)], cut: 0 },
    }),
  );

const one = ([first]: ReturnType<typeof sideOf>) => (first === undefined ? [] : [first]);
const [older, newer] = [sideOf('1', 1, 'old'), sideOf('2', 3, 'new')];

test.each([
  ['with verdicts', older, newer],
  ['of the same build', older, sideOf('2', 1, 'old')],
  ['without replicates', one(older), one(newer)],
])('a comparison %s says the same in parts as it says whole', (_name, before, after) => {
  const comparison = comparisonOf(before, after, { spacingMs: 0 });
  const whole = inSchemaOrder(compare(comparison));
  const judged = judgeComparison(comparison);
  const summary = summariseComparison(judged);
  const listed = whole.summary.findings;
  const summaryOf = ({ changes, related = [], ...axis }: AxisDiff) => ({
    ...axis,
    rows: Object.fromEntries(
      Object.entries(Object.groupBy(changes, ({ change }) => change)).map(([k, v]) => [k, v.length]),
    ),
    related_rows: related.length,
    found: changes.filter(({ key }) => listed.some((finding) => finding.axis === axis.axis && finding.key === key)),
  });
  expect(DiffSummary.parse(summary)).toEqual({ ...whole, axes: whole.axes.map(summaryOf) });
  for (const { axis, changes, related } of whole.axes) {
    expect(tableOf(judged, axis)).toEqual({ axis, changes, ...(related && { related }) });
  }
  expect(tableOf(judged, 'no such axis')).toBeUndefined();
});

test('what costs more has its row in the summary, and nothing that did not change has', () => {
  const summary = summariseComparison(judgeComparison(comparisonOf(older, newer, { spacingMs: 0 })));
  const found = new Map(summary.axes.map(({ axis, found: rows }) => [axis, rows.map(({ key }) => key)]));
  expect(found.get('files')).toEqual(['/etc/new.conf read']);
  expect(found.get('cpu_stacks')?.join()).toContain('price');
  expect(found.get('cpu_stacks')?.join()).not.toContain('parse');
});
