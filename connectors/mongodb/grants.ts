/** Roles of the database, in its own spelling (https://www.mongodb.com/docs/manual/reference/built-in-roles/, seen 2026-11). */
import type { Grant, Manifest } from '../../src/connector/manifest.ts';

export const grants = {
  read: {
    group: 'Database role',
    need: 'required',
    access: 'Read',
    purpose:
      'Given on each database that is to be read, and on no other: finds documents, lists collections and indexes, tells sizes and plans.',
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
  { grant: 'readWriteAnyDatabase', because: 'The same in every database, those included that are not to be read.' },
  { grant: 'dbAdmin', because: 'Changes schemas and indexes, drops collections and reads the profiler.' },
  { grant: 'dbAdminAnyDatabase', because: 'The same in every database.' },
  { grant: 'dbOwner', because: 'Everything in a database, its users included.' },
  { grant: 'userAdmin', because: 'Grants any role in its database to anybody, itself included.' },
  { grant: 'userAdminAnyDatabase', because: 'Grants any role anywhere, and so is as much as root.' },
  { grant: 'clusterMonitor', because: 'Shows what everybody else asks at this moment, with the values in it.' },
  { grant: 'clusterManager', because: 'Changes the members and shards of the cluster.' },
  { grant: 'clusterAdmin', because: 'Administers the whole cluster; no operation does.' },
  { grant: 'backup', because: 'Reads every database whole, users and their keys included.' },
  { grant: 'restore', because: 'Overwrites any database.' },
  { grant: 'root', because: 'May do everything.' },
  { grant: 'atlasAdmin', because: 'The administrator of a cluster in Atlas; no operation administers it.' },
];
