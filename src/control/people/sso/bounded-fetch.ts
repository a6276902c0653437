/**
 * How the provider is asked: through the proxy that the environment names, with no redirect, no address without TLS off
 * this machine, and answers of a bounded size.
 */
import { decodeBody } from '../../../core/decode-body.ts';
import { openExchange } from '../../../core/http-exchange.ts';
import { isLoopback } from '../../../core/loopback.ts';
import type { NetworkAgents } from '../../../core/network-agent.ts';

const maxAnswerBytes = 1 << 20;
const connectMs = 5000;

interface Asked {
  readonly method?: string;
  readonly headers?: RequestInit['headers'];
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export type BoundedFetch = (address: string, asked?: Asked) => Promise<Response>;

/** Rejects as the global `fetch` does: with a TypeError whose cause says what prevented an answer. */
export function createBoundedFetch(agents: NetworkAgents): BoundedFetch {
  return async (address, asked = {}) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !isLoopback(url.hostname)) {
      throw new Error('the provider names an address without https');
    }
    const { status, headers, bytes } = await exchange(agents, url, asked);
    const hasBody = ![101, 204, 205, 304].includes(status);
    const { bytes: body } = await decodeBody(bytes, headers, maxAnswerBytes);
    return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: plainOf(headers) });
  };
}

interface Answered {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]> & { readonly 'content-type'?: string | undefined };
  readonly bytes: Buffer;
}

async function exchange(agents: NetworkAgents, url: URL, { method = 'GET', ...asked }: Asked): Promise<Answered> {
  // The global class writes whatever its users may have given as body and headers.
  const built = new Request(url, { method, ...bodyOf(asked.body), ...(asked.headers && { headers: asked.headers }) });
  const signal = asked.signal ?? new AbortController().signal;
  signal.throwIfAborted();
  const text = built.body === null ? undefined : new Uint8Array(await built.arrayBuffer());
  const headers = { accept: '*/*', ...Object.fromEntries(built.headers) };
  try {
    const answer = await openExchange(url, { method, headers, agents, signal, connectMs, text });
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: await readAtMost(answer) };
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof TooLarge) throw cause;
    throw new TypeError('fetch failed', { cause });
  }
}

class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

async function readAtMost(answer: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw new TooLarge(`the provider answered with more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function bodyOf(body: unknown): Pick<RequestInit, 'body'> {
  return body === undefined || body === null ? {} : { body: body as NonNullable<RequestInit['body']> };
}

/** What the body was packed in is undone. */
function plainOf(headers: Answered['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'content-encoding' || name === 'content-length' ? [] : [[name, String(value)]],
  );
}
