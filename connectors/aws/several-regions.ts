/**
 * One question to several regions: each is read as a question of its own, one after the other, until the page is full.
 * The rows say their region. A region that cannot be read is named, and the others are answered.
 */
import { z } from 'zod';
import { catalog } from '../../catalog/index.ts';
import type { Answer, ConnectorOperation } from '../../src/connector/connector.ts';
import { decodePlace, encodeCursor } from '../../src/connector/cursor.ts';
import { Fault, type FaultKind } from '../../src/core/fault.ts';
import type { AwsOperationContext } from './access/context.ts';
import { chooseRegion } from './access/regions.ts';

type Rows = readonly object[];
type Data = Readonly<Record<string, unknown>>;
type Arguments = Readonly<Record<string, unknown>>;
interface Code {
  readonly guard?: ConnectorOperation['guard'];
  run(args: Arguments, context: AwsOperationContext): Promise<Answer>;
}

/** Where a page begins: the region, and in it the place of its own cursor, which was made for a page of this size. */
const Place = z.strictObject({
  at: z.int().min(0),
  limit: z.int().min(1).exactOptional(),
  inner: z.strictObject({ for: z.string(), after: z.string() }).exactOptional(),
});
type Place = z.infer<typeof Place>;

/** What is wrong with the question, and no better in another region. */
const ofTheQuestion: ReadonlySet<FaultKind> = new Set([
  'invalid_arguments',
  'refused',
  'window_too_wide',
  'cap_exceeded',
  'bug',
]);

/** The same operations, which also answer for several regions where the catalog says so. */
export function acrossRegions<Operations extends object>(operations: Operations): Operations {
  const entries = Object.entries(operations as Readonly<Record<string, Code>>).map(([name, code]) => {
    const list = catalog.get(name)?.ofRegions;
    return [name, list === undefined ? code : { ...code, run: runIn(name, list, code) }];
  });
  return Object.fromEntries(entries) as Operations;
}

function runIn(operation: string, list: string, code: Code): Code['run'] {
  return (args, context) => {
    const { regions, ...rest } = args;
    if (!Array.isArray(regions)) return code.run(args, context);
    for (const region of regions as string[]) requireConfigured(context, region);
    return readRegions({ operation, list, code, regions: regions as string[], args: rest, context });
  };
}

function requireConfigured(context: AwsOperationContext, region: string): void {
  try {
    chooseRegion(context, region);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'invalid_arguments') throw error;
    throw new Fault('invalid_arguments', { field: 'regions' }, error.remedy);
  }
}

interface Question {
  readonly operation: string;
  readonly list: string;
  readonly code: Code;
  readonly regions: readonly string[];
  readonly args: Arguments;
  readonly context: AwsOperationContext;
}

/** What was read so far. */
interface Page {
  place: Place;
  readonly rows: object[];
  others: Data;
  readonly faults: Fault[];
  readonly missing: string[];
  readonly empty: string[];
}

async function readRegions(question: Question): Promise<Answer<Data>> {
  const { operation, regions, args } = question;
  const { cursor, ...rest } = args;
  const about = [operation, regions, rest];
  const most = typeof args['limit'] === 'number' ? args['limit'] : Infinity;
  const place = typeof cursor === 'string' ? decodePlace(about, cursor, Place) : { at: 0 };
  const page: Page = { place, rows: [], others: {}, faults: [], missing: [], empty: [] };
  for (let asked = 0; page.place.at < regions.length; asked += 1) {
    const left = most - page.rows.length;
    const limit = page.place.limit ?? left;
    if (left <= 0 || limit > left || !(await readRegion(question, page, { limit, isFirst: asked === 0 }))) break;
  }
  const [first] = page.faults;
  if (first !== undefined && page.faults.length === regions.length) throw first;
  return toAnswer(question, about, page);
}

/** False when the calls of one question are used up: the next page begins with this region. */
async function readRegion(
  { list, code, regions, args, context }: Question,
  page: Page,
  { limit, isFirst }: { readonly limit: number; readonly isFirst: boolean },
): Promise<boolean> {
  const { place } = page;
  const region = regions[place.at] ?? '';
  try {
    const answer = await code.run({ ...args, ...inRegion(place, region, limit) }, context);
    const { [list]: found, region: _region, ...others } = answer.data as Data;
    page.rows.push(...(found as Rows).map((row) => ({ ...row, region })));
    page.others = { ...others, ...page.others };
    const reasons = answer.complete ? page.empty : page.missing;
    if (answer.because !== undefined) reasons.push(`${region}: ${answer.because}`);
    page.place = nextPlace(place, limit, answer);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof Fault && error.kind === 'cap_exceeded' && !isFirst) return false;
    if (!(error instanceof Fault) || ofTheQuestion.has(error.kind)) throw error;
    page.faults.push(error);
    page.missing.push(`${region} could not be read: ${error.remedy}`);
    page.place = { at: place.at + 1 };
  }
  return true;
}

function toAnswer({ list, regions }: Question, about: readonly unknown[], page: Page): Answer<Data> {
  const { place, rows, others, missing, empty } = page;
  const isMore = place.at < regions.length;
  const complete = missing.length === 0;
  return {
    // Required where one region is read, and a caller may rely on it.
    data: { ...others, region: regions.join(','), [list]: rows },
    complete,
    ...((!complete || rows.length === 0) && { because: (complete ? empty : missing).join(' ') }),
    truncated: isMore,
    ...(isMore && { nextCursor: encodeCursor(about, JSON.stringify(place)) }),
  };
}

/** The arguments of one region. */
function inRegion({ inner }: Place, region: string, limit: number): Arguments {
  return {
    region,
    ...(limit !== Infinity && { limit }),
    cursor: inner === undefined ? undefined : Buffer.from(JSON.stringify(inner)).toString('base64url'),
  };
}

/** A cursor is unpacked into the place, because packed twice it might be longer than a cursor may be. */
function nextPlace({ at }: Place, limit: number, { nextCursor }: Answer): Place {
  if (nextCursor === undefined) return { at: at + 1 };
  const inner = JSON.parse(Buffer.from(nextCursor, 'base64url').toString('utf8')) as Place['inner'];
  return { at, limit, ...(inner !== undefined && { inner }) };
}
