/** The connector against a document database of somebody else's, with access control. */
import { BSON } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { createRig } from './upstream/agent.ts';
import { type Database, startDatabase } from './upstream/secantus.ts';

const password = 'p@ss/word: 1%';
const orders = { database: 'shop', collection: 'orders' };
const users = [
  { user: 'reader', password, roles: [{ role: 'read', db: 'shop' }] },
  {
    user: 'lister',
    password,
    roles: [
      { role: 'read', db: 'shop' },
      { role: 'clusterMonitor', db: 'admin' },
    ],
  },
  { user: 'writer', password, roles: [{ role: 'readWrite', db: 'shop' }] },
  { user: 'nobody', password, roles: [] },
];

const rig = createRig();
let database: Database;

beforeAll(async () => {
  database = await startDatabase(users, async (client) => {
    const shop = client.db('shop');
    await shop.collection('orders').insertMany([
      {
        _id: new BSON.ObjectId('6560f1a2c3d4e5f601234567'),
        state: 'failed',
        n: 1,
        views: BSON.Long.fromString('9007199254740993'),
      },
      { state: 'failed', n: 2, at: new Date('2026-11-20T10:00:00Z') },
      { state: 'paid', n: 3 },
    ]);
    await shop.collection('orders').createIndex({ state: 1, n: -1 }, { name: 'by_state', sparse: true });
    await shop.createCollection('empty');
    await client.db('hr').collection('pay').insertOne({ salary: 1 });
  });
}, 240_000);
afterAll(() => database?.stop());
afterEach(() => rig.close());

const agentOf = (user: string, secret = password) => rig.agentAt(database.uriOf(user, secret));

async function dataOf(name: string, question: object): Promise<unknown> {
  return resultIn(await agentOf('reader').ask(name, question)).data;
}

describe('a database with access control answers', () => {
  test('documents.find, with every type kept [C-PLAT-8]', async () => {
    const filter = { state: 'failed', n: { $lt: 2 } };
    expect(await dataOf('documents.find', { ...orders, filter })).toEqual({
      documents: [
        {
          _id: { $oid: '6560f1a2c3d4e5f601234567' },
          state: 'failed',
          n: 1,
          views: { $numberLong: '9007199254740993' },
        },
      ],
    });
  });

  test('documents.find, sorted, projected and up to a limit', async () => {
    const question = { ...orders, sort: [{ field: 'n', order: 'descending' }], projection: { _id: 0, n: 1 }, limit: 2 };
    expect(resultIn(await agentOf('reader').ask('documents.find', question))).toMatchObject({
      data: { documents: [{ n: 3 }, { n: 2 }] },
      truncated: true,
    });
  });

  test('documents.aggregate', async () => {
    const pipeline = [{ $match: {} }, { $group: { _id: '$state', n: { $sum: '$n' } } }, { $sort: { _id: 1 } }];
    expect(await dataOf('documents.aggregate', { ...orders, pipeline })).toEqual({
      documents: [
        { _id: 'failed', n: 3 },
        { _id: 'paid', n: 3 },
      ],
    });
  });

  test('documents.count and documents.distinct', async () => {
    expect(await dataOf('documents.count', { ...orders, filter: { state: 'failed' } })).toEqual({ count: 2 });
    const { values, count } = (await dataOf('documents.distinct', { ...orders, field: 'state' })) as Record<
      string,
      unknown
    >;
    expect([values, count]).toEqual([expect.arrayContaining(['failed', 'paid']), 2]);
  });

  test('documents.explain, with the index that a question would use', async () => {
    const question = { command: 'find', filter: { state: 'failed' } };
    const told = JSON.stringify(await dataOf('documents.explain', { ...orders, question }));
    expect(told).toContain('by_state');
  });

  // With authorizedDatabases MongoDB asks for no privilege; this database asks for it all the same, as some that speak its protocol do.
  test('documents.listDatabases to who may list them, and names the privilege to who may not', async () => {
    const listed = resultIn(await agentOf('lister').ask('documents.listDatabases', {})).data;
    expect((listed as { databases: string[] }).databases).toContain('shop');
    const fault = faultIn(await agentOf('reader').ask('documents.listDatabases', {}));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'listDatabases' } });
  });

  test('documents.listCollections, documents.listIndexes and documents.getStats', async () => {
    const { collections } = (await dataOf('documents.listCollections', { database: 'shop' })) as {
      collections: unknown;
    };
    expect(collections).toEqual(
      expect.arrayContaining([
        { name: 'orders', type: 'collection' },
        { name: 'empty', type: 'collection' },
      ]),
    );
    expect(await dataOf('documents.listIndexes', orders)).toMatchObject({
      indexes: expect.arrayContaining([
        expect.objectContaining({
          name: 'by_state',
          keys: [
            { field: 'state', kind: '1' },
            { field: 'n', kind: '-1' },
          ],
          isSparse: true,
        }),
      ]),
    });
    expect(await dataOf('documents.getStats', orders)).toMatchObject({ documents: 3 });
  });

  test('an empty collection apart from one that is not there', async () => {
    expect(await dataOf('documents.find', { database: 'shop', collection: 'empty' })).toEqual({ documents: [] });
    const absent = await agentOf('reader').ask('documents.find', { database: 'shop', collection: 'orderz' });
    expect(resultIn(absent)).toMatchObject({
      complete: true,
      because: expect.stringContaining('has no collection orderz'),
    });
  });
});

describe('a database with access control refuses', () => {
  test('a wrong password, which is then nowhere in what the Agent wrote', async () => {
    const agent = agentOf('reader', 'wr0ng&secret');
    expect(faultIn(await agent.ask('documents.find', orders)).code).toBe('credential_rejected');
    expect(agent.written.join('')).not.toMatch(/wr0ng/u);
  });

  test('a database that the user may not read, naming the role', async () => {
    const fault = faultIn(await agentOf('reader').ask('documents.find', { database: 'hr', collection: 'pay' }));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant: 'read' } });
  });

  test('nothing that the connector would have to refuse: code on the server never reaches it', async () => {
    const question = { ...orders, filter: { $where: 'sleep(1000)' } };
    expect(faultIn(await agentOf('reader').ask('documents.find', question)).code).toBe('refused');
  });
});

describe('the checks against it', () => {
  async function privilegesOf(user: string) {
    const checks = await agentOf(user).check();
    return checks.find(({ check }) => check === 'privileges');
  }

  test('are green for the role read', async () => {
    expect(await privilegesOf('reader')).toMatchObject({ status: 'ok', held: ['read'], missing: [], excess: [] });
  });

  test('read a document as an investigation does', async () => {
    const checks = await agentOf('lister').check();
    expect(checks.find(({ check }) => check === 'read')).toMatchObject({ status: 'ok', held: ['read'] });
  });

  test('tell what a user may do beyond reading', async () => {
    const check = await privilegesOf('writer');
    expect(check?.status).toBe('pending_configuration');
    expect(check?.excess.join(' ')).toContain('readWrite');
  });

  test('tell a user without a role from a wrong password', async () => {
    expect((await privilegesOf('nobody'))?.missing).toEqual(['read']);
  });
});
