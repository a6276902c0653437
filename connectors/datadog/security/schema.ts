/** The answer about API keys: only the fields we use, and none that holds a key. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Text = z.string().nullish();

export const KeysAnswer = omitsEmpty(
  z.looseObject({
    data: rowsOf(
      z.looseObject({
        id: z.string(),
        attributes: z.looseObject({
          name: Text,
          last4: Text,
          category: Text,
          created_at: Text,
          modified_at: Text,
          date_last_used: Text,
          remote_config_read_enabled: z.boolean().nullish(),
        }),
        relationships: z
          .looseObject({ created_by: z.looseObject({ data: z.looseObject({ id: z.string() }).nullish() }).nullish() })
          .nullish(),
      }),
    ).nullish(),
    included: rowsOf(
      z.looseObject({ id: Text, type: Text, attributes: z.looseObject({ handle: Text, name: Text }).nullish() }),
    ).nullish(),
  }),
  ['data'],
);
