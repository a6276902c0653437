/**
 * Wakes other processes that work on the same store. A signal is a hint and carries ids only: a process that
 * receives one reads the store, and one that misses it reads again within seconds anyway.
 */
import { sql, type Transaction } from 'kysely';
import { Client } from 'pg';
import type { Clock } from '../../core/clock.ts';
import { postgresLimits } from './postgres-pool.ts';
import type { Tables } from './tables.ts';

export interface Signals {
  /** Heard by the others once the transaction commits, and never when it does not. */
  send(transaction: Transaction<Tables>, text: string, channel?: Channel): Promise<void>;
  /** Hears what others send, and `''` whenever some may have been missed. The returned function ends it. */
  listen(hear: (text: string) => void, channel?: Channel): () => Promise<void>;
}

/** Changes of captures, and what replicas have to say to each other. A version that knows only the first hears only that. */
export type Channel = 'farol' | 'farol_replicas';

/** The embedded store has one process, which needs no waking. */
export const noSignals: Signals = {
  send: () => Promise.resolve(),
  listen: () => () => Promise.resolve(),
};

const retryMs = 1000;

export interface SignalOptions {
  readonly connectionString: string;
  readonly clock: Clock;
  readonly onConnectionLost: (error: Error) => void;
}

export function postgresSignals(options: SignalOptions): Signals {
  return {
    send: async (transaction, text, channel = 'farol') =>
      void (await sql`select pg_notify(${channel}, ${text})`.execute(transaction)),
    listen: (hear, channel = 'farol') => {
      const listener = new Listener(options, channel, hear);
      listener.start();
      return () => listener.stop();
    },
  };
}

/** Keeps one connection open, because a pool would close it, and opens another when it is lost. */
class Listener {
  readonly #options: SignalOptions;
  readonly #channel: Channel;
  readonly #hear: (text: string) => void;
  #client: Client | undefined;
  #opening: Promise<void> = Promise.resolve();
  #cancelRetry = (): void => {};
  #isStopped = false;

  constructor(options: SignalOptions, channel: Channel, hear: (text: string) => void) {
    this.#options = options;
    this.#channel = channel;
    this.#hear = hear;
  }

  start(): void {
    if (!this.#isStopped) this.#opening = this.#open();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry();
    await this.#opening;
    await this.#client?.end();
  }

  async #open(): Promise<void> {
    const client = new Client({
      connectionString: this.#options.connectionString,
      keepAlive: true,
      connectionTimeoutMillis: postgresLimits.connectMs,
    });
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    let isLost = false;
    const lose = (error: Error): void => {
      if (isLost || this.#isStopped) return;
      isLost = true;
      this.#client = undefined;
      this.#options.onConnectionLost(error);
      this.#cancelRetry = this.#options.clock.after(retryMs, () => this.start(), { unref: true });
      client.end().catch((cause: unknown) => this.#options.onConnectionLost(toError(cause)));
    };
    client.on('error', lose);
    client.on('end', () => lose(new Error('the connection that listens was closed')));
    try {
      await client.connect();
      await client.query(`listen ${this.#channel}`);
      this.#client = client;
      this.#hear('');
    } catch (error) {
      lose(toError(error));
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('unknown cause');
}
