import { z } from 'zod';
import { Fields, Meta, Tags } from '../events/schema.ts';

export const LogsAnswer = z.looseObject({
  data: z
    .array(
      z.looseObject({
        id: z.string().nullish(),
        attributes: z.looseObject({
          timestamp: z.string(),
          message: z.string().nullish(),
          status: z.string().nullish(),
          service: z.string().nullish(),
          host: z.string().nullish(),
          tags: Tags,
          attributes: Fields,
        }),
      }),
    )
    .nullable(),
  meta: Meta,
});
export type LogEvent = NonNullable<z.infer<typeof LogsAnswer>['data']>[number];
