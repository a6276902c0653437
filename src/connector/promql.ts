/**
 * An answer to a PromQL query of any system, and from its four shapes to one: series of points
 * (https://prometheus.io/docs/prometheus/latest/querying/api). Only the fields we use.
 */
import { z } from 'zod';
import type { Series } from '../../catalog/metrics.ts';
import { Fault } from '../core/fault.ts';
import { rowsOf } from '../core/rows.ts';

export const Labels = z.record(z.string(), z.string());
const Sample = z.tuple([z.number(), z.string()]);

/** A series has one of these: without either, its figures are under a name that we do not know. */
function requireOne(one: object, [usual, other]: readonly [string, string], context: z.RefinementCtx): void {
  if (Object.hasOwn(one, usual) || Object.hasOwn(one, other)) return;
  context.addIssue({ code: 'custom', path: [usual], message: `neither ${usual} nor ${other}` });
}

/** A series of native histograms has `histograms` in place of values. */
export const Matrix = z.object({
  resultType: z.literal('matrix'),
  result: rowsOf(
    z
      .object({ metric: Labels, values: rowsOf(Sample).optional(), histograms: z.array(z.unknown()).optional() })
      .superRefine((one, context) => requireOne(one, ['values', 'histograms'], context)),
  ),
});
export const Vector = z.object({
  resultType: z.literal('vector'),
  result: rowsOf(
    z
      .object({ metric: Labels, value: Sample.optional(), histogram: z.unknown().optional() })
      .superRefine((one, context) => requireOne(one, ['value', 'histogram'], context)),
  ),
});
export const Scalar = z.object({ resultType: z.literal('scalar'), result: Sample });
const Text = z.object({ resultType: z.literal('string'), result: Sample });

export const PromqlAnswer = z.object({
  status: z.literal('success'),
  warnings: z.array(z.string()).optional(),
  data: z.discriminatedUnion('resultType', [Matrix, Vector, Scalar, Text]),
});
export type PromqlAnswer = z.infer<typeof PromqlAnswer>;

export interface SeriesRead {
  readonly series: readonly Series[];
  /** What the answer does not hold, in sentences. */
  readonly missing: readonly string[];
}

type Point = Series['points'][number];

/** @throws Fault `invalid_arguments` for a query that is a text. */
export function toSeries({ data, warnings = [] }: PromqlAnswer): SeriesRead {
  switch (data.resultType) {
    case 'scalar':
      return { series: [{ labels: {}, points: [toPoint(data.result)] }], missing: warnings };
    case 'string':
      throw new Fault('invalid_arguments', { field: 'query.text' }, 'Ask for numbers; this query is a text.');
    case 'vector':
      return gather(
        data.result.map(({ metric, value }) => ({ labels: metric, points: value && [toPoint(value)] })),
        warnings,
      );
    case 'matrix':
      return gather(
        data.result.map(({ metric, values }) => ({ labels: metric, points: values?.map(toPoint) })),
        warnings,
      );
  }
}

function gather(
  all: readonly { labels: Series['labels']; points: Point[] | undefined }[],
  warnings: readonly string[],
): SeriesRead {
  const series = all.flatMap(({ labels, points }) => (points === undefined ? [] : [{ labels, points }]));
  const histograms = all.length - series.length;
  const missing =
    histograms === 0
      ? warnings
      : [...warnings, `${histograms} series of native histograms were omitted; ask for a quantile or a sum of them.`];
  return { series, missing };
}

function toPoint([atSec, text]: [number, string]): Point {
  const value = Number(text);
  return [atSec, Number.isFinite(value) ? value : nonFinite(text)];
}

/** The system spells them `NaN`, `+Inf` and `-Inf`. */
function nonFinite(text: string): 'NaN' | '+Inf' | '-Inf' {
  if (text === '+Inf' || text === '-Inf') return text;
  return 'NaN';
}
