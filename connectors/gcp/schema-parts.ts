/**
 * What the schemas of answers share. Only the fields that are used are read, so that new ones never
 * break a read; nearly all may be missing, because the vendor leaves out what has its default value.
 */
import { z } from 'zod';
import { omitsEmpty } from '../../src/connector/omits-empty.ts';
import { rowsOf } from '../../src/core/rows.ts';

export const text = z.string().optional();
export const flag = z.boolean().optional();
export const number = z.number().optional();
export const texts = z.array(z.string()).default([]);
export const labels = z.record(z.string(), z.string()).default({});

/** Only the names are read: values of environment variables are where secrets live. */
export const namesOnly = z.record(z.string(), z.unknown()).transform((all) => Object.keys(all).toSorted());

export const Money = z.object({ currencyCode: text, units: text, nanos: number });

export const Warning = z.object({ code: text, message: text }).optional();

/** Of Compute Engine, a list over all zones and regions: each has its share, or a warning in place of it. */
export function aggregated<Item extends z.ZodType>(name: string, item: Item) {
  const rows = rowsOf(item).default([]);
  const share = z.object({ warning: Warning, [name]: rows });
  return z.object({
    items: z
      .record(
        z.string(),
        omitsEmpty(share, [name]).transform((one) => ({
          warning: Warning.parse(one['warning']),
          rows: one[name] as z.infer<typeof rows>,
        })),
      )
      .default({}),
    unreachables: texts,
    warning: Warning,
    nextPageToken: text,
  });
}
