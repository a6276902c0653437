/** Answers of the interfaces for synthetic tests: only the fields we use, and none that holds what a test sends. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const TestAnswer = z.looseObject({
  public_id: z.string(),
  name: z.string().nullish(),
  type: z.string(),
  subtype: z.string().nullish(),
  status: z.string().nullish(),
  locations: z.array(z.string()).nullish(),
  tags: z.array(z.string()).nullish(),
  monitor_id: z.int().nullish(),
  options: z.looseObject({ tick_every: z.number().nullish() }).nullish(),
  config: z
    .looseObject({
      request: z
        .looseObject({
          url: z.string().nullish(),
          host: z.string().nullish(),
          port: z.union([z.int(), z.string()]).nullish(),
          timeout: z.number().nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
export type TestAnswer = z.infer<typeof TestAnswer>;

export const TestsAnswer = omitsEmpty(z.looseObject({ tests: rowsOf(TestAnswer).nullish() }), ['tests']);

const ResultAnswer = z.looseObject({
  result_id: z.string(),
  /** Milliseconds since the epoch. */
  check_time: z.number(),
  probe_dc: z.string().nullish(),
  status: z.int().nullish(),
  result: z
    .looseObject({
      passed: z.boolean().nullish(),
      timings: z.record(z.string(), z.unknown()).nullish(),
      device: z.looseObject({ id: z.string().nullish(), name: z.string().nullish() }).nullish(),
      duration: z.number().nullish(),
      errorCount: z.int().nullish(),
      stepCountCompleted: z.int().nullish(),
      stepCountTotal: z.int().nullish(),
    })
    .nullish(),
});
export type ResultAnswer = z.infer<typeof ResultAnswer>;

export const ResultsAnswer = omitsEmpty(z.looseObject({ results: rowsOf(ResultAnswer).nullish() }), ['results']);
