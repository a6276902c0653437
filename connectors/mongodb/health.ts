/** What each check sees. Being able to sign in is never enough: documents are looked for, and permissions beyond reading are reported. */
import type { Checks, Finding } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { type Mongo, type MongoContext, readTarget, withMongo } from './client.ts';
import { isInTheClear } from './connection-string.ts';
import type { manifest } from './manifest.ts';
import { type Privileges, readPrivileges } from './privileges.ts';
import { Databases, FirstBatch } from './schema.ts';

/** A check has less time than an operation. */
const maxTimeMs = 8000;
const mostTold = 20;
/** Databases of the server itself; they come last, because most users may not read them. */
const ownDatabases: ReadonlySet<string> = new Set(['admin', 'config', 'local']);
/** Databases that are looked into for a collection. */
const mostLookedInto = 5;

export const checks = {
  connection_string: {
    async run(context) {
      const target = await readTarget(context);
      if (target.user === undefined) return noUser();
      if (isInTheClear(target)) return inTheClear();
      const how = target.isTls ? 'TLS' : 'this machine only';
      return {
        status: 'ok',
        summary: `The connection string names a user of ${target.authSource}; the connection uses ${how}.`,
      };
    },
  },

  privileges: {
    run: (context) => withMongo(context, async (mongo) => judge(await readPrivileges(mongo)), { maxTimeMs }),
  },

  read: {
    run: (context: MongoContext) => withMongo(context, lookAround, { maxTimeMs }),
  },
} satisfies Checks<typeof manifest>;

function noUser(): Finding {
  return {
    status: 'pending_configuration',
    summary: 'The connection string carries no credential.',
    remedy:
      'Turn on access control in the database, create a user with the role read, and put it into MONGO_URI. Without it, anybody who can reach the database may do everything.',
  };
}

function inTheClear(): Finding {
  return {
    status: 'degraded',
    summary: 'Documents are read without TLS: anybody on the network path can see and change them.',
    remedy: 'Configure the database for TLS and add tls=true to MONGO_URI.',
  };
}

/** @throws Fault `permission_missing` for a user that may find nothing. */
function judge({ isSignedIn, roles, readable, excess }: Privileges): Finding {
  if (!isSignedIn) {
    return {
      status: 'ok',
      summary: 'The database does not require authentication; the check connection_string says what to do.',
    };
  }
  if (readable.length === 0) {
    const remedy = `Grant the user the role read on the databases to be read; it has ${roles.join(', ') || 'no role'}. Do not rotate the password: the sign-in worked.`;
    throw new Fault('permission_missing', { grant: 'read', layer: 'database role' }, remedy);
  }
  if (excess.length === 0) return { status: 'ok', summary: `Signed in with ${few(roles)}.`, held: ['read'] };
  return {
    status: 'pending_configuration',
    summary: `Reads work, but the user may do more than read: it has ${few(roles)}.`,
    remedy: 'Create a separate user for the Agent, with the role read on the databases to be read and no other role.',
    held: ['read'],
    excess: excess.length > mostTold ? [...excess.slice(0, mostTold), `and ${excess.length - mostTold} more`] : excess,
  };
}

function few(roles: readonly string[]): string {
  const told = roles.slice(0, mostTold).join(', ');
  return roles.length > mostTold ? `${told} and ${roles.length - mostTold} more roles` : told;
}

/** As an investigation does it: which databases, which collections, one document. The document is not read. */
async function lookAround(mongo: Mongo): Promise<Finding> {
  const { databases } = await mongo.ask(Databases, {
    call: 'mongodb:listDatabases',
    database: 'admin',
    command: { listDatabases: 1, nameOnly: true, authorizedDatabases: true },
  });
  const names = databases.map(({ name }) => name);
  const inOrder = [
    ...names.filter((name) => !ownDatabases.has(name)),
    ...names.filter((name) => ownDatabases.has(name)),
  ];
  let refusal: Fault | undefined;
  for (const database of inOrder.slice(0, mostLookedInto)) {
    const found = await readIn(mongo, database);
    if (found === 'read') {
      return {
        status: 'ok',
        summary: `${names.length} ${names.length === 1 ? 'database is' : 'databases are'} visible, and a read in ${database} worked.`,
        held: ['read'],
      };
    }
    if (found !== 'empty') refusal ??= found;
  }
  if (refusal !== undefined) throw refusal;
  return {
    status: 'degraded',
    summary:
      names.length === 0
        ? 'The sign-in works, but no database is visible.'
        : 'Databases are visible, but no collection in them.',
    remedy:
      'Grant the user the role read on the databases to be read: those it may not read are omitted without notice. The check privileges shows what it may read.',
    missing: ['read'],
  };
}

/** A database may be seen and not be readable, to a user who watches the deployment: another one may be. */
async function readIn(mongo: Mongo, database: string): Promise<'read' | 'empty' | Fault> {
  try {
    const collection = await firstCollection(mongo, database);
    if (collection === undefined) return 'empty';
    await findOne(mongo, database, collection);
    return 'read';
  } catch (error) {
    if (error instanceof Fault && error.kind === 'permission_missing') return error;
    throw error;
  }
}

async function firstCollection(mongo: Mongo, database: string): Promise<string | undefined> {
  const { cursor } = await mongo.ask(FirstBatch, {
    call: 'mongodb:listCollections',
    database,
    command: { listCollections: 1, nameOnly: true, authorizedCollections: true, cursor: {} },
  });
  const names = cursor.firstBatch.flatMap(({ name }) => (typeof name === 'string' ? name : []));
  return names.find((name) => !name.startsWith('system.'));
}

async function findOne(mongo: Mongo, database: string, collection: string): Promise<void> {
  await mongo.ask(FirstBatch, {
    call: 'mongodb:find',
    database,
    command: { find: collection, projection: { _id: 1 }, limit: 1, singleBatch: true, ...mongo.readConcern },
  });
}
