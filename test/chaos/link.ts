/** The network between one instance and the tunnel port, which can break in every way that a network does. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * `reset`: both ends get an RST. `end`: both get a FIN. `blackhole`: nothing passes, in either direction, on
 * connections that are open and on new ones, until `mend`. Half-open: one end gets a FIN, and the other has a
 * connection that is dead and silent.
 */
export const waysToBreak = ['reset', 'end', 'blackhole', 'instance half-open', 'control plane half-open'] as const;
export type Break = (typeof waysToBreak)[number];

export class Link {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs: Set<readonly [near: Socket, far: Socket]>;
  readonly #state: { isDark: boolean };

  /** Leads to a port of this machine. */
  static async open(to: number): Promise<Link> {
    const state = { isDark: false };
    const pairs = new Set<readonly [Socket, Socket]>();
    const server = createServer((near) => {
      const far = connect(to, '127.0.0.1');
      const pair = [near, far] as const;
      pairs.add(pair);
      for (const [socket, other] of [pair, [far, near] as const]) {
        socket.on('error', () => socket.destroy());
        socket.on('data', (data) => {
          if (pairs.has(pair)) other.write(data);
        });
        socket.on('close', () => {
          // Of a pair that was torn apart each end lives for itself.
          if (pairs.delete(pair)) other.destroy();
        });
      }
      if (state.isDark) for (const socket of pair) socket.pause();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Link(server, pairs, state);
  }

  private constructor(server: Server, pairs: Set<readonly [Socket, Socket]>, state: { isDark: boolean }) {
    this.#server = server;
    this.#pairs = pairs;
    this.#state = state;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Returns how many connections it broke. */
  break(how: Break): number {
    const { size } = this.#pairs;
    for (const pair of this.#pairs) {
      const [near, far] = pair;
      switch (how) {
        case 'reset':
          near.resetAndDestroy();
          far.resetAndDestroy();
          break;
        case 'end':
          near.end();
          far.end();
          break;
        case 'blackhole':
          this.#state.isDark = true;
          for (const socket of pair) socket.pause();
          break;
        case 'instance half-open':
        case 'control plane half-open':
          this.#pairs.delete(pair);
          (how === 'instance half-open' ? far : near).destroy();
          break;
      }
    }
    return size;
  }

  /** Everything that was held back arrives, late. */
  mend(): void {
    this.#state.isDark = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
