/**
 * The price service of server.c on Node's own HTTP server. Started by `start-server.ts` as a program of its own.
 *
 * usage: server.ts PORT BACKEND_PORT AUDIT_PORT DIRECTORY
 */
import { createWriteStream, readFile } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';

const [, , port = '', backendPort = '', auditPort = '', directory = ''] = process.argv;
const rounds = 100_000;
const discountRules = 100_000;
const cacheSlots = 1024;
const settingsEvery = 64;
const auditEvery = 32;
const lineBytes = 2000;

interface Line {
  readonly price: number;
  readonly text: string;
}

const cache = new Map<number, number>();
const waiting: ((price: number) => void)[] = [];
const orders = createWriteStream(path.join(directory, 'orders.log'), { flags: 'a' });
let served = 0;

const backend = connect(Number(backendPort), '127.0.0.1').setNoDelay(true).setEncoding('utf8');
let partial = '';
backend.on('data', (text: string) => {
  const lines = (partial + text).split('\n');
  partial = lines.pop() ?? '';
  for (const line of lines) waiting.shift()?.(Number(line));
});

/** Answers come in the order of the questions. */
function askBackend(item: number): Promise<number> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    backend.write(`${item}\n`);
  });
}

async function findPrice(item: number): Promise<number> {
  const known = cache.get(item);
  if (known !== undefined) return known;
  const price = await askBackend(item);
  if (cache.size >= cacheSlots) cache.delete(cache.keys().next().value ?? 0);
  cache.set(item, price);
  return price;
}

function computePrice(lines: readonly Line[]): number {
  let total = 0;
  for (const line of lines) {
    let price = line.price | 1;
    for (let round = 0; round < rounds; round++) {
      price ^= price << 13;
      price ^= price >>> 17;
      price ^= price << 5;
    }
    total += Math.abs(price) % 100_000;
  }
  return total;
}

function applyDiscounts(total: number, customer: number): number {
  let rest = total;
  let state = customer + 1;
  for (let rule = 0; rule < discountRules; rule++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    if (state >>> 28 === 7) rest -= rest >> 12;
  }
  return rest;
}

async function makeLine(item: number): Promise<Line> {
  const price = await findPrice(item);
  return { price, text: Buffer.alloc(lineBytes, 'a'.charCodeAt(0) + (item % 26)).toString('latin1') };
}

function sendAudit(customer: number): Promise<void> {
  const socket = connect(Number(auditPort), '127.0.0.2');
  return new Promise((resolve) => {
    socket.once('data', () => socket.end());
    socket.once('close', () => resolve());
    socket.write(`${customer}\n`);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const query = new URL(request.url ?? '/', 'http://prices').searchParams;
  const numberOf = (name: string): number => Number(query.get(name) ?? 0);
  const [item, quantity, customer] = [numberOf('item'), numberOf('quantity'), numberOf('customer')];
  const number = served;
  served += 1;
  const lines: Line[] = [];
  for (let index = 0; index < 1 + (quantity % 9); index++) lines.push(await makeLine(item + index));
  const total = applyDiscounts(computePrice(lines), customer);
  if (number % settingsEvery === 0) {
    await new Promise((resolve) => readFile(path.join(directory, 'prices.conf'), resolve));
  }
  if (number % auditEvery === 0) await sendAudit(customer);
  orders.write(`item=${item} quantity=${quantity} customer=${customer} total=${total}\n`);
  const body = `${JSON.stringify({ item, quantity, total: total / 100 })}\n`;
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

createServer((request, response) => void answer(request, response)).listen(Number(port), '127.0.0.1', () => {
  process.stdout.write('{"event":"listening"}\n');
});
