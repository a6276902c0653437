/** Roles of the database, in its own spelling (https://www.mongodb.com/docs/manual/reference/built-in-roles/, seen 2026-11). */
import type { Grant, Manifest } from '../../src/connector/manifest.ts';

export const grants = {
  read: {
    group: 'Database role',
    need: 'required',
    access: 'Read',
    purpose:
      'Granted on each database to be read, and on no other: finds documents, lists collections and indexes, reads sizes and plans.',
  },
} as const satisfies Record<string, Grant>;

/** Actions of the role `read`, and of `readAnyDatabase` the one beside them. Whatever else a user may do is too much. */
export const readingActions: ReadonlySet<string> = new Set([
  'changeStream',
  'collStats',
  'dbHash',
  'dbStats',
  'find',
  'killCursors',
  'listCollections',
  'listDatabases',
  'listIndexes',
  'listSearchIndexes',
  'planCacheRead',
]);

export const forbidden: Manifest['forbidden'] = [
  { grant: 'readWrite', because: 'Inserts, changes and removes documents; no operation writes.' },
  { grant: 'readWriteAnyDatabase', because: 'The same in every database, including those that must not be read.' },
  { grant: 'dbAdmin', because: 'Changes schemas and indexes, drops collections and reads the profiler.' },
  { grant: 'dbAdminAnyDatabase', because: 'The same in every database.' },
  { grant: 'dbOwner', because: 'Everything in a database, including its users.' },
  { grant: 'userAdmin', because: 'Grants any role in its database to any user, itself included.' },
  { grant: 'userAdminAnyDatabase', because: 'Grants any role anywhere, and so is as much as root.' },
  { grant: 'clusterMonitor', because: 'Shows the running requests of all users, with their values.' },
  { grant: 'clusterManager', because: 'Changes the members and shards of the cluster.' },
  { grant: 'clusterAdmin', because: 'Administers the whole cluster; no operation does.' },
  { grant: 'backup', because: 'Reads every database completely, including users and their keys.' },
  { grant: 'restore', because: 'Overwrites any database.' },
  { grant: 'root', because: 'May do everything.' },
  { grant: 'atlasAdmin', because: 'The administrator of a cluster in Atlas; no operation administers it.' },
];
