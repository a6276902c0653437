/**
 * Cached secrets of a store: one call for all concurrent readers of one name and for every key of it. If
 * access is denied, the cached value is dropped at once. If the store is not responding, it is used for an
 * hour more, because an outage there would otherwise stop every connector here.
 */
import type { Clock } from '../../core/clock.ts';
import { type Fault, toFault } from '../../core/fault.ts';
import type { Log } from '../../core/log.ts';
import type { StoredSecret } from './stored-secret.ts';

/** A rotation is noticed after this at the latest. */
export const keptMs = 5 * 60_000;
/** Longest use of a secret that could not be read again since. */
export const outageMs = 60 * 60_000;
/** A store that has just failed is not asked again before this. */
const pauseMs = 5_000;
/** Read again on request no more often than this: several keys of one secret, or several refusals at once, are one call. */
const freshMs = 2_000;

export interface CachedSecretsPorts {
  /** @throws Fault */
  readonly read: (name: string) => Promise<StoredSecret>;
  /** Called with everything that was read, before any reader gets it. */
  readonly onRead: (stored: StoredSecret) => void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

interface Cached {
  stored?: { readonly secret: StoredSecret; readonly atMs: number } | undefined;
  failure?: { readonly fault: Fault; readonly atMs: number } | undefined;
  reading?: Promise<StoredSecret> | undefined;
}

export class CachedSecrets {
  readonly #ports: CachedSecretsPorts;
  readonly #kept = new Map<string, Cached>();

  constructor(ports: CachedSecretsPorts) {
    this.#ports = ports;
  }

  /** @throws Fault */
  read(name: string): Promise<StoredSecret> {
    return this.#atMost(keptMs, name);
  }

  /** Reads from the store, regardless of the cache. @throws Fault */
  reread(name: string): Promise<StoredSecret> {
    return this.#atMost(freshMs, name);
  }

  async #atMost(ageMs: number, name: string): Promise<StoredSecret> {
    const kept = this.#kept.get(name) ?? {};
    this.#kept.set(name, kept);
    const { stored, failure } = kept;
    if (stored !== undefined && this.#since(stored.atMs) < ageMs) return stored.secret;
    if (failure !== undefined && this.#since(failure.atMs) < pauseMs) return this.#without(kept, failure.fault);
    kept.reading ??= this.#read(name, kept).finally(() => delete kept.reading);
    return kept.reading;
  }

  async #read(name: string, kept: Cached): Promise<StoredSecret> {
    const { read, onRead, clock, log } = this.#ports;
    try {
      const secret = await read(name);
      onRead(secret);
      kept.stored = { secret, atMs: clock.monotonic() };
      kept.failure = undefined;
      return secret;
    } catch (error) {
      const fault = toFault(error);
      kept.failure = { fault, atMs: clock.monotonic() };
      const former = this.#without(kept, fault);
      log.warn({ secret: name, fault: fault.kind }, 'the secret store is not responding; cached secrets are used');
      return former;
    }
  }

  /** What was read before, where that may still be used. @throws Fault the reason why not. */
  #without(kept: Cached, fault: Fault): StoredSecret {
    const { stored } = kept;
    if (isRefusal(fault) || stored === undefined || this.#since(stored.atMs) >= outageMs) {
      kept.stored = undefined;
      throw fault;
    }
    return stored.secret;
  }

  #since(atMs: number): number {
    return this.#ports.clock.monotonic() - atMs;
  }
}

/** The store itself said no. A credential that this machine could not get hold of was never shown to it. */
function isRefusal({ kind, data }: Fault): boolean {
  if (kind === 'credential_rejected') return !('reason' in data && data.reason === 'missing');
  return kind === 'permission_missing' || kind === 'not_found_or_hidden' || kind === 'feature_disabled';
}
