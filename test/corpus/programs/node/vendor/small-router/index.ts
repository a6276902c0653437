/** A small router for node:http, as a service takes one from elsewhere: paths with `:parameters`, one answer each. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Call {
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

type Handler = (call: Call) => Answer | Promise<Answer>;

export class Router {
  readonly #routes: { readonly parts: readonly string[]; readonly handler: Handler }[] = [];

  get(path: string, handler: Handler): this {
    this.#routes.push({ parts: path.split('/'), handler });
    return this;
  }

  listen(port: number, ready: () => void): void {
    const server = createServer((request, response) => void this.#handle(request, response));
    server.keepAliveTimeout = 60_000;
    server.listen(port, '127.0.0.1', ready);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://service');
    const parts = url.pathname.split('/');
    for (const route of this.#routes) {
      const parameters = match(route.parts, parts);
      if (parameters === undefined) continue;
      const answer = await route.handler({ parameters, query: url.searchParams, headers: request.headers });
      response.writeHead(answer.status ?? 200, { 'content-length': Buffer.byteLength(answer.body), ...answer.headers });
      response.end(answer.body);
      return;
    }
    response.writeHead(404, { 'content-length': 0 });
    response.end();
  }
}

function match(wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) parameters[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return parameters;
}
