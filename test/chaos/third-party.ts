/** The system behind all Agents: takes a while for each request, and counts what was written to it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough that a connection breaks meanwhile. */
const takesMs = 80;

export class ThirdParty {
  /** How often each thing was written, by its name. */
  readonly written = new Map<string, number>();
  readonly #server: Server;
  readonly #arrivals = new Map<string, () => void>();
  #answers = 0;

  static async start(): Promise<ThirdParty> {
    const party = new ThirdParty();
    party.#server.listen(0, '127.0.0.1');
    await once(party.#server, 'listening');
    return party;
  }

  private constructor() {
    // An Agent never meets a connection that is just being closed: what fails here is the tunnel alone.
    this.#server = createServer({ keepAliveTimeout: 3_600_000, requestTimeout: 0 }, (request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when a request about this thing has come. Call it before one is sent. */
  arrival(thing: string): Promise<void> {
    return new Promise((resolve) => this.#arrivals.set(thing, resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const isWrite = request.method === 'POST';
    const thing = isWrite ? (JSON.parse(body) as { thing: string }).thing : (request.url?.split('/').at(-1) ?? '');
    if (isWrite) this.written.set(thing, (this.written.get(thing) ?? 0) + 1);
    this.#arrivals.get(thing)?.();
    await sleep(takesMs);
    this.#answers += 1;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ thing, answer: this.#answers }));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
