/**
 * What a list gets that can be read from several regions in one question: an argument that names them, and the
 * region in each row. Added to the schemas of the operation, so that no operation repeats it.
 */
import { z } from 'zod';
import { Region } from './common.ts';

/** Each is read one after the other: more would not fit into the calls of one question. */
const mostRegions = 10;

const Regions = z
  .array(Region)
  .min(2)
  .max(mostRegions)
  .refine((all) => new Set(all).size === all.length, 'must not name a region twice')
  .describe('Regions to read, instead of region; every row then says which it is from');
const RegionOfRow = z.string().optional().describe('Region of this row; always there where several regions were read');

export function withRegions<Arguments extends z.ZodObject>(args: Arguments): Arguments {
  const extended = args
    .safeExtend({ regions: Regions.optional() })
    .refine(({ region, regions }) => region === undefined || regions === undefined, {
      path: ['regions'],
      message: 'name either region or regions',
    });
  // Sound because what is added is optional, and read by name alone.
  return extended as unknown as Arguments;
}

export function withRegionOfRows<Result extends z.ZodType>(result: Result, list: string): Result {
  const rows = result instanceof z.ZodObject ? result.shape[list] : undefined;
  if (!(result instanceof z.ZodObject && rows instanceof z.ZodArray && rows.element instanceof z.ZodObject)) {
    throw new Error(`${list} is no list of objects in the result`);
  }
  const row = 'region' in rows.element.shape ? rows.element : rows.element.safeExtend({ region: RegionOfRow });
  const extended = result.safeExtend({ [list]: z.array(row) });
  return extended as unknown as Result;
}
