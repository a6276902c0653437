import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { Fields, Links, Meta, Tags } from '../events/schema.ts';
import { rowsOf } from '../../../src/core/rows.ts';

export const ApplicationsAnswer = omitsEmpty(
  z.looseObject({
    data: rowsOf(
      z.looseObject({
        id: z.string().nullish(),
        attributes: z.looseObject({
          application_id: z.string(),
          name: z.string(),
          type: z.string(),
          is_active: z.boolean().nullish(),
          created_at: z.number(),
          updated_at: z.number(),
          created_by_handle: z.string().nullish(),
          updated_by_handle: z.string().nullish(),
        }),
      }),
    ).nullish(),
  }),
  ['data'],
);

export const RumEventsAnswer = z.looseObject({
  data: rowsOf(
    z.looseObject({
      id: z.string().nullish(),
      attributes: z.looseObject({
        timestamp: z.string(),
        service: z.string().nullish(),
        tags: Tags,
        attributes: Fields,
      }),
    }),
  ).nullable(),
  links: Links,
  meta: Meta,
});
export type RumEvent = NonNullable<z.infer<typeof RumEventsAnswer>['data']>[number];
