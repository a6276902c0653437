/**
 * The official inspector of MCP, on its command line, at a real control plane over HTTPS with an Agent that answers.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import { createMcpToken } from '../assistant.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { installProgram } from '../install-program.ts';
import { startInstance } from '../instance.ts';

interface Inspected {
  readonly code: number;
  /** What it printed, as JSON where it is that. */
  readonly printed: unknown;
  readonly text: string;
}

const result = { data: { names: ['up'] }, complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };

let program = '';
let folder = '';
let running: TestControl;
let tunnel: TunnelClient;
let token = '';
const asked: string[] = [];

beforeAll(async () => {
  const modules = installProgram('inspector', import.meta.dirname);
  program = path.join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  folder = await mkdtemp(path.join(tmpdir(), 'farol-inspector-'));
  running = await startTestControl();
  const owner = await running.signIn('owner');
  await writeFile(path.join(folder, 'ca.pem'), running.caPem);
  tunnel = await startInstance(running, {
    class: 'agent',
    instance: 'agent-1',
    owner,
    handlers: {
      'operation.run': ({ operation }) => {
        asked.push(operation);
        return Promise.resolve({ ok: true, result });
      },
    },
  });
  while (tunnel.state().state !== 'live') await sleep(20);
  token = (await createMcpToken(running, owner, ['captures'])).value;
}, 180_000);
afterAll(async () => {
  await tunnel.close();
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

/** Without a token where `bearer` is undefined. */
function inspect(bearer: string | undefined, ...args: string[]): Promise<Inspected> {
  const header = bearer === undefined ? ['--stored-auth-only'] : ['--header', `Authorization: Bearer ${bearer}`];
  const address = new URL('/mcp', running.control.addresses.app).href;
  const command = [program, '--cli', address, '--transport', 'http', ...header, ...args];
  const env = { PATH: process.env['PATH'], HOME: folder, NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem') };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), printed: asJson(stdout), text: stdout + stderr });
    });
  });
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const call = (tool: string, ...args: string[]): Promise<Inspected> =>
  inspect(token, '--method', 'tools/call', '--tool-name', tool, ...args.flatMap((one) => ['--tool-arg', one]));

test('lists the seven tools, and finds no fault in their schemas', { timeout: 60_000 }, async () => {
  const { code, printed, text } = await inspect(token, '--method', 'tools/list');
  expect([code, text]).toEqual([0, expect.stringContaining('Schema portability: 0 errors')]);
  const { tools } = printed as { readonly tools: readonly { readonly name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual([
    'catalog_search',
    'catalog_describe',
    'catalog_read',
    'catalog_read_sources',
    'health',
    'captures_search',
    'capture_diff',
  ]);
});

test('searches the catalog and asks a read', { timeout: 60_000 }, async () => {
  const found = await call('catalog_search', 'q=metrics.list');
  expect(found.printed).toMatchObject({
    structuredContent: { operations: expect.arrayContaining([expect.objectContaining({ name: 'metrics.list' })]) },
  });
  const given = await call('catalog_read', 'operation=metrics.list', 'arguments={}');
  expect([given.code, given.printed]).toEqual([
    0,
    expect.objectContaining({
      structuredContent: expect.objectContaining({ operation: 'metrics.list', instance: 'agent-1', data: result.data }),
    }),
  ]);
  expect(asked).toEqual(['metrics.list']);
});

test('is refused a write, and everything without a token or with another one', { timeout: 60_000 }, async () => {
  const before = asked.length;
  const write = await call('catalog_read', 'operation=chat.postMessage', 'arguments={}');
  expect(write.code).not.toBe(0);
  expect(write.text).toContain('read_only');
  for (const bearer of [undefined, 'rmcp_wrong']) {
    const { code, text } = await inspect(bearer, '--method', 'tools/list');
    expect(code).not.toBe(0);
    expect(text).toContain('auth_required');
    expect(text).not.toContain('catalog_search');
  }
  expect(asked).toHaveLength(before);
});
