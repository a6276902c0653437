/** A BigQuery that runs the SQL it is given (`bqemulator`, on DuckDB), behind an address that sells tokens as Google does. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { findFreePort } from '../../../demo/free-ports.ts';
import { describedBy } from './discovery.ts';
import { FakeGoogle } from './fake-google.ts';
import { installEnvironment } from '../../../test/python-environment.ts';
import { type StartedProcess, startProcess } from '../../../test/started-process.ts';
import { project } from './project.ts';

export interface BigQuery {
  /** What GCP_URL is set to. */
  readonly url: string;
  createTable(table: NewTable): Promise<void>;
  stop(): Promise<void>;
}

export interface NewTable {
  readonly dataset: string;
  readonly table: string;
  readonly schema: object;
  readonly timePartitioning?: object;
  readonly rows: readonly object[];
}

const google = new FakeGoogle();

/** Returns the folder of its Python environment. */
export const installEmulator = (): string => installEnvironment('bigquery', import.meta.dirname);

export async function startBigQuery(): Promise<BigQuery> {
  const port = await findFreePort();
  const emulator = `http://127.0.0.1:${port}`;
  const emulatorProcess = await startProcess({
    program: path.join(installEmulator(), 'bin/python'),
    args: [
      path.join(import.meta.dirname, 'start_emulator.py'),
      'start',
      `--rest-port=${port}`,
      '--grpc-port=0',
      '--log-level=error',
    ],
    isReady: async () => (await fetch(emulator)).status > 0,
  });
  const gateway = createServer((request, response) => void pass(request, response, emulator));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const below = `${emulator}/bigquery/v2/projects/${project}/datasets`;
  return {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    async createTable({ dataset, table, rows, ...description }) {
      await post(below, { datasetReference: { projectId: project, datasetId: dataset } });
      const tableReference = { projectId: project, datasetId: dataset, tableId: table };
      await post(`${below}/${dataset}/tables`, { tableReference, ...description });
      await post(`${below}/${dataset}/tables/${table}/insertAll`, { rows: rows.map((json) => ({ json })) });
    },
    stop: () => stop(emulatorProcess, gateway),
  };
}

/** A table may be made in a dataset that is there already. */
async function post(address: string, body: object): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const hasErrors = /"insertErrors":\s*\[\s*\{/u.test(text);
  if ((!response.ok && response.status !== 409) || hasErrors) throw new Error(`${address}: ${response.status} ${text}`);
}

/** Only what the vendor describes is passed on, without the host that stands first in the path. */
async function pass(request: IncomingMessage, response: ServerResponse, emulator: string): Promise<void> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += String(part);
  const url = new URL(request.url ?? '/', emulator);
  const method = request.method ?? '';
  if (url.pathname === '/oauth2.googleapis.com/token') {
    const form = new URLSearchParams(body);
    const call = { method, path: url.pathname, query: url.searchParams, form, body, headers: request.headers };
    const reply = google.reply(call);
    if (typeof reply === 'object') response.writeHead(reply.status).end(reply.body);
    else response.writeHead(501).end();
    return;
  }
  if (describedBy({ method, path: url.pathname }) === undefined) {
    response.writeHead(501).end(`${method} ${url.pathname} is not described`);
    return;
  }
  const answer = await fetch(`${emulator}${url.pathname.replace('/bigquery.googleapis.com', '')}${url.search}`, {
    method,
    ...(body !== '' && { body, headers: { 'content-type': 'application/json' } }),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}

async function stop(emulator: StartedProcess, gateway: Server): Promise<void> {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
  await emulator.stop();
}
