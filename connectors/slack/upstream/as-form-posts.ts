/**
 * Stands before a server that plays Slack and takes its methods by POST only. Slack itself takes every method
 * by GET with a query or by POST with a form, and means the same.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FormPosts {
  readonly url: string;
  close(): Promise<void>;
}

/** `target` is the address of the methods, without a slash at its end. */
export async function asFormPosts(target: string): Promise<FormPosts> {
  const server = createServer((request, response) => void pass(target, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function pass(target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += String(part);
  const { pathname, searchParams } = new URL(request.url ?? '/', target);
  const isForm = request.method === 'GET';
  const answer = await fetch(`${target}${pathname}`, {
    method: 'POST',
    headers: {
      authorization: request.headers.authorization ?? '',
      'content-type': isForm ? 'application/x-www-form-urlencoded' : (request.headers['content-type'] ?? ''),
    },
    body: isForm ? searchParams.toString() : body,
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '', connection: 'close' });
  response.end(await answer.text());
}
