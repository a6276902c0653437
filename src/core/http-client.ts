/**
 * The only way a connector reaches its system. One origin, fixed when the client is made: a path or a
 * link that leaves it is refused. Bounded in time and bytes. Reads are tried again after 429, 502, 503,
 * 504 and network faults; writes never.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import { decodeBody, tooLarge } from './decode-body.ts';
import { Fault, faultTable } from './fault.ts';
import { type BuiltBody, encodeBody, type EncodedBody, type FormFields, pairsOf } from './http-body.ts';
import { openExchange } from './http-exchange.ts';
import type { NetworkAgents } from './network-agent.ts';
import { networkCodeOf, networkFault, wasNeverSent } from './network-fault.ts';
import type { Random } from './random.ts';
import { retryAfterSec } from './retry-after.ts';

export interface HttpLimits {
  /** Until the connection is established, including the TLS handshake and a proxy's answer. */
  readonly connectMs: number;
  /** From the call to its last byte, all tries and waits included. */
  readonly totalMs: number;
  readonly responseBytes: number;
  /** Tries of a read, the first included. */
  readonly tries: number;
  /** A longer Retry-After is not waited for: the caller learns it instead. */
  readonly longestWaitMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  connectMs: 5000,
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
  /** Ends every call of this client. What it was aborted with is thrown as it is. */
  readonly signal?: AbortSignal;
  /** Asked before every try, so that a rotated credential is used at once. */
  readonly authorize?: () => Promise<Readonly<Record<string, string>>>;
  /** Asked once after a 401 to a read. True when the credential is another one now: the read is tried once more. */
  readonly renew?: () => Promise<boolean>;
  /** Seconds to wait, from headers of the vendor; asked when a refused read has no Retry-After. */
  readonly retryAfter?: (headers: HttpResponse['headers']) => number | undefined;
  /** Applied to every body before the caller sees it. Here and not later, because a secret cut in half is no longer recognised. */
  readonly clean?: (body: string) => string;
  /** Runs each try; a limit on calls in flight waits here. */
  readonly turn?: <T>(run: () => Promise<T>) => Promise<T>;
  /** Called before every attempt, when the credential is ready. An error it throws ends the call. */
  readonly onCall?: (call: HttpCall) => void;
  /** Called once with the end of every attempt. */
  readonly onEnd?: (call: HttpCall, end: CallEnd) => void;
}

/** One try: method and path below the base, without query. */
export interface HttpCall {
  readonly method: string;
  readonly path: string;
  readonly access: 'read' | 'write';
}

/** The status of an answer that came whole, or the code of what prevented one. */
export type CallEnd = { readonly status: number } | { readonly code: string };

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base, beginning with a slash; or an absolute link of the same origin, for paging. */
  readonly path: string;
  readonly query?: FormFields;
  readonly form?: FormFields;
  readonly json?: unknown;
  /** Headers and body as a vendor's own client library made them; the answer then carries its bytes too. */
  readonly built?: BuiltBody;
  readonly access: 'read' | 'write';
  /** A read that costs, so that it is sent once whatever comes back. */
  readonly once?: true;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Decoded and not cleaned: for the library that built the request, and only then. */
  readonly bytes?: Uint8Array;
}

/** What one `send` holds on to between its tries. */
interface Call {
  readonly request: HttpRequest;
  readonly url: URL;
  readonly body: EncodedBody | undefined;
  readonly signal: AbortSignal;
  /** A try was let out; what fails before is known not to have been sent. */
  isMade: boolean;
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

  /** Any status is an answer; only what prevents an answer throws: `upstream_down`, `wrong_endpoint`, `cap_exceeded`, `outcome_unknown`. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    const url = this.#resolve(request.path, request.query);
    const callers = [this.#options.signal, request.signal].filter((one) => one !== undefined);
    const deadline = AbortSignal.timeout(this.#limits.totalMs);
    const signal = AbortSignal.any([deadline, ...callers]);
    const call: Call = { request, url, body: encodeBody(request), signal, isMade: false };
    let canRenew = request.access === 'read';
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= this.#limits.tries || request.access === 'write' || request.once === true;
      try {
        const response = await this.#sendInTurn(call);
        if (response.status === 401 && canRenew && (await this.#options.renew?.()) === true) {
          canRenew = false;
          continue;
        }
        const waitMs = this.#waitAfter(response, attempt);
        if (isLast || waitMs === undefined) return response;
        await sleep(waitMs, undefined, { signal: call.signal });
      } catch (error) {
        for (const caller of callers) caller.throwIfAborted();
        const fault = this.#faultOf(error, call, deadline.aborted);
        if (isLast || !faultTable[fault.kind].retry || deadline.aborted) throw fault;
        await sleep(this.#backOffMs(attempt), undefined, { signal: call.signal }).catch(() => Promise.reject(fault));
      }
    }
  }

  #resolve(path: string, query: HttpRequest['query']): URL {
    const { base, variable } = this.#options;
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/iu.test(path);
    const url = isAbsolute ? new URL(path) : new URL(`${prefixOf(base)}${path}`, base);
    const isBelow = url.pathname.startsWith(`${prefixOf(base)}/`);
    if (url.origin !== base.origin || path.startsWith('//') || !isBelow) throw leavesOrigin(variable, url);
    for (const [name, value] of pairsOf(query)) url.searchParams.append(name, value);
    return url;
  }

  #sendInTurn(call: Call): Promise<HttpResponse> {
    const { turn } = this.#options;
    return turn === undefined ? this.#sendOnce(call) : turn(() => this.#sendOnce(call));
  }

  async #sendOnce(call: Call): Promise<HttpResponse> {
    const { authorize, onCall, onEnd, base } = this.#options;
    const { request, url, signal } = call;
    signal.throwIfAborted();
    const credential = await authorize?.();
    signal.throwIfAborted();
    const made = { method: request.method, path: url.pathname.slice(prefixOf(base).length), access: request.access };
    onCall?.(made);
    call.isMade = true;
    try {
      const response = await this.#exchange(call, credential);
      onEnd?.(made, { status: response.status });
      return response;
    } catch (error) {
      onEnd?.(made, { code: networkCodeOf(error) });
      throw error;
    }
  }

  async #exchange({ request: { method, built }, url, body, signal }: Call, credential = {}): Promise<HttpResponse> {
    const { agents, clean = (text: string) => text } = this.#options;
    const headers = { accept: 'application/json', 'user-agent': 'farol', ...body?.headers, ...credential };
    const { connectMs } = this.#limits;
    const response = await openExchange(url, { method, headers, agents, signal, connectMs, text: body?.text });
    const status = response.statusCode ?? 0;
    this.#refuseRedirect(response, url);
    // Of the bytes as they were sent, which nobody after this sees.
    const { 'content-encoding': _coding, 'content-length': _length, ...described } = response.headers;
    const received = await this.#readBody(response);
    const { text, bytes } = await decodeBody(received, response.headers, this.#limits.responseBytes);
    const answer = { status, headers: described, body: clean(text) };
    return built === undefined ? answer : { ...answer, bytes };
  }

  /** A redirect is never followed: within the origin it means a wrong path, outside it a wrong or hostile host. */
  #refuseRedirect(response: IncomingMessage, url: URL): void {
    const { location } = response.headers;
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400 || location === undefined) return;
    response.destroy();
    const { base, variable } = this.#options;
    const target = URL.parse(location, url.href);
    throw target?.origin === base.origin ? movedWithin(variable, url) : leavesOrigin(variable, target ?? url);
  }

  /** An answer that ends before its announced end rejects with ECONNRESET, by Node itself. */
  async #readBody(response: IncomingMessage): Promise<Buffer> {
    const { responseBytes } = this.#limits;
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > responseBytes) {
        response.destroy();
        throw tooLarge(responseBytes);
      }
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  #waitAfter(response: HttpResponse, attempt: number): number | undefined {
    if (!retriedStatuses.has(response.status)) return undefined;
    const { clock, retryAfter } = this.#options;
    const asked = retryAfterSec(response.headers, clock.now()) ?? retryAfter?.(response.headers);
    if (asked === undefined) return this.#backOffMs(attempt);
    return asked * 1000 <= this.#limits.longestWaitMs ? asked * 1000 : undefined;
  }

  /** Full jitter: a uniform share of a doubling bound. */
  #backOffMs(attempt: number): number {
    return Math.ceil(this.#options.random.next() * firstWaitMs * 2 ** (attempt - 1));
  }

  #faultOf(error: unknown, { request: { access, path }, isMade }: Call, isOverdue: boolean): Fault {
    if (error instanceof Fault) return error;
    const code = isOverdue ? 'TIMEOUT' : networkCodeOf(error);
    if (access === 'write' && isMade && !wasNeverSent(code)) {
      return new Fault(
        'outcome_unknown',
        { operation: path },
        'Check in the upstream system whether the write was done; do not repeat it blindly.',
        { cause: error },
      );
    }
    return networkFault(code, `${this.#options.variable}: ${this.#options.base.host}`, error);
  }
}

function prefixOf(base: URL): string {
  return base.pathname.replace(/\/+$/u, '');
}

function leavesOrigin(variable: string, url: URL): Fault {
  return new Fault(
    'wrong_endpoint',
    { variable, tried: url.origin },
    `The response redirects to another address than the configured one, which is never followed. If it is a sign-in page, a proxy or this network asks for one: let the Agent through. Otherwise set ${variable} to the final address.`,
  );
}

function movedWithin(variable: string, url: URL): Fault {
  return new Fault(
    'wrong_endpoint',
    { variable, tried: url.pathname },
    `The path was redirected, as a sign-in page does. Set ${variable} to the address of the interface itself.`,
  );
}
