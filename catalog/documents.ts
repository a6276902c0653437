/** What is in document databases. Filters and pipelines are those of the database; which stages are refused, its connector says. */
import { z } from 'zod';
import { limitUpTo } from './common.ts';
import { BoundedObject, Document, Pipeline } from './documents-json.ts';
import { defineOperation } from './operation.ts';

/** Characters and length after https://mongodb.com/docs/manual/reference/limits, the stricter rule where systems differ. */
const DatabaseName = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[^\p{C}\s/\\."$*<>:|?]+$/u, 'must be the name of a database')
  .refine((name) => new TextEncoder().encode(name).length < 64, 'must be shorter than 64 bytes');

const CollectionName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^(?!\.)[^\p{C}$]+(?<!\.)$/u, 'must be the name of a collection');

/** Path of a field: parts joined with dots, none of them empty and none an operator. */
const FieldPath = z
  .string()
  .min(1)
  .max(500)
  .regex(/^(?:[^\p{C}.$][^\p{C}.]*)(?:\.[^\p{C}.$][^\p{C}.]*)*$/u, 'must be the path of a field');

const collection = { database: DatabaseName, collection: CollectionName };

const Sort = z
  .array(z.strictObject({ field: FieldPath, order: z.enum(['ascending', 'descending']) }))
  .min(1)
  .max(32)
  .refine((keys) => new Set(keys.map(({ field }) => field)).size === keys.length, 'must not name a field twice');

const Find = z.strictObject({
  filter: BoundedObject.optional().describe('Every document when left out'),
  projection: BoundedObject.optional().describe('Which fields to tell'),
  sort: Sort.optional(),
});

export const documentsListDatabases = defineOperation({
  name: 'documents.listDatabases',
  access: 'read',
  summary: 'Databases that the credential may see; others are left out without a word.',
  arguments: () => z.strictObject({}),
  result: () => z.strictObject({ databases: z.array(z.string()) }),
});

export const documentsListCollections = defineOperation({
  name: 'documents.listCollections',
  access: 'read',
  summary: 'Collections and views of a database that the credential may see.',
  arguments: () => z.strictObject({ database: DatabaseName }),
  result: () =>
    z.strictObject({
      collections: z.array(
        z.strictObject({ name: z.string(), type: z.string().describe('Such as collection or view') }),
      ),
    }),
});

export const documentsFind = defineOperation({
  name: 'documents.find',
  access: 'read',
  summary: 'Documents of a collection that match a filter.',
  arguments: () => z.strictObject({ ...collection, ...Find.shape, limit: limitUpTo(1000) }),
  result: () => z.strictObject({ documents: z.array(Document) }),
});

export const documentsAggregate = defineOperation({
  name: 'documents.aggregate',
  access: 'read',
  summary: 'What a pipeline of reading stages makes of a collection.',
  arguments: () =>
    z.strictObject({
      ...collection,
      pipeline: Pipeline.describe('At most 50 stages; those that write or run code are refused'),
      limit: limitUpTo(1000),
    }),
  result: () => z.strictObject({ documents: z.array(Document) }),
});

export const documentsCount = defineOperation({
  name: 'documents.count',
  access: 'read',
  summary: 'Number of documents that match a filter, counted and not estimated.',
  arguments: () => z.strictObject({ ...collection, filter: BoundedObject.optional() }),
  result: () => z.strictObject({ count: z.int() }),
});

export const documentsDistinct = defineOperation({
  name: 'documents.distinct',
  access: 'read',
  summary: 'Different values that a field takes in the documents that match a filter.',
  arguments: () =>
    z.strictObject({
      ...collection,
      field: FieldPath,
      filter: BoundedObject.optional(),
      limit: limitUpTo(1000),
    }),
  result: () =>
    z.strictObject({
      count: z.int().describe('Number of different values, which may exceed those told'),
      values: z.array(z.unknown()).describe('As extended JSON'),
    }),
});

export const documentsListIndexes = defineOperation({
  name: 'documents.listIndexes',
  access: 'read',
  summary: 'Indexes of a collection; how often each is used is not told.',
  arguments: () => z.strictObject(collection),
  result: () =>
    z.strictObject({
      indexes: z.array(
        z.strictObject({
          name: z.string(),
          keys: z.array(
            z.strictObject({ field: z.string(), kind: z.string().describe('1, -1, or such as text or 2dsphere') }),
          ),
          isUnique: z.boolean(),
          isSparse: z.boolean(),
          isHidden: z.boolean(),
          expiresAfterSec: z.int().optional().describe('Documents are deleted so long after the time in the field'),
          partialFilter: Document.optional().describe('Only documents that match it are in the index'),
        }),
      ),
    }),
});

export const documentsGetStats = defineOperation({
  name: 'documents.getStats',
  access: 'read',
  summary: 'Size and number of what a database or one collection holds.',
  arguments: () => z.strictObject({ database: DatabaseName, collection: CollectionName.optional() }),
  result: () =>
    z.strictObject({
      documents: z.int(),
      averageDocumentBytes: z.number().optional().describe('Absent when there are none'),
      dataBytes: z.int().describe('Uncompressed'),
      storageBytes: z.int().describe('On disk, without indexes'),
      freeStorageBytes: z.int().optional(),
      indexes: z.int(),
      indexBytes: z.int(),
      indexBytesByName: z.record(z.string(), z.int()).optional().describe('Of one collection only'),
      collections: z.int().optional().describe('Of a database only'),
      views: z.int().optional().describe('Of a database only'),
      isCapped: z.boolean().optional().describe('Of one collection only'),
      isSharded: z.boolean().optional().describe('Of one collection only'),
    }),
});

export const documentsExplain = defineOperation({
  name: 'documents.explain',
  access: 'read',
  summary: 'How the database would answer a question: stages and indexes. The question itself is not run.',
  arguments: () =>
    z.strictObject({
      ...collection,
      question: z.discriminatedUnion('command', [
        Find.extend({ command: z.literal('find'), limit: limitUpTo(1000) }),
        z.strictObject({ command: z.literal('aggregate'), pipeline: Pipeline }),
      ]),
    }),
  result: () =>
    z.strictObject({
      indexes: z.array(z.string()).describe('Those that the chosen plan uses'),
      stages: z.array(z.string()).describe('Of the chosen plan, in the words of the database, outermost first'),
      scansCollection: z.boolean().describe('True when every document of a collection is read'),
      rejectedPlans: z.int(),
      plan: Document.describe('The chosen plan whole'),
    }),
});

export const documentsOperations = [
  documentsAggregate,
  documentsCount,
  documentsDistinct,
  documentsExplain,
  documentsFind,
  documentsGetStats,
  documentsListCollections,
  documentsListDatabases,
  documentsListIndexes,
] as const;
