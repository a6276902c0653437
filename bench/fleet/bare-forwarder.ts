/**
 * The least that a program on Node does for a question that it passes on: it reads who asks, notes the question, sends
 * it over a WebSocket, notes the answer and gives it, over HTTPS, with the client of PostgreSQL that Farol uses. Run as
 * a program; its argument is a `BareForwarderOrder` as JSON.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';

export interface BareForwarderOrder {
  /** Key and certificate. */
  readonly pemFile: string;
  readonly databaseUrl: string;
}

const { pemFile, databaseUrl } = JSON.parse(process.argv[2] ?? '') as BareForwarderOrder;
const pool = new Pool({ connectionString: databaseUrl });
await pool.query('create table if not exists bare_callers (id text primary key, name text)');
await pool.query('create table if not exists bare_questions (id text primary key, answer text)');
await pool.query("insert into bare_callers values ('caller', 'bench') on conflict do nothing");

const [key = '', cert = ''] = readFileSync(pemFile, 'utf8').split(/(?=-----BEGIN CERTIFICATE)/u);
const waiting = new Map<string, (answer: string) => void>();
let instance: WebSocket | undefined;

const server = createServer({ key, cert }, (request, response) => {
  void answer(request).then((body) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  instance = socket;
  socket.on('message', (data: Buffer) => {
    const { id, result } = JSON.parse(data.toString()) as { id: string; result: string };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ event: 'listening', port })}\n`);
});

async function answer(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  const { id, args } = JSON.parse(text) as { id: string; args: unknown };
  await pool.query({ name: 'caller', text: 'select name from bare_callers where id = $1', values: ['caller'] });
  await pool.query({ name: 'note', text: 'insert into bare_questions (id) values ($1)', values: [id] });
  const result = await new Promise<string>((resolve) => {
    waiting.set(id, resolve);
    instance?.send(JSON.stringify({ id, args }));
  });
  const values = [result, id];
  await pool.query({ name: 'answer', text: 'update bare_questions set answer = $1 where id = $2', values });
  return result;
}
