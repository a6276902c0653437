/**
 * Results by the newer version of the interface, which goes on from a place of its own. Where it is not there, the older
 * one is walked backwards through the window in parts of six hours, as many as its rate allows in one question.
 */
import { z } from 'zod';
import { Fault } from '../../src/core/fault.ts';
import type { ChecklyClient, ResultsQuestion } from './client.ts';
import type { Result } from './schema.ts';
import { receivedIn } from '../../src/core/rows.ts';

/** Where a list goes on: in the older version at a page of the part of six hours that ends at `toSec`. */
export const Place = z.discriminatedUnion('version', [
  z.strictObject({ version: z.literal(2), nextId: z.string().min(1) }),
  z.strictObject({ version: z.literal(1), toSec: z.int(), page: z.int().min(1) }),
]);
export type Place = z.infer<typeof Place>;
type Older = Place & { readonly version: 1 };

export interface Asked {
  readonly checkId: string;
  readonly question: ResultsQuestion;
  readonly place: Place | undefined;
}

export interface ReadResults {
  readonly results: readonly Result[];
  readonly next: Place | undefined;
}

const partSec = 6 * 3600;
/** What ten seconds allow. A day that begins and ends within a second touches five parts. */
const mostParts = 5;

export async function readResults(client: ChecklyClient, asked: Asked): Promise<ReadResults> {
  const { checkId, question, place } = asked;
  if (place?.version === 1) return walkOlder(client, asked, place);
  try {
    const { entries, nextId } = await client.listResults(checkId, question, place?.nextId);
    return { results: entries, next: nextId ? { version: 2, nextId } : undefined };
  } catch (error) {
    const isGone = error instanceof Fault && error.kind === 'not_found_or_hidden' && place === undefined;
    if (!isGone) throw error;
    return walkOlder(client, asked, { version: 1, toSec: question.toSec, page: 1 });
  }
}

/** Puts parts together as long as they are within the limit: what comes after them is behind the cursor. */
async function walkOlder(client: ChecklyClient, { checkId, question }: Asked, start: Older): Promise<ReadResults> {
  const results: Result[] = [];
  let at: Older | undefined = start;
  for (let part = 0; at !== undefined && part < mostParts; part += 1) {
    const { toSec, page }: Older = at;
    const fromSec = Math.max(question.fromSec, toSec - partSec);
    const found = await client.listOlderResults(checkId, { ...question, fromSec, toSec }, page);
    if (results.length > 0 && results.length + found.length > question.limit) break;
    results.push(...found);
    if (receivedIn(found) >= question.limit) at = { version: 1, toSec, page: page + 1 };
    else at = fromSec > question.fromSec ? { version: 1, toSec: fromSec, page: 1 } : undefined;
  }
  return { results, next: at };
}
