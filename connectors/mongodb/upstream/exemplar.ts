/** MongoDB for the contract suite: a server that speaks its protocol, a user with one role, and a question for each operation. */
import type { Exemplar, PlainFault } from '../../../test/contract/exemplar.ts';
import { canary } from '../../../test/contract/canary.ts';
import { FakeMongo } from './fake-mongo.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';
import { declaredName, describeCommands } from './described-commands.ts';
import * as shop from './shop.ts';

const orders = { database: 'shop', collection: 'orders' };
/** A collection whose documents do not fit into one batch. */
const wide = { database: 'shop', collection: 'wide' };
/** A name that is not there, spelled nearly like one that is. */
const orderz = { database: 'shop', collection: 'orderz' };
const filter = { state: 'failed', at: { $gte: { $date: '2026-11-20T00:00:00Z' } } };
const pipeline = [{ $match: filter }, { $group: { _id: '$state', total: { $sum: '$total' } } }];

const answers = describeCommands({
  aggregate: shop.aggregate,
  collStats: shop.collStats,
  connectionStatus: shop.connectionStatus,
  dbStats: shop.dbStats,
  distinct: shop.distinct,
  explain: shop.explain,
  find: shop.find,
  getMore: shop.getMore,
  killCursors: shop.killCursors,
  listCollections: shop.listCollections,
  listDatabases: shop.createDatabaseList(),
  listIndexes: shop.listIndexes,
});

const ofSignIn = /\/sasl(?:Start|Continue)$/u;

function reply(call: FakeCall): Reply | undefined {
  return ofSignIn.test(call.path) ? { status: 200, body: '{}' } : answers(call);
}

/** The number and the name of an error; the text is the database's own where none is asked for. */
const plainly: Readonly<Record<PlainFault, readonly [code: number, codeName: string, errmsg: string]>> = {
  invalid: [2, 'BadValue', 'unknown operator: $gtee'],
  unauthorized: [18, 'AuthenticationFailed', 'Authentication failed.'],
  forbidden: [13, 'Unauthorized', 'not authorized on shop to execute command { find: "orders" }'],
  missing: [26, 'NamespaceNotFound', 'ns does not exist: shop.orders'],
  rate_limited: [462, 'IngressRequestRateLimitExceeded', 'Request rejected due to rate limiting'],
  failing: [1, 'InternalError', 'internal error'],
  down: [91, 'ShutdownInProgress', 'The server is in quiesce mode and will shut down'],
};

export const exemplar: Exemplar = {
  variables: { MONGO_URI: 'mongodb://farol:{canary%}@{upstream}/?authSource=admin' },
  reply,
  questions: {
    'documents.aggregate': [
      { ...orders, pipeline },
      { ...wide, pipeline },
      { ...orderz, pipeline },
    ],
    'documents.count': [
      { ...orders, filter },
      { ...orderz, filter },
    ],
    'documents.distinct': [
      { ...orders, field: 'state', filter },
      { ...orderz, field: 'state' },
    ],
    'documents.explain': [
      { ...orders, question: { command: 'find', filter, sort: [{ field: 'at', order: 'descending' }] } },
      { ...orders, question: { command: 'aggregate', pipeline } },
    ],
    'documents.find': [
      { ...orders, filter, projection: { state: 1 }, sort: [{ field: 'at', order: 'descending' }], limit: 10 },
      wide,
      orderz,
    ],
    'documents.getStats': [{ database: 'shop' }, orders, orderz],
    'documents.listCollections': [{ database: 'shop' }, { database: 'nothing' }],
    'documents.listDatabases': [{}, {}],
    'documents.listIndexes': [orders],
  },
  failures: [],
  nameOf: declaredName,
  start: () => FakeMongo.start(() => ({ status: 500, body: '' }), { accounts: { farol: canary } }),
  says(fault, message) {
    const [code, codeName, usual] = plainly[fault];
    const errmsg = message === '' ? usual : message;
    return { status: code, body: JSON.stringify({ ok: 0, code, codeName, errmsg }) };
  },
  // The protocol proves that the password is known, and never sends it.
  isSecretOnlySigning: true,
};
