import { BSON } from 'mongodb';
import { afterEach, describe, expect, test } from 'vitest';
import { createRig, answer, batch, commandIn, replying, uriOf } from './upstream/agent.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import type { Reply } from '../../test/contract/fake-upstream.ts';
import type { FakeMongo } from './upstream/fake-mongo.ts';

const orders = { database: 'shop', collection: 'orders' };
const rig = createRig();
afterEach(() => rig.close());

const agentOf = (fake: FakeMongo, options?: string) => rig.agentAt(uriOf(fake.url, options));

describe('documents', () => {
  test('keep what JSON cannot hold', async () => {
    const fake = await rig.serve();
    expect(resultIn(await agentOf(fake).ask('documents.find', orders)).data).toEqual({
      documents: [
        {
          _id: { $oid: '6560f1a2c3d4e5f601234567' },
          state: 'failed',
          total: { $numberDecimal: '1234567890.123456789012345678' },
          items: 3,
          views: { $numberLong: '9007199254740993' },
          at: { $date: '2026-11-21T13:00:00.000Z' },
        },
      ],
    });
  });

  test('are asked for with the types that the filter names, and in the order of the sort', async () => {
    const fake = await rig.serve();
    const filter = { id: { $numberLong: '9007199254740993' }, 'a.b': { $in: [{ $oid: '6560f1a2c3d4e5f601234567' }] } };
    const sort = [
      { field: 'b', order: 'descending' },
      { field: '1', order: 'ascending' },
    ];
    resultIn(await agentOf(fake).ask('documents.find', { ...orders, filter, sort, projection: { a: 1 }, limit: 7 }));
    const command = commandIn(fake.calls[0]);
    expect(command).toMatchObject({
      filter,
      projection: { a: { $numberInt: '1' } },
      limit: { $numberInt: '8' },
      allowDiskUse: false,
    });
    expect(fake.heard.indexOf('b\0\u00ff\u00ff\u00ff\u00ff', 0, 'latin1')).toBeGreaterThan(0);
  });

  test('are returned up to the limit, saying that there are more', async () => {
    const fake = await rig.serve({ find: batch([{ n: 1 }, { n: 2 }, { n: 3 }]) });
    const result = resultIn(await agentOf(fake).ask('documents.find', { ...orders, limit: 2 }));
    expect(result).toMatchObject({ data: { documents: [{ n: 1 }, { n: 2 }] }, truncated: true });
    fake.answerWith(replying({ find: batch([{ n: 1 }, { n: 2 }]) }));
    expect(resultIn(await agentOf(fake).ask('documents.find', { ...orders, limit: 2 })).truncated).toBe(false);
  });

  test('beyond one batch are left, the cursor is closed, and the answer says so', async () => {
    const fake = await rig.serve({ find: batch([{ n: 1 }], BSON.Long.fromString('4242')) });
    const result = resultIn(await agentOf(fake).ask('documents.find', { ...orders, limit: 5 }));
    expect(result.truncated).toBe(true);
    expect(result.because).toContain('larger than one answer');
    expect(commandIn(fake.calls[1])).toMatchObject({ killCursors: 'orders', cursors: [{ $numberLong: '4242' }] });
  });

  test('are returned as far as they fit into an answer, saying so', async () => {
    const large = { text: 'x'.repeat(3 << 20) };
    const fake = await rig.serve({ find: batch([large, large, large, large]) });
    const result = resultIn(await agentOf(fake).ask('documents.find', { ...orders, limit: 10 }));
    expect(result.data).toMatchObject({ documents: { length: 2 } });
    expect([result.truncated, result.because]).toEqual([true, expect.stringContaining('8 MiB')]);
  });

  test('of a pipeline are asked for with one more than the limit, after its own stages', async () => {
    const fake = await rig.serve({ aggregate: batch([{ n: 1 }, { n: 2 }]) });
    const pipeline = [{ $sort: { at: -1 } }];
    const result = resultIn(await agentOf(fake).ask('documents.aggregate', { ...orders, pipeline, limit: 1 }));
    expect(result).toMatchObject({ data: { documents: [{ n: 1 }] }, truncated: true });
    expect(commandIn(fake.calls[0])).toMatchObject({
      pipeline: [{ $sort: { at: { $numberInt: '-1' } } }, { $limit: { $numberInt: '2' } }],
      cursor: { batchSize: { $numberInt: '3' } },
    });
  });

  test('are counted whatever type the count has; nothing to count is zero, and says why', async () => {
    const fake = await rig.serve({ aggregate: batch([{ n: BSON.Long.fromString('5000000000') }]) });
    expect(resultIn(await agentOf(fake).ask('documents.count', orders)).data).toEqual({ count: 5_000_000_000 });
    fake.answerWith(replying({ aggregate: batch([]) }));
    const none = resultIn(await agentOf(fake).ask('documents.count', orders));
    expect([none.data, none.because]).toEqual([
      { count: 0 },
      expect.stringContaining('nothing in the collection matches'),
    ]);
  });

  test('have different values, counted beyond those returned', async () => {
    const fake = await rig.serve({
      distinct: answer({ values: ['a', BSON.Long.fromString('9007199254740993'), null] }),
    });
    const result = resultIn(await agentOf(fake).ask('documents.distinct', { ...orders, field: 'state', limit: 2 }));
    expect(result).toMatchObject({
      data: { count: 3, values: ['a', { $numberLong: '9007199254740993' }] },
      truncated: true,
    });
  });

  test('that would be the driver’s own values by a field of theirs stay documents, on the way there too', async () => {
    const fake = await rig.serve();
    const filter = { a: { _bsontype: 'Code', code: 'return 1' } };
    resultIn(await agentOf(fake).ask('documents.find', { ...orders, filter }));
    expect(commandIn(fake.calls[0])['filter']).toEqual(filter);
  });
});

describe('an empty answer', () => {
  test('says that nothing matches, where the collection is there', async () => {
    const fake = await rig.serve({ find: batch([]), listCollections: batch([{ name: 'orders', type: 'collection' }]) });
    const { because } = resultIn(await agentOf(fake).ask('documents.find', orders));
    expect(because).toBe('The read was allowed, and nothing in the collection matches.');
  });

  test('says that there is no such collection, where there is none', async () => {
    const fake = await rig.serve({ find: batch([]), listCollections: batch([]) });
    const { because } = resultIn(await agentOf(fake).ask('documents.find', { ...orders, collection: 'Orders' }));
    expect(because).toContain('no collection Orders');
    expect(commandIn(fake.calls[1])).toMatchObject({ filter: { name: 'Orders' }, authorizedCollections: true });
  });

  test('says that it cannot be known, where the names may not be listed', async () => {
    const fake = await rig.serve({ find: batch([]), listCollections: { status: 403, body: '' } });
    const { because } = resultIn(await agentOf(fake).ask('documents.find', orders));
    expect(because).toContain('may not check');
  });

  const privileges = (...readable: string[]): Reply =>
    answer({
      authInfo: {
        authenticatedUsers: [{ user: 'farol', db: 'admin' }],
        authenticatedUserRoles: readable.map((db) => ({ role: 'read', db })),
        authenticatedUserPrivileges: readable.map((db) => ({ resource: { db, collection: '' }, actions: ['find'] })),
      },
    });

  test.each([
    ['may read nothing', privileges(), 'may read no database'],
    ['may read what holds nothing', privileges('shop'), 'may read shop, and there is nothing in it'],
  ])('of databases tells a user that %s from the other', async (_what, connectionStatus, words) => {
    const fake = await rig.serve({ listDatabases: answer({ databases: [] }), connectionStatus });
    const result = resultIn(await agentOf(fake).ask('documents.listDatabases', {}));
    expect([result.data, result.because]).toEqual([{ databases: [] }, expect.stringContaining(words)]);
  });

  test.each([
    ['may read nothing there', privileges('other'), 'may read nothing in shop'],
    ['may read it', privileges('shop'), 'holds no collection'],
  ])('of collections tells a user that %s from the other', async (_what, connectionStatus, words) => {
    const fake = await rig.serve({ listCollections: batch([]), connectionStatus });
    const { because } = resultIn(await agentOf(fake).ask('documents.listCollections', { database: 'shop' }));
    expect(because).toContain(words);
  });
});

describe('a list', () => {
  test('of collections is read to its end', async () => {
    const fake = await rig.serve();
    const { data } = resultIn(await agentOf(fake).ask('documents.listCollections', { database: 'shop' }));
    expect(data).toEqual({
      collections: [
        { name: 'empty', type: 'collection' },
        { name: 'orders', type: 'collection' },
        { name: 'recent', type: 'view' },
        { name: 'system.views', type: 'collection' },
      ],
    });
  });

  test('that never ends is left after eight batches, saying so', async () => {
    const endless = answer({
      cursor: { id: BSON.Long.fromString('7'), ns: 'x', nextBatch: [{ name: 'x', type: 'collection' }] },
    });
    const fake = await rig.serve({ getMore: endless });
    const result = resultIn(await agentOf(fake).ask('documents.listCollections', { database: 'shop' }));
    expect([result.truncated, result.because]).toEqual([true, expect.stringContaining('more than were read')]);
    expect(fake.calls).toHaveLength(9);
  });

  test('of indexes returns keys in their order, and what each index leaves out', async () => {
    const fake = await rig.serve();
    const { data } = resultIn(await agentOf(fake).ask('documents.listIndexes', orders));
    expect(data).toEqual({
      indexes: [
        { name: '_id_', keys: [{ field: '_id', kind: '1' }], isUnique: true, isSparse: false, isHidden: false },
        {
          name: 'state_1',
          keys: [
            { field: 'state', kind: '1' },
            { field: 'at', kind: '-1' },
            { field: 'note', kind: 'text' },
          ],
          isUnique: false,
          isSparse: true,
          isHidden: false,
          expiresAfterSec: 3600,
          partialFilter: { total: { $gt: 5 } },
        },
      ],
    });
  });

  test('in another shape is reported as such, with its place and without its content', async () => {
    const fake = await rig.serve({ listIndexes: batch([{ nome: 'secret-content' }]) });
    const fault = faultIn(await agentOf(fake).ask('documents.listIndexes', orders));
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: 'mongodb:listIndexes[].name' } });
    expect(JSON.stringify(fault)).not.toContain('secret-content');
  });

  test('shows the entries that can be read, and names the others', async () => {
    const fake = await rig.serve({
      listIndexes: batch([{ name: '_id_', key: { _id: 1 } }, { nome: 'secret-content' }]),
    });
    const { data, complete, because } = resultIn(await agentOf(fake).ask('documents.listIndexes', orders));
    expect(data).toMatchObject({ indexes: [{ name: '_id_' }] });
    expect({ complete, because }).toEqual({
      complete: false,
      because: '1 row could not be read and is left out: row 2 of mongodb:listIndexes (name).',
    });
  });
});

describe('sizes', () => {
  test('of a database are returned in bytes and numbers, whatever type they have', async () => {
    const fake = await rig.serve();
    expect(resultIn(await agentOf(fake).ask('documents.getStats', { database: 'shop' })).data).toEqual({
      documents: 42,
      averageDocumentBytes: 512.5,
      dataBytes: 21_525,
      storageBytes: 40_960,
      indexes: 4,
      indexBytes: 81_920,
      collections: 3,
      views: 1,
    });
  });

  test('of a collection are returned with those of its indexes', async () => {
    const fake = await rig.serve();
    expect(resultIn(await agentOf(fake).ask('documents.getStats', orders)).data).toEqual({
      documents: 4,
      averageDocumentBytes: 512,
      dataBytes: 2048,
      storageBytes: 4096,
      freeStorageBytes: 16,
      indexes: 2,
      indexBytes: 8192,
      indexBytesByName: { _id_: 4096, state_1: 4096 },
      isCapped: false,
    });
  });

  test('of a time series have no number of documents, and say so', async () => {
    const series = { ns: 'shop.ticks', size: 9, storageSize: 4096, nindexes: 0, totalIndexSize: 0, timeseries: {} };
    const fake = await rig.serve({ collStats: answer(series) });
    const result = resultIn(await agentOf(fake).ask('documents.getStats', { ...orders, collection: 'ticks' }));
    expect([result.complete, result.because]).toEqual([false, expect.stringContaining('documents.count')]);
  });

  test('of what does not exist are zeros, and say so', async () => {
    const fake = await rig.serve();
    const ofCollection = resultIn(await agentOf(fake).ask('documents.getStats', { ...orders, collection: 'orderz' }));
    expect(ofCollection.because).toContain('no collection orderz');
    fake.answerWith(
      replying({
        dbStats: answer({ db: 'x', collections: 0, objects: 0, dataSize: 0, storageSize: 0, indexes: 0, indexSize: 0 }),
      }),
    );
    const ofDatabase = resultIn(await agentOf(fake).ask('documents.getStats', { database: 'x' }));
    expect(ofDatabase.because).toContain('the answer is the same for a database that does not exist');
  });
});

describe('an answer that says nothing', () => {
  test.each([
    ['documents.find', orders],
    ['documents.aggregate', { ...orders, pipeline: [] }],
    ['documents.count', orders],
    ['documents.distinct', { ...orders, field: 'state' }],
    ['documents.explain', { ...orders, question: { command: 'find' } }],
    ['documents.getStats', orders],
    ['documents.getStats', { database: 'shop' }],
    ['documents.listCollections', { database: 'shop' }],
    ['documents.listDatabases', {}],
    ['documents.listIndexes', orders],
  ])('to %s is reported as a new shape, and never as nothing', async (name, args) => {
    const fake = await rig.serve();
    fake.answerWith((call) => (call.path.includes('sasl') ? { status: 200, body: '{}' } : answer({})));
    expect(faultIn(await agentOf(fake).ask(name, args)).code).toBe('upstream_changed');
  });
});
