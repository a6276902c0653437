/** A balancer before replicas: one loopback port whose connections go to the first of them that accepts one. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Balancer {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #order: { ports: readonly number[] };

  static async start(ports: readonly number[]): Promise<Balancer> {
    const order = { ports };
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      sockets.add(client);
      client.on('error', () => client.destroy());
      client.on('close', () => sockets.delete(client));
      tryNext(client, order.ports);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Balancer(server, sockets, order);
  }

  private constructor(server: Server, sockets: Set<Socket>, order: { ports: readonly number[] }) {
    this.#server = server;
    this.#sockets = sockets;
    this.#order = order;
    this.port = (server.address() as { port: number }).port;
  }

  /** New connections try these, in this order. Open ones stay where they are. */
  prefer(...ports: readonly number[]): void {
    this.#order.ports = ports;
  }

  /** Cuts every open connection, as a network that fails. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function tryNext(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined || client.destroyed) return void client.destroy();
  const upstream = connect(port, '127.0.0.1');
  let isConnected = false;
  upstream.once('connect', () => {
    isConnected = true;
    client.pipe(upstream);
    upstream.pipe(client);
  });
  upstream.on('error', () => upstream.destroy());
  upstream.on('close', () => {
    if (isConnected) client.destroy();
    else tryNext(client, others);
  });
  client.on('close', () => upstream.destroy());
}
