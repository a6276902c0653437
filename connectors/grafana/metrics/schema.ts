/** Answers of the Prometheus interface: only the fields we use, so that new ones never break a read. */
import { z } from 'zod';
import { Labels } from '../../../src/connector/promql.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const success = { status: z.literal('success'), warnings: z.array(z.string()).optional() };

export const NamesAnswer = z.object({ ...success, data: z.array(z.string()) });
export const SeriesAnswer = z.object({ ...success, data: rowsOf(Labels) });

export const MetadataAnswer = z.object({
  ...success,
  data: z.record(z.string(), rowsOf(z.object({ type: z.string(), help: z.string(), unit: z.string() }))),
});
export type MetadataAnswer = z.infer<typeof MetadataAnswer>;

export const ErrorAnswer = z.object({ status: z.literal('error'), errorType: z.string(), error: z.string() });
