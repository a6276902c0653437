/** Fields of the replies that are used, as the manual documents them for each command. Numbers arrive in any of four types. */
import { z } from 'zod';

/** An integer that the driver did not turn into a number. */
interface Whole {
  toNumber(): number;
}

function isWhole(value: unknown): value is Whole {
  return typeof value === 'object' && value !== null && 'toNumber' in value && typeof value.toNumber === 'function';
}

/** A count or a size: an int, a long or a double without a fraction. */
const Count = z
  .union([z.number(), z.custom<Whole>(isWhole).transform((value) => value.toNumber())])
  .pipe(z.number().nonnegative())
  .transform((value) => Math.round(value));

const Amount = z.union([z.number(), z.custom<Whole>(isWhole).transform((value) => value.toNumber())]);

/** Shards and older releases tell a flag as a number. */
const Flag = z.union([z.boolean(), Amount.transform((value) => value !== 0)]);

/** Zero when everything was returned. */
const CursorId = z.custom<{ isZero(): boolean } | number>(
  (value) => typeof value === 'number' || (isWhole(value) && 'isZero' in value),
);

const Documents = z.array(z.record(z.string(), z.unknown()));

export const FirstBatch = z.looseObject({
  cursor: z.looseObject({ id: CursorId, firstBatch: Documents }),
});
export type FirstBatch = z.infer<typeof FirstBatch>;

export const NextBatch = z.looseObject({
  cursor: z.looseObject({ id: CursorId, nextBatch: Documents }),
});

export const Databases = z.looseObject({ databases: z.array(z.looseObject({ name: z.string() })) });

export const CollectionEntry = z.looseObject({ name: z.string(), type: z.string().default('collection') });

/** Keys of a compound index are in its order; a kind is a number or a word. */
export const IndexEntry = z.looseObject({
  name: z.string(),
  key: z.record(z.string(), z.union([z.string(), Amount])),
  unique: Flag.default(false),
  sparse: Flag.default(false),
  hidden: Flag.default(false),
  expireAfterSeconds: Amount.optional(),
  partialFilterExpression: z.record(z.string(), z.unknown()).optional(),
});

export const Distinct = z.looseObject({ values: z.array(z.unknown()) });

export const Counted = z.looseObject({ n: Count });

export const DatabaseStats = z.looseObject({
  objects: Count,
  avgObjSize: Amount.optional(),
  dataSize: Count,
  storageSize: Count,
  freeStorageSize: Count.optional(),
  indexes: Count,
  indexSize: Count,
  collections: Count,
  views: Count.optional(),
});

export const CollectionStats = z.looseObject({
  /** A time series has none. */
  count: Count.optional(),
  size: Count,
  avgObjSize: Amount.optional(),
  storageSize: Count,
  freeStorageSize: Count.optional(),
  nindexes: Count,
  totalIndexSize: Count,
  indexSizes: z.record(z.string(), Count).default({}),
  capped: Flag.optional(),
  sharded: Flag.optional(),
});

const Resource = z.looseObject({
  db: z.string().optional(),
  collection: z.string().optional(),
  cluster: z.boolean().optional(),
  anyResource: z.boolean().optional(),
});

export const ConnectionStatus = z.looseObject({
  authInfo: z.looseObject({
    authenticatedUsers: z.array(z.looseObject({ user: z.string(), db: z.string() })),
    authenticatedUserRoles: z.array(z.looseObject({ role: z.string(), db: z.string() })).default([]),
    authenticatedUserPrivileges: z
      .array(z.looseObject({ resource: Resource, actions: z.array(z.string()) }))
      .default([]),
  }),
});
export type ConnectionStatus = z.infer<typeof ConnectionStatus>;

/** Its shape depends on release, engine and topology: what is looked for in it is found by name. */
export const Explained = z.record(z.string(), z.unknown());
