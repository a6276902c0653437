/**
 * The network as a customer's firewall shows it, on loopback: a proxy that opens the way to known hosts under
 * their own names, and TLS in front of the servers that play them. The Agent needs no override to meet it.
 */
import { createServer as createProxy, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ServerCertificate } from './authority.ts';

/** A port of this machine; or no answer at all, as behind a firewall that drops what it does not know. */
type Way = number | 'silence';

export class LoopbackNetwork {
  /** Hosts that were asked for and that nobody may reach. */
  readonly refused: string[] = [];
  readonly #ways = new Map<string, Way>();
  readonly #servers: { close(): unknown }[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #proxy: Server = createProxy((_request, response) => response.writeHead(405).end());

  private constructor() {
    this.#proxy.on('connect', (request, socket: Socket) => this.#open(request.url ?? '', socket));
    this.#proxy.on('connection', (socket) => this.#watch(socket));
  }

  static async start(): Promise<LoopbackNetwork> {
    const network = new LoopbackNetwork();
    await network.#listen(network.#proxy);
    return network;
  }

  /** Variables of a process that is behind this proxy; what is on loopback it reaches without. */
  get variables(): Readonly<Record<string, string>> {
    const { port } = this.#proxy.address() as AddressInfo;
    return { HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: '127.0.0.1' };
  }

  /** From here on `host` is there; undefined: nobody may reach it. */
  lead(host: string, way: Way | undefined): void {
    if (way === undefined) this.#ways.delete(host.toLowerCase());
    else this.#ways.set(host.toLowerCase(), way);
  }

  /** TLS with this certificate in front of a server on loopback that speaks plainly. Answers its port. */
  serveTls(certificate: ServerCertificate, plain: string): Promise<number> {
    const behind = Number(new URL(plain).port);
    const server = createTlsServer({ cert: certificate.cert, key: certificate.key }, (socket) => {
      this.#watch(socket);
      this.#join(socket, behind);
    });
    return this.#listen(server);
  }

  /** Ends every connection there is; new ones may be made. */
  breakOff(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.breakOff();
    for (const server of this.#servers) server.close();
  }

  #open(authority: string, socket: Socket): void {
    const { hostname } = new URL(`http://${authority}`);
    const way = authority.endsWith(':443') ? this.#ways.get(hostname) : undefined;
    if (way === 'silence') return;
    if (way === undefined) {
      this.refused.push(authority);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    this.#join(socket, way);
  }

  /** Either end that breaks takes the other with it. */
  #join(socket: Socket, port: number): void {
    const onward = connect(port, '127.0.0.1');
    this.#watch(onward);
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  }

  /** A connection that ends in the middle is what some of the tests are about. */
  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #listen(server: Server | ReturnType<typeof createTlsServer>): Promise<number> {
    this.#servers.push(server);
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  }
}
