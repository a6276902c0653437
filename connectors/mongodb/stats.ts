/** Sizes and numbers, as the database keeps them. */
import type { DataOf } from '../../catalog/index.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { type Mongo, withMongo } from './client.ts';
import { explainEmpty } from './empty.ts';
import { checkCollection } from './guard/check-question.ts';
import type { manifest } from './manifest.ts';
import { CollectionStats, DatabaseStats } from './schema.ts';

type Stats = DataOf<'documents.getStats'>;

export const getStats: ConnectorOperations<typeof manifest>['documents.getStats'] = {
  guard({ collection }) {
    if (collection !== undefined) checkCollection(collection, 'collection');
  },
  run: ({ database, collection }, context) =>
    withMongo(context, async (mongo) => {
      if (collection === undefined) {
        const data = await ofDatabase(mongo, database);
        return {
          data,
          complete: true,
          ...(data.collections === 0 && { because: noSuchDatabase(database) }),
          truncated: false,
        };
      }
      const { data, isCounted } = await ofCollection(mongo, database, collection);
      if (!isCounted) return { data, complete: false, because: notCounted, truncated: false };
      const isNothing = data.documents === 0;
      return {
        data,
        complete: true,
        // What does not exist has zeros everywhere, and no refusal.
        ...(isNothing && { because: await explainEmpty(mongo, { database, collection }) }),
        truncated: false,
      };
    }),
};

const notCounted =
  'The database does not report the number of documents of a time series; documents.count counts them.';

function noSuchDatabase(database: string): string {
  return `The read was allowed, and ${database} holds nothing: the answer is the same for a database that does not exist.`;
}

async function ofDatabase(mongo: Mongo, database: string): Promise<Stats> {
  const stats = await mongo.ask(DatabaseStats, { call: 'mongodb:dbStats', database, command: { dbStats: 1 } });
  return {
    ...sizes({ ...stats, count: stats.objects }),
    dataBytes: stats.dataSize,
    indexes: stats.indexes,
    indexBytes: stats.indexSize,
    collections: stats.collections,
    ...(stats.views !== undefined && { views: stats.views }),
  };
}

async function ofCollection(
  mongo: Mongo,
  database: string,
  collection: string,
): Promise<{ data: Stats; isCounted: boolean }> {
  const stats = await mongo.ask(CollectionStats, {
    call: 'mongodb:collStats',
    database,
    command: { collStats: collection },
  });
  const { count } = stats;
  const data = {
    ...sizes({ ...stats, count: count ?? 0 }),
    dataBytes: stats.size,
    indexes: stats.nindexes,
    indexBytes: stats.totalIndexSize,
    indexBytesByName: stats.indexSizes,
    ...(stats.capped !== undefined && { isCapped: stats.capped }),
    ...(stats.sharded !== undefined && { isSharded: stats.sharded }),
  };
  return { data, isCounted: count !== undefined };
}

interface Sizes {
  readonly count: number;
  readonly avgObjSize?: number | undefined;
  readonly storageSize: number;
  readonly freeStorageSize?: number | undefined;
}

function sizes({ count, avgObjSize, storageSize, freeStorageSize }: Sizes) {
  return {
    documents: count,
    // Of nothing there is no average, whatever the database says.
    ...(count > 0 && avgObjSize !== undefined && { averageDocumentBytes: avgObjSize }),
    storageBytes: storageSize,
    ...(freeStorageSize !== undefined && { freeStorageBytes: freeStorageSize }),
  };
}
