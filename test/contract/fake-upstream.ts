/** A loopback server that plays a vendor: answers what the test says, counts what it was asked, knows who is still connected. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface FakeCall {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export type Reply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** Says nothing and keeps the connection. */
  | 'silence'
  /** Sends half of an answer and breaks the connection. */
  | 'truncate'
  /** Begins an answer that never ends, a little at a time. */
  | 'trickle';

/** A body as bytes, and the headers that say what they are. */
export interface Encoded {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** What the contract suite needs of whatever plays a system, over HTTP or not. */
export interface Upstream {
  /** The value of `{upstream}` in the variables of an exemplar. */
  readonly url: string;
  /** Questions since `answerWith`, in order. */
  readonly calls: readonly FakeCall[];
  readonly openSockets: number;
  /** From here on answers with this; forgets what it was asked before. */
  answerWith(reply: Reply | ((call: FakeCall) => Reply | Promise<Reply>)): void;
  close(): Promise<void>;
}

export class FakeUpstream implements Upstream {
  readonly calls: FakeCall[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request, response) => void this.#take(request, response));
  #reply: (call: FakeCall) => Reply | Promise<Reply>;
  #encode: ((body: string, type: string) => Encoded) | undefined;

  private constructor(reply: (call: FakeCall) => Reply) {
    this.#reply = reply;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(reply: (call: FakeCall) => Reply): Promise<FakeUpstream> {
    const upstream = new FakeUpstream(reply);
    await new Promise<void>((resolve) => upstream.#server.listen(0, '127.0.0.1', resolve));
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  answerWith(reply: Reply | ((call: FakeCall) => Reply | Promise<Reply>)): void {
    this.calls.length = 0;
    this.#reply = typeof reply === 'function' ? reply : () => reply;
  }

  /** From here on sends every body so, which gets its type too; as it is when left out. */
  encodeWith(encode?: (body: string, type: string) => Encoded): void {
    this.#encode = encode;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    const url = new URL(request.url ?? '/', this.url);
    const call: FakeCall = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      form: new URLSearchParams(body),
      body,
      headers: request.headers,
    };
    this.calls.push(call);
    const reply = await this.#reply(call);
    if (reply === 'silence') return;
    if (reply === 'truncate') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"status":"succ');
      setTimeout(() => response.destroy(), 2);
      return;
    }
    if (reply === 'trickle') {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 10);
      response.once('close', () => clearInterval(drip));
      return;
    }
    const headers = { 'content-type': 'application/json', ...reply.headers };
    const sent = this.#encode?.(reply.body, headers['content-type']) ?? { headers: {}, bytes: reply.body };
    response.writeHead(reply.status, { ...headers, ...sent.headers }).end(sent.bytes);
  }
}
