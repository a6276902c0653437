/** Databases, collections and indexes. The database leaves out what the user may not see, without a word: an empty list asks why. */
import type { DataOf, OperationName } from '../../catalog/index.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { withMongo } from './client.ts';
import { readList } from './documents.ts';
import { checkCollection } from './guard/check-question.ts';
import type { manifest } from './manifest.ts';
import { readPrivileges, whyNoCollections, whyNoDatabases } from './privileges.ts';
import { CollectionEntry, Databases, IndexEntry } from './schema.ts';
import { writeDocument } from './write-extended-json.ts';
import type { z } from 'zod';
import { type MappedList, mapRows } from '../../src/connector/map-rows.ts';
import { Fault } from '../../src/core/fault.ts';

/** Entries of a list in the shape that is used; others are left out and named. @throws Fault `upstream_changed` when there are only others. */
export function parseEach<S extends z.ZodType>(
  schema: S,
  entries: readonly unknown[],
  { call, noteUnread }: { readonly call: string } & Pick<MappedList, 'noteUnread'>,
): z.infer<S>[] {
  const read = (entry: unknown): z.infer<S> => {
    const parsed = schema.safeParse(entry);
    if (parsed.success) return parsed.data;
    const path = [`${call}[]`, ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.');
    const remedy =
      'Check that MONGO_URI names a MongoDB of a release that is still maintained; if it does, report the path.';
    throw new Fault('upstream_changed', { path }, remedy, { cause: parsed.error });
  };
  return mapRows(entries, read, { list: call, noteUnread });
}

type Of<N extends OperationName> = ConnectorOperations<typeof manifest>[N & keyof ConnectorOperations<typeof manifest>];

export const listDatabases: Of<'documents.listDatabases'> = {
  run: (_args, context) =>
    withMongo(context, async (mongo) => {
      const { databases } = await mongo.ask(Databases, {
        call: 'mongodb:listDatabases',
        database: 'admin',
        command: { listDatabases: 1, nameOnly: true, authorizedDatabases: true },
      });
      const names = databases.map(({ name }) => name).toSorted();
      return {
        data: { databases: names },
        complete: true,
        ...(names.length === 0 && { because: whyNoDatabases(await readPrivileges(mongo)) }),
        truncated: false,
      };
    }),
};

const moreThanRead = 'There are more than were read; request one by its name.';

export const listCollections: Of<'documents.listCollections'> = {
  run: ({ database }, context) =>
    withMongo(context, async (mongo) => {
      const { entries, hasMore } = await readList(
        mongo,
        {
          call: 'mongodb:listCollections',
          database,
          command: {
            listCollections: 1,
            nameOnly: true,
            authorizedCollections: true,
            cursor: {},
          },
        },
        '$cmd.listCollections',
      );
      const collections = parseEach(CollectionEntry, entries, {
        call: 'mongodb:listCollections',
        noteUnread: context.noteUnread,
      })
        .map(({ name, type }) => ({ name, type }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      return {
        data: { collections },
        complete: true,
        ...(hasMore && { because: moreThanRead }),
        ...(collections.length === 0 && { because: whyNoCollections(await readPrivileges(mongo), database) }),
        truncated: hasMore,
      };
    }),
};

export const listIndexes: Of<'documents.listIndexes'> = {
  guard: ({ collection }) => checkCollection(collection, 'collection'),
  run: ({ database, collection }, context) =>
    withMongo(context, async (mongo) => {
      const { entries, hasMore } = await readList(
        mongo,
        { call: 'mongodb:listIndexes', database, command: { listIndexes: collection, cursor: {} } },
        collection,
      );
      const indexes = parseEach(IndexEntry, entries, {
        call: 'mongodb:listIndexes',
        noteUnread: context.noteUnread,
      }).map(toIndex);
      return {
        data: { indexes },
        complete: true,
        ...(hasMore && { because: moreThanRead }),
        ...(indexes.length === 0 && {
          because: 'The read was allowed, and the collection has no index: it is clustered, or a time series.',
        }),
        truncated: hasMore,
      };
    }),
};

type Index = DataOf<'documents.listIndexes'>['indexes'][number];

function toIndex(entry: ReturnType<typeof IndexEntry.parse>): Index {
  const { name, key, unique, sparse, hidden, expireAfterSeconds, partialFilterExpression } = entry;
  return {
    name,
    keys: Object.entries(key).map(([field, kind]) => ({ field, kind: String(kind) })),
    // The index of the identifier is unique without saying so.
    isUnique: unique || name === '_id_',
    isSparse: sparse,
    isHidden: hidden,
    ...(expireAfterSeconds !== undefined && { expiresAfterSec: Math.round(expireAfterSeconds) }),
    ...(partialFilterExpression !== undefined && { partialFilter: writeDocument(partialFilterExpression) }),
  };
}
