/**
 * The only way a connector reaches its system. One origin, fixed when the client is made: a path or a
 * link that leaves it is refused. Bounded in time and bytes. Reads are tried again after 429, 502, 503,
 * 504 and network faults; writes never.
 */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { Fault, faultTable } from './fault.ts';
import type { NetworkAgents } from './network-agent.ts';
import type { Random } from './random.ts';
import { retryAfterSec } from './retry-after.ts';

export interface HttpLimits {
  readonly totalMs: number;
  readonly responseBytes: number;
  /** Tries of a read, the first included. */
  readonly tries: number;
  /** A longer Retry-After is not waited for: the caller learns it instead. */
  readonly longestWaitMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  totalMs: 30_000,
  responseBytes: 8 << 20,
  tries: 3,
  longestWaitMs: 10_000,
};

export interface HttpClientOptions {
  /** Scheme, host and an optional path prefix. */
  readonly base: URL;
  /** The variable that holds `base`: named by faults that speak of the address. */
  readonly variable: string;
  readonly agents: NetworkAgents;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits?: Partial<HttpLimits>;
  /** Called before every try, so that a rotated credential is used at once. */
  readonly authorize?: () => Promise<Readonly<Record<string, string>>>;
  /** Told of every try: method and path without query, for `upstreamCalls` and for tests of what is called. */
  readonly onCall?: (call: { method: string; path: string }) => void;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base, beginning with a slash; or an absolute link of the same origin, for paging. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly form?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly json?: unknown;
  readonly access: 'read' | 'write';
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const retriedStatuses = new Set([429, 502, 503, 504]);
const firstWaitMs = 200;

export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #limits: HttpLimits;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#limits = { ...defaultHttpLimits, ...options.limits };
  }

  /** Any status is an answer; only what prevents an answer throws: `upstream_down`, `wrong_endpoint`, `cap_exceeded`. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const url = this.#resolve(request.path, request.query);
    const body = encodeBody(request);
    const deadline = AbortSignal.timeout(this.#limits.totalMs);
    const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal]);
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= this.#limits.tries || request.access === 'write';
      try {
        const response = await this.#sendOnce({ url, method: request.method, body, signal });
        const waitMs = this.#waitAfter(response, attempt);
        if (isLast || waitMs === undefined) return response;
        await sleep(waitMs, undefined, { signal });
      } catch (error) {
        if (request.signal?.aborted === true) throw request.signal.reason;
        const fault = this.#faultOf(error, request);
        if (isLast || !faultTable[fault.kind].retry || deadline.aborted) throw fault;
        await sleep(this.#backOffMs(attempt), undefined, { signal }).catch(() => {
          throw fault;
        });
      }
    }
  }

  #resolve(path: string, query: HttpRequest['query']): URL {
    const { base, variable } = this.#options;
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/iu.test(path);
    const url = isAbsolute ? new URL(path) : new URL(`${base.pathname.replace(/\/$/u, '')}${path}`, base);
    if (url.origin !== base.origin || path.startsWith('//')) throw leavesOrigin(variable, url);
    for (const [name, value] of pairsOf(query)) url.searchParams.append(name, value);
    return url;
  }

  async #sendOnce(call: Call): Promise<HttpResponse> {
    const { agents, authorize, onCall, base, variable } = this.#options;
    onCall?.({ method: call.method, path: call.url.pathname });
    const headers = {
      accept: 'application/json',
      'user-agent': 'farol',
      ...call.body?.headers,
      ...(await authorize?.()),
    };
    const isTls = call.url.protocol === 'https:';
    const options: RequestOptions = {
      method: call.method,
      headers,
      agent: isTls ? agents.https : agents.http,
      signal: call.signal,
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = (isTls ? requestHttps : requestHttp)(call.url, options, resolve);
      sent.once('error', reject);
      sent.end(call.body?.text);
    });
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.resume();
      const target = new URL(location, call.url);
      // A redirect is never followed: within the origin it means a wrong path, outside it a wrong or hostile host.
      throw target.origin === base.origin ? movedWithin(variable, call.url) : leavesOrigin(variable, target);
    }
    return { status, headers: response.headers, body: await this.#readBody(response) };
  }

  async #readBody(response: IncomingMessage): Promise<string> {
    const { responseBytes } = this.#limits;
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > responseBytes) {
        response.destroy();
        throw new Fault(
          'cap_exceeded',
          { limit: `${responseBytes} bytes`, estimate: `more than ${size} bytes` },
          'Ask for less: a narrower window, a coarser step or a more selective query.',
        );
      }
      parts.push(part);
    }
    // Node ends the stream without an error when the peer closes early on a response without length.
    if (!response.complete) throw Object.assign(new Error('the answer ended early'), { code: 'ECONNRESET' });
    return Buffer.concat(parts).toString('utf8');
  }

  #waitAfter(response: HttpResponse, attempt: number): number | undefined {
    if (!retriedStatuses.has(response.status)) return undefined;
    const asked = retryAfterSec(response.headers['retry-after'], this.#options.clock.now());
    if (asked === undefined) return this.#backOffMs(attempt);
    return asked * 1000 <= this.#limits.longestWaitMs ? asked * 1000 : undefined;
  }

  /** Full jitter: a uniform share of a doubling bound. */
  #backOffMs(attempt: number): number {
    return Math.ceil(this.#options.random.next() * firstWaitMs * 2 ** (attempt - 1));
  }

  #faultOf(error: unknown, { access, path }: HttpRequest): Fault {
    if (error instanceof Fault) return error;
    const isTimeout = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
    const code = isTimeout ? 'TIMEOUT' : codeOf(error);
    if (access === 'write' && !neverSent.has(code)) {
      return new Fault(
        'outcome_unknown',
        { operation: path },
        'Look upstream whether the write happened; do not repeat it blindly.',
        { cause: error },
      );
    }
    const host = this.#options.base.host;
    return new Fault('upstream_down', { code }, `${remedyFor(code)} (${this.#options.variable}: ${host}).`, {
      cause: error,
    });
  }
}

interface Call {
  readonly url: URL;
  readonly method: string;
  readonly body: { readonly headers: Record<string, string>; readonly text: string } | undefined;
  readonly signal: AbortSignal;
}

/** Codes that say the request cannot have reached the other side. */
const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function remedyFor(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'The host name does not resolve from here; check its spelling and the DNS of this network';
  }
  if (code === 'ECONNREFUSED') return 'Nothing listens at that address; check host and port';
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT') {
    return 'No answer in time; check the route, the firewall and the proxy';
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/u.test(code)) {
    return 'The certificate is not trusted; give its authority in RUNNER_CA_FILE';
  }
  return 'The connection broke; try again, then look at the system itself';
}

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return 'ECONNECTION';
}

function leavesOrigin(variable: string, url: URL): Fault {
  return new Fault(
    'wrong_endpoint',
    { variable, tried: url.origin },
    `The answer leads to another origin, which is never followed. Set ${variable} to the final address.`,
  );
}

function movedWithin(variable: string, url: URL): Fault {
  return new Fault(
    'wrong_endpoint',
    { variable, tried: url.pathname },
    `The path was redirected. Set ${variable} to the final address.`,
  );
}

function encodeBody({ form, json }: HttpRequest): Call['body'] {
  if (json !== undefined) return { headers: { 'content-type': 'application/json' }, text: JSON.stringify(json) };
  if (form === undefined) return undefined;
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    text: new URLSearchParams(pairsOf(form)).toString(),
  };
}

function pairsOf(fields: HttpRequest['query']): [string, string][] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]);
  });
}
