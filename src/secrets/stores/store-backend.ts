/** One kind of store: how its names look, how it is asked, and what its refusals mean. */
import type { Clock } from '../../core/clock.ts';
import { Fault } from '../../core/fault.ts';
import { HttpClient, type HttpClientOptions, type HttpResponse } from '../../core/http-client.ts';
import { proxyRefusal } from '../../core/network-fault.ts';
import type { NetworkAgents } from '../../core/network-agent.ts';
import { parseAnswer } from '../../core/parse-answer.ts';
import type { Random } from '../../core/random.ts';
import { retryAfterSec } from '../../core/retry-after.ts';
import type { z } from 'zod';
import type { StoreReference } from '../secret-reference.ts';
import type { StoredSecret } from './stored-secret.ts';
import type { StorePlatform } from './store-platform.ts';

export interface StoreBackend {
  /** What is wrong with a reference, in words that follow it; undefined when it can be asked for. */
  problemWith(reference: StoreReference): string | undefined;
  /** What separates the prefix from the rest of a name. */
  readonly separator: '/' | '-';
  /** Where it is and with which credential, for people. */
  readonly described: string;
  /** @throws Fault whose remedy is a sentence of its own for each cause. */
  read(name: string): Promise<StoredSecret>;
  /** Ends connections of its own, where it has any. */
  close?(): void;
}

export interface BackendPorts {
  readonly agents: NetworkAgents;
  readonly clock: Clock;
  readonly random: Random;
  readonly platform: StorePlatform;
}

/** All tries and waits of one read, so that neither a boot nor a question hangs on the store. */
const totalMs = 10_000;
const limits = { connectMs: 3_000, totalMs, responseBytes: 4 << 20, tries: 3, longestWaitMs: 2_000 };

/** Bodies are secrets: they are not cleaned on the way in, and no error keeps one. */
export function createStoreClient(
  base: URL,
  { agents, clock, random }: BackendPorts,
  options: Pick<HttpClientOptions, 'authorize' | 'renew'> = {},
): HttpClient {
  return new HttpClient({ base, variable: 'RUNNER_SECRET_STORE_URL', agents, clock, random, limits, ...options });
}

/** As `parseAnswer`, without a cause: that of broken JSON quotes the body. @throws Fault `upstream_changed` */
export function parseStored<S extends z.ZodType>(schema: S, body: string): z.infer<S> {
  try {
    return parseAnswer(schema, body);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw changed(String('path' in error.data ? error.data.path : '$'));
  }
}

export function changed(path: string): Fault<'upstream_changed'> {
  return new Fault(
    'upstream_changed',
    { path },
    'The response does not look like the secret store: check RUNNER_SECRET_STORE_URL and any proxy in between; if both are right, report the path to Farol.',
  );
}

/** Answers that pass by themselves, and those of a proxy on the way; undefined for any other. */
export function outageOf(
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
  nowMs: number,
): Fault | undefined {
  if (status === 407) return proxyRefusal(status);
  if (status === 511) {
    return new Fault(
      'intercepted',
      { status },
      'This network requires a sign-in before it lets anything out: its operator must let this machine through.',
    );
  }
  if (status === 429) return throttled(retryAfterSec(headers, nowMs));
  return status < 500 ? undefined : failing(status);
}

export function failing(status: number): Fault<'upstream_down'> {
  return new Fault(
    'upstream_down',
    { status },
    `The secret store fails with status ${status}: check its own health. The settings of this Agent are not the cause.`,
  );
}

export function throttled(retryAfter = 5): Fault<'rate_limited'> {
  return new Fault(
    'rate_limited',
    { retryAfterSec: retryAfter },
    'The secret store limits the request rate; the Agent retries by itself. If it persists, find its other clients, or raise its quota.',
  );
}

/** Not the store's own answer: a page of a proxy, or another product. */
export function notTheStore(status: number): Fault<'wrong_endpoint'> {
  return new Fault(
    'wrong_endpoint',
    { variable: 'RUNNER_SECRET_STORE_URL', tried: `status ${status}` },
    'The server there is not the secret store: check RUNNER_SECRET_STORE_URL and any proxy in between.',
  );
}
