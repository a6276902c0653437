/** What the user may do, as the database itself tells it, and what of that is more than reading. */
import type { Mongo } from './client.ts';
import { readingActions } from './grants.ts';
import { ConnectionStatus } from './schema.ts';

export interface Privileges {
  /** False where the database asks nobody who they are. */
  readonly isSignedIn: boolean;
  /** `read on shop`, as the administrator granted them. */
  readonly roles: readonly string[];
  /** Databases in which documents may be found; `*` for any. */
  readonly readable: readonly string[];
  /** What is allowed beyond reading: `insert, remove on shop`. */
  readonly excess: readonly string[];
}

type Privilege = ConnectionStatus['authInfo']['authenticatedUserPrivileges'][number];

export async function readPrivileges(mongo: Mongo): Promise<Privileges> {
  const { authInfo } = await mongo.ask(ConnectionStatus, {
    call: 'mongodb:connectionStatus',
    database: 'admin',
    command: { connectionStatus: 1, showPrivileges: true },
  });
  const { authenticatedUsers, authenticatedUserRoles, authenticatedUserPrivileges } = authInfo;
  // Some systems that speak the protocol tell the roles and leave out what they allow.
  const tellsRolesOnly = authenticatedUserPrivileges.length === 0;
  const readable = tellsRolesOnly
    ? authenticatedUserRoles.flatMap(databaseOfRole)
    : authenticatedUserPrivileges.flatMap(readableDatabase);
  return {
    isSignedIn: authenticatedUsers.length > 0,
    roles: authenticatedUserRoles.map(nameOfRole).toSorted(),
    readable: [...new Set(readable)].toSorted(),
    excess: tellsRolesOnly
      ? authenticatedUserRoles.filter(({ role }) => !readingRoles.has(role)).map(nameOfRole)
      : excessOf(authenticatedUserPrivileges),
  };
}

type Role = ConnectionStatus['authInfo']['authenticatedUserRoles'][number];

const readingRoles: ReadonlySet<string> = new Set(['read', 'readAnyDatabase']);

const nameOfRole = ({ role, db }: Role): string => `${role} on ${db}`;

/** Of the built-in roles those that find documents; of any other nothing is known. */
function databaseOfRole({ role, db }: Role): string[] {
  if (/^(?:read(?:Write)?AnyDatabase|root|backup)$/u.test(role)) return ['*'];
  return /^(?:read|readWrite|dbOwner)$/u.test(role) ? [db] : [];
}

/** The role `read` includes one collection of the server's own code; alone that is no right to documents. */
function readableDatabase({ resource, actions }: Privilege): string[] {
  const { db, collection = '', anyResource } = resource;
  if (anyResource === true) return ['*'];
  if (db === undefined || !actions.includes('find') || collection.startsWith('system.')) return [];
  return [db === '' ? '*' : db];
}

function excessOf(privileges: readonly Privilege[]): string[] {
  const actionsBy = new Map<string, Set<string>>();
  for (const { resource, actions } of privileges) {
    const name = nameOf(resource);
    const known = actionsBy.get(name) ?? new Set();
    for (const action of actions) if (!readingActions.has(action)) known.add(action);
    if (known.size > 0) actionsBy.set(name, known);
  }
  return [...actionsBy].map(([name, actions]) => `${[...actions].toSorted().join(', ')} on ${name}`).toSorted();
}

function nameOf({ db, collection = '', cluster, anyResource }: Privilege['resource']): string {
  if (anyResource === true) return 'everything';
  if (cluster === true) return 'the cluster';
  const database = db === undefined || db === '' ? 'any database' : db;
  // The collections of the server itself come with each role and are reported with their database.
  return collection === '' || collection.startsWith('system.') ? database : `${database}.${collection}`;
}

export function whyNoDatabases({ isSignedIn, readable }: Privileges): string {
  if (!isSignedIn) return 'The read was allowed, and the database holds nothing.';
  if (readable.length === 0) {
    return 'The user may read no database, and those it may not read are omitted without notice: grant it the role read on them.';
  }
  return `The user may read ${readable.map((one) => (one === '*' ? 'every database' : one)).join(', ')}, and there is nothing in it: a database is created with its first collection.`;
}

export function whyNoCollections({ isSignedIn, readable }: Privileges, database: string): string {
  const isReadable = !isSignedIn || readable.includes('*') || readable.includes(database);
  return isReadable
    ? `The user may read ${database}, and it holds no collection: the answer is the same for a database that does not exist, and names are case-sensitive.`
    : `The user may read nothing in ${database}, and what it may not read is omitted without notice: grant it the role read on ${database}.`;
}
