/** Invoices of a shop in PostgreSQL: /items?item=N answers the invoice of order N with its lines. */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';

const { port } = parseArgs({ options: { port: { type: 'string' } } }).values;
const second = process.env['CORPUS_VERSION'] === '2';
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 4, idleTimeoutMillis: 0 });

interface Line {
  readonly name: string;
  readonly price: number;
  readonly pieces: number;
}

async function findLines(order: number): Promise<Line[]> {
  const joined = 'select name, price, pieces from line join product on product.id = line.product where orders = $1';
  return (await pool.query<Line>(joined, [order])).rows;
}

async function findLinesAndProducts(order: number): Promise<Line[]> {
  const lines = await pool.query<{ product: number; pieces: number }>(
    'select product, pieces from line where orders = $1',
    [order],
  );
  const found: Line[] = [];
  for (const { product, pieces } of lines.rows) {
    const { rows } = await pool.query<Line>('select name, price from product where id = $1', [product]);
    for (const row of rows) found.push({ ...row, pieces });
  }
  return found;
}

async function writeInvoice(order: number): Promise<string> {
  const lines = await (second ? findLinesAndProducts(order) : findLines(order));
  let total = 0;
  for (const { price, pieces } of lines) total += price * pieces;
  return JSON.stringify({ order, lines, total });
}

const server = createServer((request, response) => {
  const order = Number(/item=(\d+)/u.exec(request.url ?? '')?.[1] ?? 0);
  writeInvoice(order).then(
    (body) => response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body),
    () => response.writeHead(500, { 'content-length': 0 }).end(),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
