/**
 * A client of the corpus: requests at a constant mean rate over connections that stay, whether or not earlier ones were
 * answered. A process of its own, started with PORT RATE PROTOCOL; it reports a window to its parent, from the message
 * `begin` to the message `end`.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { seededRandom } from '../../bench/verdicts/seeded-random.ts';
import type { LoadReport } from './outside.ts';

const [port = '', rate = '', protocol = ''] = process.argv.slice(2);
const connections = 16;
const items = 1000;
const random = seededRandom(Number(port));

interface Connection {
  readonly socket: Socket;
  sentMs: number | undefined;
  firstMs: number | undefined;
  answer: string;
}

let times: number[] = [];
let errors = 0;
const idle: Connection[] = [];
/** Requests that were due while every connection waited for an answer. */
let waiting = 0;

async function open(): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  const connection: Connection = { socket, sentMs: undefined, firstMs: undefined, answer: '' };
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    const place = idle.indexOf(connection);
    if (place === -1) errors++;
    else idle.splice(place, 1);
    void open();
  });
  socket.on('data', (text: string) => take(connection, text));
  free(connection);
}

function free(connection: Connection): void {
  if (waiting === 0) {
    idle.push(connection);
    return;
  }
  waiting--;
  send(connection);
}

function send(connection: Connection): void {
  connection.answer = '';
  connection.firstMs = undefined;
  connection.sentMs = performance.now();
  connection.socket.write(nextRequest());
}

function take(connection: Connection, text: string): void {
  const { sentMs } = connection;
  if (sentMs === undefined) return;
  connection.firstMs ??= performance.now();
  connection.answer += text;
  if (!isWhole(connection.answer)) return;
  if (/^(?:HTTP\/1.1 [^2]|-)/u.test(connection.answer)) errors++;
  times.push(connection.firstMs - sentMs);
  connection.sentMs = undefined;
  free(connection);
}

function nextRequest(): string {
  const item = Math.floor(random.next() * items);
  if (protocol === 'http') {
    return `GET /items?item=${item} HTTP/1.1\r\nHost: shop\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n\r\n`;
  }
  const words = ['SET', `item:${item}`, `price=${item} currency=BRL`];
  return `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
}

function isWhole(text: string): boolean {
  if (protocol !== 'http') return text.endsWith('\r\n');
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const length = /^content-length: *(\d+)/imu.exec(text.slice(0, head))?.[1];
  return length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= head + 4 + Number(length);
}

/** As from clients that know nothing of one another: exponential intervals, so that some come together. */
function schedule(dueMs: number): void {
  const nextMs = dueMs + (-1000 / Number(rate)) * Math.log(1 - random.next());
  setTimeout(() => schedule(nextMs), Math.max(0, nextMs - performance.now()));
  const connection = idle.shift();
  if (connection === undefined) waiting++;
  else send(connection);
}

function report(): LoadReport {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
  let sum = 0;
  for (const time of sorted) sum += time;
  const mean = round(sum / Math.max(1, sorted.length));
  return { requests: sorted.length, errors, response_ms: { mean, p50: at(0.5), p90: at(0.9), p99: at(0.99) } };
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000;

for (let opened = 0; opened < connections; opened++) await open();
process.on('message', (message) => {
  if (message === 'end') process.send?.(report());
  else {
    times = [];
    errors = 0;
  }
});
process.on('disconnect', () => process.exit());
schedule(performance.now());
process.send?.('ready');
