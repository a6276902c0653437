/** The official client of MCP at a test control plane, with its certificate. */
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TokenCreated } from '../src/control/api/api.ts';
import type { TestControl } from './control-plane.ts';

/** `legacy`: as clients of the revisions of 2025 do it. */
export type Era = '2026-07-28' | 'legacy';

/** Made with the session of an owner or admin. */
export async function createMcpToken(
  running: TestControl,
  headers: Readonly<Record<string, string>>,
  scopes: readonly string[] = [],
): Promise<{ readonly id: string; readonly value: string }> {
  const body = { kind: 'mcp', name: 'assistant', scopes };
  const made = TokenCreated.parse((await running.send({ method: 'POST', path: '/api/tokens', headers, body })).json());
  return { id: made.token.id, value: made.value };
}

/** The caller closes it. */
export async function connectAssistant(running: TestControl, token: string, era: Era): Promise<Client> {
  const mode = era === 'legacy' ? era : { pin: era };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', running.control.addresses.app), {
    authProvider: { token: () => Promise.resolve(token) },
    fetch: (url, init) => fetchWith(running.caPem, new URL(url), init),
  });
  await client.connect(transport);
  return client;
}

function fetchWith(ca: string, url: URL, init: RequestInit = {}): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sent = request(url, {
    ca,
    method: init.method ?? 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(init.signal && { signal: init.signal }),
  });
  sent.on('error', reject);
  sent.on('response', (answer) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
    const status = answer.statusCode ?? 0;
    const hasBody = ![202, 204].includes(status);
    if (!hasBody) answer.resume();
    const body = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>) : null;
    resolve(new Response(body, { status, headers }));
  });
  sent.end(init.body);
  return promise;
}
