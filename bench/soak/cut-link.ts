/** The network between one instance and the control plane: a loopback port whose connections can be cut. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class CutLink {
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #waiting: Set<() => void>;

  private constructor(server: Server, sockets: Set<Socket>, waiting: Set<() => void>) {
    this.#server = server;
    this.#sockets = sockets;
    this.#waiting = waiting;
  }

  /** To a port of this machine. */
  static async open(port: number): Promise<CutLink> {
    const sockets = new Set<Socket>();
    const waiting = new Set<() => void>();
    const hold = (socket: Socket, other: Socket): void => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    };
    const server = createServer((client) => {
      const upstream = connect(port, '127.0.0.1');
      hold(client, upstream);
      hold(upstream, client);
      client.pipe(upstream).pipe(client);
      for (const notify of waiting) notify();
      waiting.clear();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CutLink(server, sockets, waiting);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends every connection without a farewell, and resolves when the instance connects again. */
  cut(): Promise<void> {
    const again = new Promise<void>((resolve) => this.#waiting.add(resolve));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    return again;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
