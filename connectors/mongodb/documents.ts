/** Documents as they go out: in extended JSON, as many as were asked for and as fit into one answer. */
import type { Answer } from '../../src/connector/connector.ts';
import type { Mongo } from './client.ts';
import { manifest } from './manifest.ts';
import type { Place } from './empty.ts';
import { explainEmpty } from './empty.ts';
import { FirstBatch, NextBatch } from './schema.ts';
import { writeDocument, writeExtendedJson } from './write-extended-json.ts';
import { z } from 'zod';

const { responseBytes } = manifest.limits;

interface Taken {
  readonly documents: Record<string, unknown>[];
  /** What was left out, in words; undefined when nothing was. */
  readonly left?: string;
}

/** The documents of a first batch that was asked for with one more than `limit`. */
export async function toAnswer(
  mongo: Mongo,
  { cursor }: FirstBatch,
  { limit, ...place }: Place & { readonly limit: number },
): Promise<Answer<{ documents: Record<string, unknown>[] }>> {
  if (!isEnd(cursor.id)) await endCursor(mongo, { id: cursor.id, ...place });
  const { documents, left } = take(cursor.firstBatch, limit);
  const isCut = cursor.firstBatch.length > limit;
  // The database ends a batch at 16 MiB, however many were asked for.
  const because = left ?? (isEnd(cursor.id) || isCut ? undefined : tooLarge);
  return {
    data: { documents },
    complete: true,
    ...(because !== undefined && { because }),
    ...(documents.length === 0 && because === undefined && { because: await explainEmpty(mongo, place) }),
    truncated: isCut || because !== undefined,
  };
}

const tooLarge = `The documents are larger than one answer of ${responseBytes >> 20} MiB: project fewer fields or ask for fewer.`;

function take(batch: readonly object[], limit: number): Taken {
  const documents: Record<string, unknown>[] = [];
  let bytes = 0;
  for (const one of batch.slice(0, limit)) {
    const document = writeDocument(one);
    bytes += Buffer.byteLength(JSON.stringify(document));
    // A single document is returned whatever its size: the host has a limit of its own, and says so.
    if (bytes > responseBytes && documents.length > 0) return { documents, left: tooLarge };
    documents.push(document);
  }
  return { documents };
}

/** Values of one field, cut like documents. */
export function takeValues(values: readonly unknown[], limit: number): { values: unknown[]; left?: string } {
  const told: unknown[] = [];
  let bytes = 0;
  for (const one of values.slice(0, limit)) {
    const value = writeExtendedJson(one);
    bytes += Buffer.byteLength(JSON.stringify(value));
    if (bytes > responseBytes && told.length > 0) return { values: told, left: tooLarge };
    told.push(value);
  }
  return { values: told };
}

type CursorId = FirstBatch['cursor']['id'];

export function isEnd(id: CursorId): boolean {
  return typeof id === 'number' ? id === 0 : id.isZero();
}

interface OpenCursor extends Place {
  readonly id: CursorId;
}

/** So that the database keeps nothing open for an answer that is not asked for any more. */
async function endCursor(mongo: Mongo, { id, database, collection }: OpenCursor): Promise<void> {
  await mongo.ask(z.looseObject({}), {
    call: 'mongodb:killCursors',
    database,
    command: { killCursors: collection, cursors: [id] },
  });
}

/** Batches after the first that are read of a list; more entries than that are a fault of the data model. */
const mostBatches = 8;

/** Everything a list command tells. `hasMore` when it was not read to the end. */
export async function readList(
  mongo: Mongo,
  question: Parameters<Mongo['ask']>[1],
  collection: string,
): Promise<{ entries: Record<string, unknown>[]; hasMore: boolean }> {
  const { cursor } = await mongo.ask(FirstBatch, question);
  const entries = [...cursor.firstBatch];
  let id = cursor.id;
  for (let batch = 0; batch < mostBatches && !isEnd(id); batch += 1) {
    const next = await mongo.ask(NextBatch, {
      call: 'mongodb:getMore',
      database: question.database,
      command: { getMore: id, collection },
    });
    entries.push(...next.cursor.nextBatch);
    id = next.cursor.id;
  }
  return { entries, hasMore: !isEnd(id) };
}
