/** Answers of the Prometheus interface: only the fields we use, so that new ones never break a read. */
import { z } from 'zod';

const success = { status: z.literal('success'), warnings: z.array(z.string()).optional() };

const Labels = z.record(z.string(), z.string());
const Sample = z.tuple([z.number(), z.string()]);

/** A series of native histograms has `histograms` in place of values. */
export const Matrix = z.object({
  resultType: z.literal('matrix'),
  result: z.array(z.object({ metric: Labels, values: z.array(Sample).optional() })),
});
export const Vector = z.object({
  resultType: z.literal('vector'),
  result: z.array(z.object({ metric: Labels, value: Sample.optional() })),
});
export const Scalar = z.object({ resultType: z.literal('scalar'), result: Sample });
const Text = z.object({ resultType: z.literal('string'), result: Sample });

export const QueryAnswer = z.object({
  ...success,
  data: z.discriminatedUnion('resultType', [Matrix, Vector, Scalar, Text]),
});
export type QueryAnswer = z.infer<typeof QueryAnswer>;

export const NamesAnswer = z.object({ ...success, data: z.array(z.string()) });
export const SeriesAnswer = z.object({ ...success, data: z.array(Labels) });

export const MetadataAnswer = z.object({
  ...success,
  data: z.record(z.string(), z.array(z.object({ type: z.string(), help: z.string(), unit: z.string() }))),
});
export type MetadataAnswer = z.infer<typeof MetadataAnswer>;

export const ErrorAnswer = z.object({ status: z.literal('error'), errorType: z.string(), error: z.string() });
