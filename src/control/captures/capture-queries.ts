/** Query and path parameters of the capture interface: strict, so that a misspelt filter is refused instead of ignored. */
import { z } from 'zod';
import { timeCursor } from '../store/time-cursor.ts';

/** Text that both stores can compare with: PostgreSQL refuses a NUL. */
function text(max: number) {
  return z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, { error: 'must not contain control characters' });
}

export const CaptureQuery = z.strictObject({
  workload: text(255).optional(),
  env: text(64).optional(),
  version: text(128).optional(),
  status: z.enum(['queued', 'pushed', 'nothing_to_push', 'failed']).optional(),
  /** That took part in it. */
  instance: text(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().regex(timeCursor, { error: 'was not returned by this list' }).optional(),
});

export const CaptureParams = z.strictObject({ id: text(64) });

export const BundleQuery = z.strictObject({ instance: text(200).optional() });

export const DiffQuery = z.strictObject({
  workload: text(255).min(1),
  env: text(64).default(''),
  from: text(128).optional(),
  to: text(128).optional(),
  /** The others are for pipelines, which have no program to render JSON. */
  format: z.enum(['json', 'markdown', 'sarif']).default('json'),
});

export const SummaryQuery = DiffQuery.omit({ format: true });

export const TableQuery = SummaryQuery.extend({
  axis: text(64).min(1),
  /** As the summary names it: the table is then of the same captures, or refused. */
  comparison: text(64).optional(),
});
