/** How the provider is asked: no redirect, no address without TLS off this machine, and answers of a bounded size. */
import { isLoopback } from '../../../core/loopback.ts';

const maxAnswerBytes = 1 << 20;

interface Asked {
  readonly method?: string;
  readonly headers?: RequestInit['headers'];
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export async function boundedFetch(
  address: string,
  { method = 'GET', headers, body, signal }: Asked = {},
): Promise<Response> {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new Error('the provider names an address without https');
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && body !== null && { body: body as NonNullable<RequestInit['body']> }),
    ...(signal && { signal }),
  });
  const bytes = await readAtMost(response);
  const hasBody = ![101, 204, 205, 304].includes(response.status);
  return new Response(hasBody ? bytes : null, { status: response.status, headers: response.headers });
}

async function readAtMost({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw new Error(`the provider answered with more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
