/**
 * MongoDB: databases, collections, documents, plans and sizes, over the driver's own protocol. Everything is
 * read with the one user whose connection string is given; code and writes are refused before connecting.
 */
import type { Manifest } from '../../src/connector/manifest.ts';
import { declarations, signIn } from './declarations.ts';
import { forbidden, grants } from './grants.ts';

const everything = Object.keys(declarations) as (keyof typeof declarations)[];

export const manifest = {
  id: 'mongodb',
  title: 'MongoDB',
  summary:
    'Reads documents, collections, indexes, plans and sizes of a MongoDB deployment: a server, a replica set, a sharded cluster or Atlas.',
  vendorDocs: 'https://www.mongodb.com/docs/manual/core/authorization/',
  config: {
    MONGO_URI: {
      kind: 'secret',
      need: 'required',
      carriesAddress: ['mongodb', 'mongodb+srv'],
      description:
        'Connection string, with the hosts and the credential of a user that has the role read on the databases to be read, and no other role.',
      example: 'mongodb+srv://farol:…@cluster0.example.mongodb.net/?authSource=admin',
    },
  },
  credentials: [
    {
      id: 'scram_user',
      title: 'User with a password',
      verdict: 'recommended',
      note: 'Signs in with SCRAM, which never sends the password. Give it the role read on the databases to be read.',
    },
    {
      id: 'ldap_user',
      title: 'User of a directory (authMechanism=PLAIN)',
      verdict: 'accepted',
      note: 'Sends the password to the server, so it is accepted over TLS only. Its permissions are those of its groups.',
    },
    {
      id: 'no_credential',
      title: 'Connection string without a user',
      verdict: 'accepted',
      note: 'Works only if the database does not require authentication; then everybody may also write. Turn on its access control.',
    },
    {
      id: 'other_mechanism',
      title: 'Certificate, cloud identity, token or Kerberos',
      verdict: 'rejected',
      note: 'Takes its credential from files or from the machine, which hides from operators what the Agent uses.',
    },
  ],
  grants,
  forbidden,
  operations: declarations,
  checks: {
    connection_string: {
      proves: 'The connection string is valid and carries a credential, and no document crosses a network unencrypted.',
      grants: [],
      upstream: [],
      affects: everything,
    },
    privileges: {
      proves: 'The user can sign in, may find documents in at least one database, and may only read.',
      grants: ['read'],
      upstream: ['mongodb:connectionStatus'],
      affects: everything,
    },
    read: {
      proves: 'Databases and collections are listed and one document is found in one of them.',
      grants: ['read'],
      upstream: ['mongodb:listDatabases', 'mongodb:listCollections', 'mongodb:find', 'mongodb:connectionStatus'],
      affects: everything,
    },
  },
  signIn,
  limits: { upstreamCalls: 20, totalMs: 30_000, responseBytes: 8 << 20 },
} as const satisfies Manifest;
