/** Asks a database one statement for each request of `/items?item=N`, so that its load is that of the other services. */
import { createServer } from 'node:http';
import { openPool, port, type ShopDatabase } from './shop-database.ts';

export interface Statement {
  /** Of prepared statements. */
  readonly name: string;
  readonly text: string;
}

/** Its server is what is captured: its process is printed, for the harness. */
export function serveStatement({ url, serverPid }: ShopDatabase, statement: Statement): void {
  const pool = openPool(url);
  // At the end, the server breaks the connections that are open.
  pool.on('error', () => undefined);
  const ask = async (item: number): Promise<string> =>
    JSON.stringify((await pool.query({ ...statement, values: [item] })).rows);
  const server = createServer((request, response) => {
    const item = Number(/item=(\d+)/u.exec(request.url ?? '')?.[1] ?? 0);
    ask(item).then(
      (body) => response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body),
      () => response.writeHead(500, { 'content-length': 0 }).end(),
    );
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1', () => process.stdout.write(`target ${serverPid}\nready\n`));
}
