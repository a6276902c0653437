/**
 * Commands of the database as its manual describes them, as data
 * (https://www.mongodb.com/docs/manual/reference/command/, seen 2026-11): a command with a field that is not
 * described fails the test, and so does a scripted answer that the database would not give.
 */
import { z } from 'zod';
import type { UpstreamCall } from '../../../src/connector/manifest.ts';
import type { FakeCall, Reply } from '../../../test/contract/fake-upstream.ts';

/** Canonical extended JSON: a number is an object that names its type. */
export const Int = z.strictObject({ $numberInt: z.string() });
export const Long = z.strictObject({ $numberLong: z.string() });
export const Double = z.strictObject({ $numberDouble: z.string() });
export const AnyNumber = z.union([Int, Long, Double]);
export const Any = z.record(z.string(), z.unknown());
export const Ok = z.strictObject({ $numberInt: z.literal('1') });
const One = z.strictObject({ $numberInt: z.literal('1') });
const True = z.literal(true);

/** Fields that a driver adds to any command. */
const ofDriver = {
  $db: z.string(),
  lsid: z.strictObject({ id: Any }).optional(),
  $readPreference: Any.optional(),
  $clusterTime: Any.optional(),
};
const timed = { ...ofDriver, maxTimeMS: Int };
const readConcern = { readConcern: z.strictObject({ level: z.string() }).optional() };

const Find = {
  find: z.string(),
  filter: Any.optional(),
  projection: Any.optional(),
  sort: z.record(z.string(), z.union([One, z.strictObject({ $numberInt: z.literal('-1') })])).optional(),
  limit: Int,
  batchSize: Int.optional(),
  singleBatch: True.optional(),
  allowDiskUse: z.literal(false).optional(),
};
const Aggregate = {
  aggregate: z.string(),
  pipeline: z.array(Any),
  cursor: z.strictObject({ batchSize: Int.optional() }),
  allowDiskUse: z.literal(false).optional(),
};

export interface DescribedCommand {
  readonly command: z.ZodType<Readonly<Record<string, unknown>>>;
  /** Of its answer, when it is one. */
  readonly answer: z.ZodType;
}

const firstBatch = z.strictObject({
  cursor: z.strictObject({ id: z.union([Long, Int]), ns: z.string(), firstBatch: z.array(Any) }),
  ok: Ok,
});

export const described = {
  find: { command: z.strictObject({ ...Find, ...timed, ...readConcern }), answer: firstBatch },
  aggregate: { command: z.strictObject({ ...Aggregate, ...timed, ...readConcern }), answer: firstBatch },
  distinct: {
    command: z.strictObject({ distinct: z.string(), key: z.string(), query: Any, ...timed, ...readConcern }),
    answer: z.strictObject({ values: z.array(z.unknown()), ok: Ok }),
  },
  explain: {
    command: z.strictObject({
      explain: z.union([z.strictObject(Find), z.strictObject(Aggregate)]),
      verbosity: z.literal('queryPlanner'),
      ...timed,
    }),
    answer: z.looseObject({ ok: Ok }),
  },
  listDatabases: {
    command: z.strictObject({ listDatabases: One, nameOnly: True, authorizedDatabases: True, ...timed }),
    answer: z.strictObject({ databases: z.array(z.strictObject({ name: z.string() })), ok: Ok }),
  },
  listCollections: {
    command: z.strictObject({
      listCollections: One,
      nameOnly: True,
      authorizedCollections: True,
      filter: z.strictObject({ name: z.string() }).optional(),
      cursor: z.strictObject({}),
      ...timed,
    }),
    answer: firstBatch,
  },
  listIndexes: {
    command: z.strictObject({ listIndexes: z.string(), cursor: z.strictObject({}), ...timed }),
    answer: firstBatch,
  },
  getMore: {
    command: z.strictObject({ getMore: Long, collection: z.string(), ...timed }),
    answer: z.strictObject({ cursor: z.strictObject({ id: Long, ns: z.string(), nextBatch: z.array(Any) }), ok: Ok }),
  },
  killCursors: {
    command: z.strictObject({ killCursors: z.string(), cursors: z.array(Long).length(1), ...timed }),
    answer: z.strictObject({
      cursorsKilled: z.array(Long),
      cursorsNotFound: z.array(Long),
      cursorsAlive: z.array(Long),
      cursorsUnknown: z.array(Long),
      ok: Ok,
    }),
  },
  dbStats: {
    command: z.strictObject({ dbStats: One, ...timed }),
    answer: z.looseObject({ db: z.string(), collections: AnyNumber, objects: AnyNumber, ok: Ok }),
  },
  collStats: {
    command: z.strictObject({ collStats: z.string(), ...timed }),
    answer: z.looseObject({ ns: z.string(), ok: Ok }),
  },
  connectionStatus: {
    command: z.strictObject({ connectionStatus: One, showPrivileges: True, ...timed }),
    answer: z.strictObject({ authInfo: z.looseObject({ authenticatedUsers: z.array(Any) }), ok: Ok }),
  },
} as const satisfies Record<string, DescribedCommand>;

export type CommandName = keyof typeof described;

function isDescribed(name: string): name is CommandName {
  return Object.hasOwn(described, name);
}

/** `/<database>/<command>`. */
export function commandOf({ path }: FakeCall): { database: string; name: string } {
  const [, database = '', name = ''] = path.split('/');
  return { database, name };
}

export function declaredName(call: FakeCall): UpstreamCall {
  return `mongodb:${commandOf(call).name}`;
}

export interface AskedCommand {
  readonly database: string;
  /** As canonical extended JSON. */
  readonly command: Readonly<Record<string, unknown>>;
}

/** Undefined for a command that is not described. @throws Error that says what is wrong with a command or with a scripted answer. */
export function describeCommands(
  answers: Readonly<Record<CommandName, (asked: AskedCommand) => object>>,
): (call: FakeCall) => Reply | undefined {
  return (call) => {
    const { database, name } = commandOf(call);
    if (!isDescribed(name)) return undefined;
    const { command: wanted }: DescribedCommand = described[name];
    const command = demand(wanted, JSON.parse(call.body), `${name}: command`);
    const answer = answers[name]({ database, command });
    demand(described[name].answer, answer, `${name}: scripted answer`);
    return { status: 200, body: JSON.stringify(answer) };
  };
}

function demand<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${where}: ${z.prettifyError(parsed.error)}`);
}
