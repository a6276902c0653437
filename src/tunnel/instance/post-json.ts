/** One POST over https with a bounded wait and a bounded answer. Redirects are not followed: the body carries a token. */
import type { Agent } from 'node:https';
import { https } from '../../core/node-http.ts';

export interface JsonAnswer {
  readonly status: number;
  /** Undefined when the body is not JSON. */
  readonly body: unknown;
}

export interface PostOptions {
  readonly agent: Agent;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

const answerBytes = 64 * 1024;

/** Rejects when no whole answer came in time. */
export function postJson(url: URL, body: object, { agent, timeoutMs, signal }: PostOptions): Promise<JsonAnswer> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const sent = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = https.request(url, {
      method: 'POST',
      agent,
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(sent),
        accept: 'application/json',
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const parts: Buffer[] = [];
      let size = 0;
      incoming.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        if (size > answerBytes) outgoing.destroy(new Error(`the answer is longer than ${answerBytes} bytes`));
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, body: parseOrUndefined(Buffer.concat(parts).toString('utf8')) });
      });
    });
    outgoing.end(sent);
  });
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
