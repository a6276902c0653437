import { afterEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../test/contract/fake-upstream.ts';
import { manifest } from './manifest.ts';
import { accounts, createRig, answer, batch, commandIn, uriOf } from './upstream/agent.ts';
import type { HealthCheck } from '../../src/tunnel/messages.ts';

const rig = createRig();
afterEach(() => rig.close());

async function checksOf(uri: string): Promise<Record<string, HealthCheck>> {
  return Object.fromEntries((await rig.agentAt(uri).check()).map((check) => [check.check, check]));
}

interface Privilege {
  readonly resource: object;
  readonly actions: readonly string[];
}

function status(roles: readonly object[], privileges: readonly Privilege[]): Reply {
  return answer({
    authInfo: {
      authenticatedUsers: [{ user: 'farol', db: 'admin' }],
      authenticatedUserRoles: roles,
      authenticatedUserPrivileges: privileges,
    },
  });
}

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
const shop = { db: 'shop', collection: '' };

describe('the check privileges', () => {
  test('is green for a user with read and nothing else, and names the role it found [C-PLAT-8]', async () => {
    const fake = await rig.serve();
    const { privileges } = await checksOf(uriOf(fake.url));
    expect(privileges).toMatchObject({
      status: 'ok',
      summary: 'Signed in with read on shop.',
      needed: ['read'],
      held: ['read'],
      missing: [],
      excess: [],
    });
    expect(commandIn(fake.calls[0])).toMatchObject({ connectionStatus: { $numberInt: '1' }, showPrivileges: true });
  });

  test('reports what a user may do beyond reading, and where, as a configuration that waits to be changed', async () => {
    const connectionStatus = status(
      [
        { role: 'readWrite', db: 'shop' },
        { role: 'clusterMonitor', db: 'admin' },
      ],
      [
        { resource: shop, actions: [...reading, 'insert', 'remove', 'update'] },
        { resource: { db: 'shop', collection: 'system.js' }, actions: [...reading, 'insert'] },
        { resource: { cluster: true }, actions: ['listDatabases', 'inprog'] },
        { resource: { db: '', collection: '' }, actions: ['collStats', 'top'] },
        { resource: { db: 'hr', collection: 'pay' }, actions: ['find', 'insert'] },
      ],
    );
    const fake = await rig.serve({ connectionStatus });
    const { privileges } = await checksOf(uriOf(fake.url));
    expect(privileges).toMatchObject({
      status: 'pending_configuration',
      held: ['read'],
      excess: ['inprog on the cluster', 'insert on hr.pay', 'insert, remove, update on shop', 'top on any database'],
    });
    expect(privileges?.summary).toContain('clusterMonitor on admin, readWrite on shop');
    expect(privileges?.remedy).toContain('role read');
  });

  test('reports root as what it is', async () => {
    const fake = await rig.serve({
      connectionStatus: status(
        [{ role: 'root', db: 'admin' }],
        [{ resource: { anyResource: true }, actions: ['find', 'anyAction'] }],
      ),
    });
    expect((await checksOf(uriOf(fake.url)))['privileges']).toMatchObject({ excess: ['anyAction on everything'] });
  });

  test('lists at most twenty, and how many more', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      resource: { db: `d${String(at).padStart(2, '0')}`, collection: '' },
      actions: ['find', 'insert'],
    }));
    const fake = await rig.serve({ connectionStatus: status([{ role: 'own', db: 'admin' }], many) });
    const { excess = [] } = (await checksOf(uriOf(fake.url)))['privileges'] ?? {};
    expect([excess.length, excess.at(-1)]).toEqual([21, 'and 10 more']);
  });

  test.each([
    ['no role', [], [], 'no role'],
    [
      'a role that finds nothing',
      [{ role: 'clusterMonitor', db: 'admin' }],
      [{ resource: { cluster: true }, actions: ['inprog'] }],
      'clusterMonitor on admin',
    ],
    [
      'only the code of the server',
      [{ role: 'own', db: 'shop' }],
      [{ resource: { db: 'shop', collection: 'system.js' }, actions: ['find'] }],
      'own on shop',
    ],
  ])('fails for a user with %s, naming role and not the password', async (_what, roles, privileges, words) => {
    const fake = await rig.serve({ connectionStatus: status(roles, privileges) });
    const check = (await checksOf(uriOf(fake.url)))['privileges'];
    expect(check).toMatchObject({ status: 'failed', fault: { code: 'permission_missing' }, missing: ['read'] });
    expect(check?.remedy).toContain(words);
    expect(check?.remedy).toContain('Do not rotate the password');
    expect(check?.affects.toSorted()).toEqual(Object.keys(manifest.operations).toSorted());
  });

  test('judges by the roles where a system returns no more than those', async () => {
    const roles = [
      { role: 'read', db: 'shop' },
      { role: 'readWrite', db: 'logs' },
    ];
    const fake = await rig.serve({ connectionStatus: status(roles, []) });
    expect((await checksOf(uriOf(fake.url)))['privileges']).toMatchObject({
      status: 'pending_configuration',
      excess: ['readWrite on logs'],
    });
  });
});

describe('the check read', () => {
  test('lists, and finds one document of a database that is no database of the server itself', async () => {
    const fake = await rig.serve({ listDatabases: answer({ databases: [{ name: 'admin' }, { name: 'shop' }] }) });
    const { read } = await checksOf(uriOf(fake.url));
    expect(read).toMatchObject({
      status: 'ok',
      held: ['read'],
      summary: '2 databases are visible, and a read in shop worked.',
    });
    expect(commandIn(fake.calls.at(-1))).toMatchObject({
      find: 'orders',
      $db: 'shop',
      projection: { _id: { $numberInt: '1' } },
      limit: { $numberInt: '1' },
    });
  });

  test.each([
    ['no database is visible', { listDatabases: answer({ databases: [] }) }, 'no database is visible'],
    ['no collection is seen', { listCollections: batch([]) }, 'no collection in them'],
    [
      'only collections of the system are seen',
      { listCollections: batch([{ name: 'system.views', type: 'collection' }]) },
      'no collection in them',
    ],
  ])('is not green when %s: being able to sign in is not enough', async (_what, special, words) => {
    const fake = await rig.serve(special);
    const { read } = await checksOf(uriOf(fake.url));
    expect(read).toMatchObject({ status: 'degraded', missing: ['read'] });
    expect(read?.summary).toContain(words);
    expect(read?.remedy).toContain('role read');
  });

  test('goes on to the next database when one that is seen may not be read', async () => {
    const fake = await rig.serve({
      listDatabases: answer({ databases: [{ name: 'hr' }, { name: 'shop' }] }),
      listCollections: (call) =>
        call.path.startsWith('/hr/') ? { status: 403, body: '' } : batch([{ name: 'orders', type: 'collection' }]),
    });
    const { read } = await checksOf(uriOf(fake.url));
    expect(read).toMatchObject({ status: 'ok', summary: '2 databases are visible, and a read in shop worked.' });
  });

  test('names the role, the command and the database when a read is refused', async () => {
    const fake = await rig.serve({ find: { status: 403, body: '' } });
    const { read } = await checksOf(uriOf(fake.url));
    expect(read).toMatchObject({
      status: 'failed',
      layer: 'role on shop',
      missing: ['read'],
      evidence: { status: 13 },
    });
    expect(read?.remedy).toMatch(/read on shop: it may not run find there/u);
  });
});

describe('the check connection_string', () => {
  test('asks for a user where there is none, and reads work all the same', async () => {
    const fake = await rig.serve(
      { connectionStatus: answer({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }) },
      {},
    );
    const checks = await checksOf(`mongodb://${fake.url}/`);
    expect(checks['connection_string']).toMatchObject({ status: 'pending_configuration' });
    expect(checks['privileges']).toMatchObject({ status: 'ok' });
    expect(checks['read']).toMatchObject({ status: 'ok' });
    expect(fake.commands.filter((name) => name.startsWith('sasl'))).toEqual([]);
  });

  test('is degraded where documents cross a network in the clear, and sends nothing to say so', async () => {
    const { connection_string: check } = await checksOf('mongodb://farol:long-enough@db.invalid:1/');
    expect(check).toMatchObject({ status: 'degraded' });
    expect(check?.remedy).toContain('tls=true');
  });

  test('fails for one that is not understood, without repeating it', async () => {
    const checks = await checksOf('mongodb://farol:pa@ssword-to-look-for@db.invalid/');
    expect(Object.values(checks).map((check) => check.fault?.code)).toEqual(Array(3).fill('credential_rejected'));
    expect(JSON.stringify(checks)).not.toContain('to-look-for');
  });
});

describe('a refused sign-in', () => {
  test('is looked into: a user of another database is recognised by authSource, and the password is left alone', async () => {
    const fake = await rig.serve({}, { accounts, authSource: 'admin' });
    const { privileges } = await checksOf(uriOf(fake.url, 'authSource=shop'));
    expect(privileges).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { kind: 'authSource' } },
    });
    expect(privileges?.remedy).toContain('Set authSource=admin');
    expect(privileges?.remedy).toContain('Do not rotate the password');
  });

  test('in every database stays what it was: user, password or authSource', async () => {
    const fake = await rig.serve({}, { accounts: { farol: 'another password' } });
    const { privileges } = await checksOf(uriOf(fake.url, 'authSource=shop'));
    expect(privileges).toMatchObject({
      status: 'failed',
      fault: { code: 'credential_rejected', data: { kind: 'user and password', reason: 'rejected' } },
      evidence: { status: 18 },
    });
  });
});
