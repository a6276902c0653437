/** One function for each operation. Arguments are checked before anything is sent; what comes back says what it leaves out. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { withMongo } from './client.ts';
import { takeValues, toAnswer } from './documents.ts';
import { explainEmpty } from './empty.ts';
import { explain, toFind } from './explain.ts';
import { checkCollection, checkExpression, checkPipeline } from './guard/check-question.ts';
import { listCollections, listDatabases, listIndexes, parseEach } from './lists.ts';
import type { manifest } from './manifest.ts';
import { Counted, Distinct, FirstBatch } from './schema.ts';
import { getStats } from './stats.ts';

export const operations = {
  'documents.find': {
    guard({ collection, filter, projection }) {
      checkCollection(collection, 'collection');
      checkExpression(filter, 'filter');
      checkExpression(projection, 'projection');
    },
    run: ({ database, collection, limit, ...asked }, context) =>
      withMongo(context, async (mongo) => {
        const batch = await mongo.ask(FirstBatch, {
          call: 'mongodb:find',
          database,
          command: {
            find: collection,
            ...toFind(asked, (value, path) => mongo.read(value, path)),
            // One more than is returned, to know whether there is more.
            limit: limit + 1,
            batchSize: limit + 1,
            allowDiskUse: false,
            ...mongo.readConcern,
          },
        });
        return toAnswer(mongo, batch, { database, collection, limit });
      }),
  },

  'documents.aggregate': {
    guard({ collection, pipeline }) {
      checkCollection(collection, 'collection');
      checkPipeline(pipeline);
    },
    run: ({ database, collection, pipeline, limit }, context) =>
      withMongo(context, async (mongo) => {
        const batch = await mongo.ask(FirstBatch, {
          call: 'mongodb:aggregate',
          database,
          command: {
            aggregate: collection,
            pipeline: [...(mongo.read(pipeline, 'pipeline') as unknown[]), { $limit: limit + 1 }],
            // Room for one that never comes, so that the database sees the end and closes the cursor itself.
            cursor: { batchSize: limit + 2 },
            allowDiskUse: false,
            ...mongo.readConcern,
          },
        });
        return toAnswer(mongo, batch, { database, collection, limit });
      }),
  },

  'documents.count': {
    guard({ collection, filter }) {
      checkCollection(collection, 'collection');
      checkExpression(filter, 'filter');
    },
    run: ({ database, collection, filter = {} }, context) =>
      withMongo(context, async (mongo) => {
        const { cursor } = await mongo.ask(FirstBatch, {
          call: 'mongodb:aggregate',
          database,
          command: {
            aggregate: collection,
            pipeline: [{ $match: mongo.read(filter, 'filter') }, { $count: 'n' }],
            cursor: {},
            allowDiskUse: false,
            ...mongo.readConcern,
          },
        });
        // Nothing to count is no document at all.
        const count =
          parseEach(Counted, cursor.firstBatch, { call: 'mongodb:aggregate', noteUnread: context.noteUnread })[0]?.n ??
          0;
        return {
          data: { count },
          complete: true,
          ...(count === 0 && { because: await explainEmpty(mongo, { database, collection }) }),
          truncated: false,
        };
      }),
  },

  'documents.distinct': {
    guard({ collection, filter }) {
      checkCollection(collection, 'collection');
      checkExpression(filter, 'filter');
    },
    run: ({ database, collection, field, filter = {}, limit }, context) =>
      withMongo(context, async (mongo) => {
        const { values } = await mongo.ask(Distinct, {
          call: 'mongodb:distinct',
          database,
          command: { distinct: collection, key: field, query: mongo.read(filter, 'filter'), ...mongo.readConcern },
        });
        const told = takeValues(values, limit);
        const because = values.length === 0 ? await explainEmpty(mongo, { database, collection }) : told.left;
        return {
          data: { count: values.length, values: told.values },
          complete: true,
          ...(because !== undefined && { because }),
          truncated: values.length > told.values.length,
        };
      }),
  },

  'documents.explain': explain,
  'documents.getStats': getStats,
  'documents.listCollections': listCollections,
  'documents.listDatabases': listDatabases,
  'documents.listIndexes': listIndexes,
} satisfies ConnectorOperations<typeof manifest>;
