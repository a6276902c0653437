/**
 * The official client of MCP in Python, at a real control plane over HTTPS with an Agent that answers.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import { createMcpToken } from '../assistant.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { startInstance } from '../instance.ts';
import { installEnvironment } from '../python-environment.ts';

type Step = readonly [method: string, ...args: unknown[]];
interface Played {
  readonly code: number;
  /** How the connection began, and then what each step came to. */
  readonly came: readonly unknown[];
  readonly text: string;
}

const result = { data: { names: ['up'] }, complete: true, truncated: false, source: 'grafana', upstreamCalls: 1 };

let python = '';
let folder = '';
let running: TestControl;
let owner: Readonly<Record<string, string>>;
let tunnel: TunnelClient;
let token = '';
const asked: string[] = [];

beforeAll(async () => {
  python = path.join(installEnvironment('mcp-python', import.meta.dirname), 'bin/python');
  folder = await mkdtemp(path.join(tmpdir(), 'farol-mcp-python-'));
  running = await startTestControl();
  await writeFile(path.join(folder, 'ca.pem'), running.caPem);
  owner = await running.signIn('owner');
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
}, 300_000);
afterAll(async () => {
  await tunnel.close();
  await running.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked.length = 0;
});

function play(mode: string, steps: readonly Step[], bearer = token): Promise<Played> {
  const address = new URL('/mcp', running.control.addresses.app).href;
  const command = [path.join(import.meta.dirname, 'ask.py'), address, path.join(folder, 'ca.pem'), mode];
  const env = { PATH: process.env['PATH'], HOME: folder, FAROL_TOKEN: bearer };
  return new Promise((resolve) => {
    const started = execFile(python, command, { env, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = Number(error?.code ?? 0);
      resolve({ code, came: code === 0 ? (JSON.parse(stdout) as unknown[]) : [], text: stdout + stderr });
    });
    started.stdin?.end(JSON.stringify(steps.map(([method, ...args]) => ({ method, arguments: args }))));
  });
}

/** What the steps came to. */
async function stepsOf(mode: string, some: readonly Step[], bearer = token): Promise<readonly unknown[]> {
  const { code, came, text } = await play(mode, some, bearer);
  expect([code, code === 0 ? '' : text]).toEqual([0, '']);
  return came.slice(1);
}

const call = (tool: string, args: Readonly<Record<string, unknown>> = {}): Step => ['call_tool', tool, args];
const read = (operation: unknown, args: unknown = {}): Step => call('catalog_read', { operation, arguments: args });

/** As a model reads it, and as a program does. */
const refusal = (code: string, field: string) =>
  expect.objectContaining({
    isError: true,
    content: [expect.objectContaining({ text: expect.stringMatching(new RegExp(`^${code} \\(${field}\\): `, 'u')) })],
    _meta: expect.objectContaining({
      'farol/error': expect.objectContaining({ code, field, layer: 'control_plane', who_acts: 'caller' }),
    }),
  }) as unknown;

const namesOf = (listed: unknown): readonly string[] =>
  (listed as { readonly tools: readonly { readonly name: string }[] }).tools.map(({ name }) => name);

const offered = ['catalog_search', 'catalog_describe', 'catalog_read', 'catalog_read_sources', 'health'];

const modes = [
  { mode: 'auto', version: '2026-07-28' },
  { mode: 'legacy', version: '2025-11-25' },
];

describe.each(modes)('a client of $version', ({ mode, version }) => {
  test('learns what is served, and lists the tools of its token', { timeout: 60_000 }, async () => {
    const { came } = await play(mode, [['list_tools']]);
    expect(came[0]).toEqual({
      version,
      server: 'farol',
      capabilities: { tools: { listChanged: false } },
      instructions: expect.stringContaining('It reads only.'),
    });
    expect(namesOf(came[1])).toEqual([...offered, 'captures_search', 'capture_diff']);
    const { value } = await createMcpToken(running, owner);
    const [listed, refused] = await stepsOf(mode, [['list_tools'], call('captures_search')], value);
    expect(namesOf(listed)).toEqual(offered);
    expect(refused).toEqual(refusal('scope_required', 'captures'));
  });

  test('searches the catalog, reads a schema and asks a read', { timeout: 60_000 }, async () => {
    const operation = 'metrics.list';
    // The client itself checks each answer against the schema that the list promises.
    const [, found, described, given] = await stepsOf(mode, [
      ['list_tools'],
      call('catalog_search', { q: operation }),
      call('catalog_describe', { operation }),
      read(operation),
    ]);
    const named = expect.objectContaining({ name: operation }) as unknown;
    expect(found).toMatchObject({ structuredContent: { operations: expect.arrayContaining([named]) } });
    expect(described).toMatchObject({ isError: false, structuredContent: { name: operation } });
    expect(given).toMatchObject({
      isError: false,
      structuredContent: { operation, instance: 'agent-1', source: 'grafana', complete: true, data: result.data },
    });
    expect(asked).toEqual([operation]);
  });

  test('receives what is wrong with its arguments, a name or a write', { timeout: 60_000 }, async () => {
    const came = await stepsOf(mode, [
      read(7),
      call('catalog_read'),
      call('catalog_search', { q: 'x', nonsense: 1 }),
      read('no.such'),
      read('chat.postMessage', { text: 'hello' }),
      call('no_such_tool'),
    ]);
    expect(came).toEqual([
      refusal('invalid_arguments', 'operation'),
      refusal('invalid_arguments', 'operation'),
      refusal('invalid_arguments', 'nonsense'),
      refusal('unknown_operation', 'operation'),
      refusal('read_only', 'operation'),
      { error: { code: -32_602, message: expect.stringContaining('no tool of this name') } },
    ]);
    expect(asked).toEqual([]);
  });

  test('hears that there are neither prompts nor resources', { timeout: 60_000 }, async () => {
    const absent: readonly Step[] = [
      ['list_prompts'],
      ['get_prompt', 'x'],
      ['list_resources'],
      ['list_resource_templates'],
      ['read_resource', 'file:///x'],
    ];
    const notFound = { error: { code: -32_601, message: 'Method not found' } };
    expect(await stepsOf(mode, absent)).toEqual(absent.map(() => notFound));
  });

  test('gets nothing with a wrong token, and does not show it', { timeout: 60_000 }, async () => {
    const wrong = `${token.slice(0, -4)}AAAA`;
    const { code, text } = await play(mode, [['list_tools']], wrong);
    expect(code).not.toBe(0);
    expect(text).toContain('MCPError');
    expect(text).not.toContain('catalog_search');
    expect(text).not.toContain(wrong);
  });
});
