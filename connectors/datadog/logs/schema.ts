import { z } from 'zod';
import { Fields, Links, Meta, Tags } from '../events/schema.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const LogsAnswer = z.looseObject({
  data: rowsOf(
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
  ).nullable(),
  links: Links,
  meta: Meta,
});
export type LogEvent = NonNullable<z.infer<typeof LogsAnswer>['data']>[number];
