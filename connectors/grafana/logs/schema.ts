/** Answers of Loki: only the fields we use. https://grafana.com/docs/loki/latest/reference/loki-http-api/ */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { Matrix, Scalar, Vector } from '../../../src/connector/promql.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const success = { status: z.literal('success'), warnings: z.array(z.string()).nullish() };

/** `[nanoseconds, line]`, and since Loki 3 sometimes a third part with metadata of the line. */
const Entry = z.tuple([z.string().regex(/^\d{1,19}$/u), z.string()]).rest(z.unknown());
const Stream = z.looseObject({ stream: z.record(z.string(), z.string()), values: z.array(Entry) });
export type Stream = z.infer<typeof Stream>;

const Streams = z.looseObject({ resultType: z.literal('streams'), result: rowsOf(Stream) });

export const LogAnswer = z.looseObject({
  ...success,
  data: z.discriminatedUnion('resultType', [Streams, Matrix, Vector, Scalar]),
});
export type LogAnswer = z.infer<typeof LogAnswer>;

/** Loki leaves `data` out when there is none. */
export const NamesAnswer = omitsEmpty(z.looseObject({ ...success, data: z.array(z.string()).nullish() }), ['data']);

export const StatsAnswer = z.looseObject({ bytes: z.number(), entries: z.number() });
