/** After an empty answer: is nothing there, or was the wrong place read? The read itself was allowed, or it would have been refused. */
import { Fault } from '../../src/core/fault.ts';
import type { Mongo } from './client.ts';
import { FirstBatch } from './schema.ts';

export interface Place {
  readonly database: string;
  readonly collection: string;
}

/** One sentence for `because`. */
export async function explainEmpty(mongo: Mongo, { database, collection }: Place): Promise<string> {
  const isThere = await isCollection(mongo, { database, collection });
  if (isThere === undefined) {
    return 'The read was allowed and found nothing; this user may not check whether the collection exists.';
  }
  if (isThere) return 'The read was allowed, and nothing in the collection matches.';
  return `The read was allowed, but ${database} has no collection ${collection} that this user may see. Names are case-sensitive; documents.listCollections lists them.`;
}

/** Undefined when that may not be looked up. */
async function isCollection(mongo: Mongo, { database, collection }: Place): Promise<boolean | undefined> {
  try {
    const { cursor } = await mongo.ask(FirstBatch, {
      call: 'mongodb:listCollections',
      database,
      command: {
        listCollections: 1,
        nameOnly: true,
        authorizedCollections: true,
        filter: { name: collection },
        cursor: {},
      },
    });
    return cursor.firstBatch.length > 0;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'permission_missing') return undefined;
    throw error;
  }
}
