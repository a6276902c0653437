/** Bodies about markers: deploys and incidents on the timeline of a workload. */
import { z } from 'zod';

export const MarkerKind = z.enum(['deploy', 'incident']);
export type MarkerKind = z.infer<typeof MarkerKind>;

/** 201 of POST /api/markers for a new marker, 200 for one that was recorded before. */
export const MarkerRecorded = z.strictObject({ id: z.string() });
export type MarkerRecorded = z.infer<typeof MarkerRecorded>;

/** Times are RFC 3339 in UTC. An incident without `ended_at` is open. */
export const Marker = z.strictObject({
  id: z.string(),
  kind: MarkerKind,
  workload: z.string(),
  env: z.string(),
  /** Of a deploy. */
  version: z.string().optional(),
  title: z.string().optional(),
  /** As it was sent, from outside: shown as text and never fetched. */
  url: z.string().optional(),
  started_at: z.string(),
  ended_at: z.string().optional(),
  recorded_at: z.string(),
  /** Name of the token at that time. */
  recorded_by: z.string(),
});
export type Marker = z.infer<typeof Marker>;

/** GET /api/markers?workload&env&kind&from&to&limit&cursor: the marker that began last comes first. */
export const MarkerList = z.strictObject({ markers: z.array(Marker), next_cursor: z.string().optional() });
export type MarkerList = z.infer<typeof MarkerList>;
