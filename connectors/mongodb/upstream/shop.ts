/** A deployment with one database, as scripted answers in canonical extended JSON. */
import type { AskedCommand } from './described-commands.ts';

export const int = (value: number) => ({ $numberInt: String(value) });
export const long = (value: number | string) => ({ $numberLong: String(value) });
export const double = (value: string) => ({ $numberDouble: value });
const ok = { ok: int(1) };
const none = long(0);
/** Of a list that goes on. */
const further = long(4242);

export const order = {
  _id: { $oid: '6560f1a2c3d4e5f601234567' },
  state: 'failed',
  total: { $numberDecimal: '1234567890.123456789012345678' },
  items: int(3),
  views: long('9007199254740993'),
  at: { $date: { $numberLong: '1795266000000' } },
};

function batch(ns: string, documents: readonly object[], id: object = none) {
  return { cursor: { id, ns, firstBatch: [...documents] }, ...ok };
}

const nothingIn = (collection: unknown): boolean => collection === 'orderz' || collection === 'empty';

export const find = ({ database, command }: AskedCommand) => {
  const collection = String(command['find']);
  if (nothingIn(collection)) return batch(`${database}.${collection}`, []);
  return batch(`${database}.${collection}`, [order], collection === 'wide' ? further : none);
};

export const aggregate = ({ database, command }: AskedCommand) => {
  const collection = String(command['aggregate']);
  if (nothingIn(collection)) return batch(`${database}.${collection}`, []);
  const stages = command['pipeline'] as readonly object[];
  const isCount = stages.some((stage) => '$count' in stage);
  const documents = isCount ? [{ n: int(42) }] : [{ _id: 'failed', total: double('12.5') }];
  return batch(`${database}.${collection}`, documents, collection === 'wide' ? further : none);
};

export const distinct = ({ command }: AskedCommand) => ({
  values: nothingIn(command['distinct']) ? [] : ['failed', 'paid', long('9007199254740993')],
  ...ok,
});

export const explain = () => ({
  explainVersion: '1',
  queryPlanner: {
    namespace: 'shop.orders',
    winningPlan: {
      stage: 'FETCH',
      inputStage: { stage: 'IXSCAN', indexName: 'state_1', keyPattern: { state: int(1) }, direction: 'forward' },
    },
    rejectedPlans: [],
  },
  command: {},
  serverInfo: {},
  ...ok,
});

/** An operation that asks again finds a deployment in which nothing is left to see; a check never does. */
export function createDatabaseList(): (asked: AskedCommand) => object {
  let asked = 0;
  return ({ command }) => {
    const isCheck = JSON.stringify(command['maxTimeMS']) === JSON.stringify(int(8000));
    if (!isCheck) asked += 1;
    return { databases: !isCheck && asked % 2 === 0 ? [] : [{ name: 'shop' }, { name: 'admin' }], ...ok };
  };
}

export const listCollections = ({ database, command }: AskedCommand) => {
  const ns = `${database}.$cmd.listCollections`;
  if (database !== 'shop') return batch(ns, []);
  const wanted = (command['filter'] as { name: string } | undefined)?.name;
  const all = [
    { name: 'orders', type: 'collection' },
    { name: 'recent', type: 'view' },
    { name: 'empty', type: 'collection' },
  ];
  if (wanted === undefined) return batch(ns, all, further);
  const found = all.filter(({ name }) => name === wanted);
  return batch(ns, found);
};

export const listIndexes = ({ database, command }: AskedCommand) =>
  batch(`${database}.${String(command['listIndexes'])}`, [{ v: int(2), key: { _id: int(1) }, name: '_id_' }], further);

export const getMore = ({ database, command }: AskedCommand) => {
  const collection = String(command['collection']);
  const nextBatch =
    collection === '$cmd.listCollections'
      ? [{ name: 'system.views', type: 'collection' }]
      : [
          {
            v: int(2),
            key: { state: int(1), at: double('-1.0'), note: 'text' },
            name: 'state_1',
            sparse: true,
            expireAfterSeconds: long(3600),
            partialFilterExpression: { total: { $gt: int(5) } },
          },
        ];
  return { cursor: { id: none, ns: `${database}.${collection}`, nextBatch }, ...ok };
};

export const killCursors = ({ command }: AskedCommand) => ({
  cursorsKilled: command['cursors'] as readonly object[],
  cursorsNotFound: [],
  cursorsAlive: [],
  cursorsUnknown: [],
  ...ok,
});

export const dbStats = ({ database }: AskedCommand) => ({
  db: database,
  collections: int(3),
  views: int(1),
  objects: long(42),
  avgObjSize: double('512.5'),
  dataSize: double('21525.0'),
  storageSize: double('40960.0'),
  indexes: int(4),
  indexSize: double('81920.0'),
  totalSize: double('122880.0'),
  scaleFactor: double('1.0'),
  ...ok,
});

export const collStats = ({ database, command }: AskedCommand) => {
  const collection = String(command['collStats']);
  const isThere = !nothingIn(collection);
  return {
    ns: `${database}.${collection}`,
    size: int(isThere ? 2048 : 0),
    count: int(isThere ? 4 : 0),
    ...(isThere && { avgObjSize: int(512), freeStorageSize: int(16) }),
    storageSize: int(4096),
    totalIndexSize: int(8192),
    nindexes: int(2),
    indexSizes: { _id_: int(4096), state_1: int(4096) },
    capped: false,
    ...ok,
  };
};

const reading = [
  'changeStream',
  'collStats',
  'dbHash',
  'dbStats',
  'find',
  'killCursors',
  'listCollections',
  'listIndexes',
];

export const connectionStatus = () => ({
  authInfo: {
    authenticatedUsers: [{ user: 'farol', db: 'admin' }],
    authenticatedUserRoles: [{ role: 'read', db: 'shop' }],
    authenticatedUserPrivileges: [
      { resource: { db: 'shop', collection: '' }, actions: reading },
      { resource: { db: 'shop', collection: 'system.js' }, actions: reading },
    ],
  },
  ...ok,
});
