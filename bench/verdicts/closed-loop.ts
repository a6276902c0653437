/**
 * Connections that each wait for the reply before the next request is due. A server that is slower than planned gets
 * fewer requests, and what was really sent is counted by the time it was sent.
 */
import { connect, type Socket } from 'node:net';
import type { Random } from '../../src/core/random.ts';
import { seededRandom } from './seeded-random.ts';

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** Mean, per second, over all connections. */
  readonly rate: number;
  /** Of the mean rate, for each second from the start on; the last one lasts. */
  readonly factors: readonly number[];
  readonly seed: number;
}

export interface ClosedLoop {
  /** Requests sent from one moment to another, in milliseconds since the epoch. */
  sentBetween(fromMs: number, toMs: number): number;
  /** @throws Error when a connection broke while the load ran. */
  stop(): Promise<void>;
}

export async function startClosedLoop(options: LoadOptions): Promise<ClosedLoop> {
  const run = new RunningLoad(options);
  await run.start();
  return run;
}

const items = 4000;
const customers = 500;

class RunningLoad implements ClosedLoop {
  readonly #options: LoadOptions;
  readonly #random: Random;
  readonly #sent: number[] = [];
  readonly #sockets: Socket[] = [];
  readonly #timers = new Map<Socket, NodeJS.Timeout>();
  readonly #startMs = performance.now();
  #failure: Error | undefined;
  #isStopped = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  async start(): Promise<void> {
    const { port, connections } = this.#options;
    for (let index = 0; index < connections; index++) {
      const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('utf8');
      this.#sockets.push(socket);
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      this.#drive(socket);
    }
  }

  sentBetween(fromMs: number, toMs: number): number {
    return this.#sent.filter((atMs) => atMs >= fromMs && atMs < toMs).length;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#sockets.map(end));
    if (this.#failure !== undefined) throw this.#failure;
  }

  #drive(socket: Socket): void {
    let dueMs = performance.now() + this.#interval();
    let answer = '';
    const fail = (why: string): void => {
      if (!this.#isStopped) this.#failure ??= new Error(`the load on port ${this.#options.port} broke: ${why}`);
    };
    socket.on('error', (error) => fail(error.message)).on('close', () => fail('the server closed a connection'));
    const wait = (): void => {
      const timer = setTimeout(() => this.#send(socket), Math.max(0, dueMs - performance.now()));
      this.#timers.set(socket, timer);
    };
    socket.on('data', (text: string) => {
      answer += text;
      if (!isWholeReply(answer)) return;
      if (!answer.startsWith('HTTP/1.1 200 ')) fail(answer.slice(0, 40));
      answer = '';
      dueMs = Math.max(performance.now(), dueMs + this.#interval());
      if (!this.#isStopped) wait();
    });
    wait();
  }

  #send(socket: Socket): void {
    if (socket.destroyed || this.#isStopped) return;
    const pick = (below: number): number => Math.floor(this.#random.next() * below);
    // Squared, so that some items are asked for far more often than others.
    const item = Math.floor(this.#random.next() ** 2 * items);
    const target = `/price?item=${item}&quantity=${pick(9)}&customer=${pick(customers)}`;
    socket.write(`GET ${target} HTTP/1.1\r\nHost: prices\r\nUser-Agent: closed-loop\r\nAccept: */*\r\n\r\n`);
    this.#sent.push(Date.now());
  }

  /** Milliseconds to the next request of one connection; irregular, so that no clock of a sampler keeps step with it. */
  #interval(): number {
    const { connections, rate, factors } = this.#options;
    const second = Math.floor((performance.now() - this.#startMs) / 1000);
    const factor = factors[Math.min(second, factors.length - 1)] ?? 1;
    return ((connections * 1000) / (rate * factor)) * (0.5 + this.#random.next());
  }
}

function end(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve()).destroy();
  });
}

/** Bodies are ASCII and have their length in front, or come in one chunk. */
export function isWholeReply(text: string): boolean {
  const headers = text.indexOf('\r\n\r\n');
  if (headers === -1) return false;
  const length = /^content-length: *(\d+)/imu.exec(text.slice(0, headers))?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= headers + 4 + Number(length);
}
