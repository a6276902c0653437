/**
 * Connections to PostgreSQL in which every wait has an end: for a free connection, for the server to
 * accept one, for a lock or a slow statement, for an abandoned transaction, and for a
 * network that swallows the answer. `statement_timeout` and `idle_in_transaction_session_timeout` of
 * the address count before those here.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Client, Pool, type PoolClient, types } from 'pg';

/** The store could not answer in time or at all: a state of the machine, not a fault of the request. The message is for the log. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface PostgresLimits {
  readonly connections: number;
  /** Until a connection is free, or a new one is accepted. */
  readonly connectMs: number;
  /** One statement, its wait for locks included. */
  readonly statementMs: number;
  /** A transaction between two statements. */
  readonly idleInTransactionMs: number;
}

export const postgresLimits: PostgresLimits = {
  connections: 10,
  connectMs: 5000,
  statementMs: 30_000,
  idleInTransactionMs: 30_000,
};

/** The server answers its own timeout first; this long after it the connection is taken for dead. */
const graceMs = 2000;
const int8 = types.builtins.INT8;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: cancelled, ended or refused by the server's state. */
const unavailableCodes =
  /^(?:57014|57P0[1-5]|25P03|53\d{3}|08\w{3}|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE)$/u;

/** How the driver words a connection that ended, for which it has no code. */
const lostConnection = ['Connection terminated', 'Client has encountered a connection error'];

export interface BoundedPoolOptions {
  readonly limits: PostgresLimits;
  /** Called when the server closes an idle connection. */
  readonly onConnectionLost: (error: Error) => void;
}

export class BoundedPool implements PostgresPool {
  readonly Client = Client;
  readonly options: object;
  readonly #pool: Pool;
  readonly #limits: PostgresLimits;
  readonly #deadlineMs: number;
  readonly #bounded = new WeakMap<PoolClient, PostgresPoolClient>();

  constructor(connectionString: string, { limits, onConnectionLost }: BoundedPoolOptions) {
    this.#limits = limits;
    const given = Number(URL.parse(connectionString)?.searchParams.get('statement_timeout') ?? limits.statementMs);
    this.#deadlineMs = given > 0 ? given + graceMs : 0;
    this.#pool = new Pool({
      connectionString,
      max: limits.connections,
      connectionTimeoutMillis: limits.connectMs,
      statement_timeout: limits.statementMs,
      idle_in_transaction_session_timeout: limits.idleInTransactionMs,
      keepAlive: true,
      // Every 64-bit number here is a time in milliseconds or a count: both fit a double exactly.
      types: {
        getTypeParser: (id, format) => (id === int8 && format !== 'binary' ? Number : types.getTypeParser(id, format)),
      },
    });
    this.options = this.#pool.options;
    // Without listeners a restart of the server would end this process, also between two statements of a transaction.
    this.#pool.on('error', onConnectionLost);
    this.#pool.on('connect', (client) => client.on('error', onConnectionLost));
  }

  /** @throws StoreUnavailable saying which wait ended. */
  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw this.#explainConnect(cause);
    });
    const known = this.#bounded.get(client);
    if (known !== undefined) return known;
    const bounded = boundClient(client, this.#deadlineMs);
    this.#bounded.set(client, bounded);
    return bounded;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  #explainConnect(cause: unknown): unknown {
    const { connections, connectMs } = this.#limits;
    const isTimeout = cause instanceof Error && /timeout/iu.test(cause.message);
    if (!isTimeout) return explain(cause);
    const areAllBusy = this.#pool.totalCount >= connections && this.#pool.idleCount === 0;
    const message = areAllBusy
      ? `All ${connections} connections to PostgreSQL were in use for ${connectMs} ms. Check pg_stat_activity for slow statements and locks.`
      : `PostgreSQL did not accept a connection within ${connectMs} ms. Check that the server in FAROL_DATABASE_URL is running and reachable from here.`;
    return new StoreUnavailable(message, { cause });
  }
}

/** After a query without an answer the connection is closed when it is released: the late answer would be read as the next one's. */
function boundClient(client: PoolClient, deadlineMs: number): PostgresPoolClient {
  let isDead = false;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      if (deadlineMs === 0) return;
      timer = setTimeout(() => {
        isDead = true;
        reject(
          new StoreUnavailable(
            `PostgreSQL did not answer a statement within ${deadlineMs} ms. The connection is closed.`,
          ),
        );
      }, deadlineMs);
    });
    try {
      const name = nameOfStatement(text);
      const statement = { text, values: [...values], ...(name !== undefined && { name }) };
      return await Promise.race([client.query(statement), late]);
    } catch (error) {
      throw explain(error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    // Kysely calls the form with a cursor only when it is configured with one.
    query: query as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy === true || isDead),
    get processID() {
      return (client as PoolClient & { processID?: number }).processID ?? 0;
    },
  };
}

/** What only says that the server is not there or did not finish becomes `StoreUnavailable`; everything else stays itself. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === '57014') {
    return new StoreUnavailable(
      'PostgreSQL cancelled a statement because of statement_timeout. Check pg_stat_activity for locks and slow statements.',
      { cause: error },
    );
  }
  const isLost = lostConnection.some((text) => error.message.startsWith(text));
  if (!unavailableCodes.test(code) && !isLost) return error;
  return new StoreUnavailable(`PostgreSQL cannot be used${code === '' ? '' : ` (${code})`}.`, { cause: error });
}

/** Names under which connections to PostgreSQL keep what they have parsed and planned. The same text has the same name. */
const names = new Map<string, string>();

export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `farol_${names.size}`);
}

/** Undefined for what is not worth keeping. */
export function nameOfStatement(text: string): string | undefined {
  return names.get(text);
}
