/**
 * Calls the control plane's HTTP interface as a signed-in person or with a token. One origin, one
 * CA, every answer parsed; an error answer becomes `ControlApiError` with the envelope's own words.
 */
import { Agent, request } from 'node:https';
import type { z } from 'zod';
import { ApiError, csrfHeader, Me } from './api.ts';

export class ControlApiError extends Error {
  override readonly name = 'ControlApiError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface RawAnswer {
  readonly status: number;
  readonly body: Buffer;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const answerLimitBytes = 16 << 20;

export class ControlApi {
  readonly #origin: URL;
  readonly #agent: Agent;
  #headers: Record<string, string> = {};
  /** As a browser has them: what was set last, until it is cleared. */
  readonly #cookies = new Map<string, string>();

  constructor(
    origin: string,
    caPem: string | undefined,
    agent = new Agent({ keepAlive: true, ...(caPem === undefined ? {} : { ca: caPem }) }),
  ) {
    this.#origin = new URL(origin);
    this.#agent = agent;
  }

  /** Trades the secret part of a one-time link for a session. */
  async signIn(link: string): Promise<Me> {
    const token = new URL(link).hash.slice(1);
    const answer = await this.#send({ method: 'POST', path: '/api/session', body: { token } });
    const me = read(answer, Me);
    this.#headers = { [csrfHeader]: me.csrf };
    return me;
  }

  /** Sends with a bearer token from here on. */
  useToken(token: string): void {
    this.#headers = { authorization: `Bearer ${token}` };
    this.#cookies.clear();
  }

  /** Headers with which another client acts as the same caller. */
  session(): Readonly<Record<string, string>> {
    return { ...this.#headers, ...this.#cookieHeader() };
  }

  async call<T extends z.ZodType>(call: Call, schema: T): Promise<z.infer<T>> {
    return read(await this.#send(call), schema);
  }

  /** The answer whatever its status, for callers that expect a refusal. */
  async callRaw(call: Call): Promise<{ status: number; body: unknown }> {
    const { status, body } = await this.#send(call);
    return { status, body: JSON.parse(body.toString('utf8')) };
  }

  /** Bytes as they are served. @throws ControlApiError unless they are. */
  async download(path: string): Promise<Buffer> {
    const { status, body } = await this.#send({ method: 'GET', path });
    if (status !== 200) throw refusalOf(status, body);
    return body;
  }

  close(): void {
    this.#agent.destroy();
  }

  #cookieHeader(): Readonly<Record<string, string>> {
    return this.#cookies.size === 0 ? {} : { cookie: [...this.#cookies].map((one) => one.join('=')).join('; ') };
  }

  #keepCookies(set: readonly string[]): void {
    for (const one of set) {
      const [name = '', value = ''] = one.split(';', 1)[0]?.split('=', 2) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  #send({ method, path, body, headers: more }: Call): Promise<RawAnswer> {
    const url = new URL(path, this.#origin);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...this.#headers,
      ...this.#cookieHeader(),
      ...more,
      // A state-changing request with a session is accepted from the app's own origin only.
      origin: this.#origin.origin,
      ...(text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers, agent: this.#agent, timeout: 30_000 }, (response) => {
        this.#keepCookies(response.headers['set-cookie'] ?? []);
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > answerLimitBytes) {
            sent.destroy(new Error(`the answer of ${path} is larger than ${answerLimitBytes} bytes`));
          } else parts.push(part);
        });
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts),
          }),
        );
      });
      sent.once('timeout', () => sent.destroy(new Error(`${url.origin} did not answer within 30 s`)));
      sent.once('error', reject);
      sent.end(text);
    });
  }
}

function read<T extends z.ZodType>({ status, body }: RawAnswer, schema: T): z.infer<T> {
  if (status >= 400) throw refusalOf(status, body);
  return schema.parse(parseBody(body));
}

function parseBody(body: Buffer): unknown {
  return body.length === 0 ? undefined : JSON.parse(body.toString('utf8'));
}

/** In the words of the control plane, where it has some. */
function refusalOf(status: number, body: Buffer): ControlApiError {
  const refused = ApiError.safeParse(parseBody(body));
  if (refused.success) return new ControlApiError(status, refused.data.error.code, refused.data.error.message);
  return new ControlApiError(status, 'unexpected_answer', `the control plane answered with status ${status}`);
}
