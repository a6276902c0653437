/**
 * The only file of this connector that talks to the network: commands of the database, each sent once, as a
 * declared call, through the vendor's driver, which is loaded when the first command is to be sent.
 *
 * A connection lives as long as one question: what is changed about the credential holds from the next one on,
 * and nothing stays open in between. The driver retries nothing, logs nothing and reads no file.
 */
import type { MongoClient, MongoClientOptions } from 'mongodb';
import type { z } from 'zod';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { UpstreamCall } from '../../src/connector/manifest.ts';
import { orAbort } from '../../src/connector/or-abort.ts';
import { Fault } from '../../src/core/fault.ts';
import { parseConnectionString, type Target } from './connection-string.ts';
import { createValueMaker } from './driver-values.ts';
import { explainFailure } from './failures.ts';
import { readExtendedJson } from './extended-json.ts';
import type { manifest } from './manifest.ts';

export type MongoContext = ConnectorContext<typeof manifest>;

type Command = UpstreamCall & `mongodb:${string}`;

export interface Question {
  readonly call: Command;
  readonly database: string;
  /** The command and its fields, in the driver's values; how long it may take is added. */
  readonly command: Readonly<Record<string, unknown>>;
}

export interface Mongo {
  readonly target: Target;
  /** How consistent reads are, where the connection string says so: a field of the commands that take one. */
  readonly readConcern: { readonly readConcern?: { readonly level: string } };
  /** @throws Fault for whatever is not an answer in this shape. */
  ask<S extends z.ZodType>(schema: S, question: Question): Promise<z.infer<S>>;
  /** A filter, projection or pipeline in the driver's values. `path` is the argument. @throws Fault `invalid_arguments`. */
  read(extendedJson: unknown, path: string): unknown;
}

export interface OpenOptions {
  /** How long the database may work on one command. */
  readonly maxTimeMs?: number;
  /** Instead of the one in MONGO_URI. */
  readonly target?: Target;
}

/** Below what an operation may take in all, so that the database itself says that it took too long. */
const defaultMaxTimeMs = 25_000;

/** Reads MONGO_URI, and has all forms of its password kept. @throws Fault `credential_rejected`. */
export async function readTarget({ secrets }: Pick<MongoContext, 'secrets'>): Promise<Target> {
  const secret = await secrets.read('MONGO_URI');
  const target = parseConnectionString(secret?.reveal() ?? '');
  for (const form of [...target.secrets, target.uri.reveal()]) secrets.keep(form);
  return target;
}

/** Opens a connection, lets `use` ask over it, and closes it whatever happens. */
export async function withMongo<T>(
  context: MongoContext,
  use: (mongo: Mongo) => Promise<T>,
  { maxTimeMs = defaultMaxTimeMs, target: other }: OpenOptions = {},
): Promise<T> {
  const target = other ?? (await readTarget(context));
  const driver = await import('mongodb');
  const client = open(driver.MongoClient, target, context);
  const make = createValueMaker(driver);
  const level = client.options.readConcern?.level;
  const asking = use({
    target,
    readConcern: level === undefined ? {} : { readConcern: { level } },
    ask: (schema, question) => ask(schema, { ...question, client, target, maxTimeMs }, context),
    read: (extendedJson, path) => readExtendedJson(extendedJson, { make, path }),
  });
  const close = (): Promise<void> => client.close();
  try {
    return await orAbort(asking, context.signal);
  } finally {
    if (context.signal.aborted) {
      // The caller has left, so nothing waits. An open connection is cut now, one that is opening as soon as it is open.
      void close();
      void asking.then(close, close);
    } else await close();
  }
}

function open(Client: typeof MongoClient, target: Target, { authorities }: MongoContext): MongoClient {
  const isChosen = (name: string): boolean => target.options.some(([known]) => known === name);
  const options: MongoClientOptions = {
    appName: 'farol',
    ...(!isChosen('readPreference') && { readPreference: 'secondaryPreferred' }),
    ...(target.isTls && { tls: true, ...(authorities !== undefined && { ca: [...authorities] }) }),
    serverSelectionTimeoutMS: 5000,
    // The driver does not let go of a member that is silent in its first hello before this has passed.
    connectTimeoutMS: 5000,
    socketTimeoutMS: 30_000,
    maxPoolSize: 2,
    minPoolSize: 0,
    maxConnecting: 1,
    // One connection for watching each member instead of two.
    serverMonitoringMode: 'poll',
    retryReads: false,
    retryWrites: false,
    maxAdaptiveRetries: 0,
    monitorCommands: false,
  };
  try {
    return new Client(target.uri.reveal(), options);
  } catch {
    // Without its cause, which may quote the connection string.
    const remedy = 'Correct MONGO_URI: its options contradict each other.';
    throw new Fault('credential_rejected', { kind: 'connection string', reason: 'malformed' }, remedy);
  }
}

interface Opened extends Question {
  readonly client: MongoClient;
  readonly target: Target;
  readonly maxTimeMs: number;
}

async function ask<S extends z.ZodType>(
  schema: S,
  { client, target, maxTimeMs, call, database, command }: Opened,
  context: MongoContext,
): Promise<z.infer<S>> {
  const reply: unknown = await context.withPermit(call, async () => {
    try {
      return await client.db(database).command(
        { ...command, maxTimeMS: maxTimeMs },
        {
          readPreference: client.options.readPreference,
          // Integers beyond 2^53 and regular expressions stay what they are.
          promoteLongs: false,
          bsonRegExp: true,
          // A text with a broken byte is returned with a mark in its place, and does not hide all others.
          enableUtf8Validation: false,
        },
      );
    } catch (error) {
      // The caller that ended the call early decides the fault.
      if (context.signal.aborted) throw error;
      throw explainFailure(error, { call, database, target, nowMs: context.clock.now() });
    }
  });
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  const path = [call, ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.');
  const remedy =
    'Check that MONGO_URI names a MongoDB of a release that is still maintained; if it does, report the path.';
  throw new Fault('upstream_changed', { path }, remedy, { cause: parsed.error });
}
