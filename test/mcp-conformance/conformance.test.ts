/**
 * The official conformance suite of MCP at a real control plane, once for clients of 2025 and once for those of the
 * present revision. `left-out.ts` names the scenarios that are not judged, with the reasons.
 *
 * @module-tag deep
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createMcpToken } from '../assistant.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { installProgram } from '../install-program.ts';
import { type Forwarder, forwardTo } from './forward.ts';
import { leftOut, leftOutChecks } from './left-out.ts';

const Check = z.looseObject({
  id: z.string(),
  status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
  errorMessage: z.string().optional(),
  details: z.unknown().optional(),
});
type Check = z.infer<typeof Check>;

let suite = '';
let folder = '';
let running: TestControl;
let withToken: Forwarder;
let withoutToken: Forwarder;

beforeAll(async () => {
  const modules = installProgram('mcp-conformance', import.meta.dirname);
  suite = path.join(modules, '@modelcontextprotocol/conformance/dist/index.js');
  folder = await mkdtemp(path.join(tmpdir(), 'farol-conformance-'));
  running = await startTestControl();
  const { value } = await createMcpToken(running, await running.signIn('owner'), ['captures']);
  withToken = await forwardTo(running, value);
  withoutToken = await forwardTo(running, undefined);
}, 180_000);
afterAll(async () => {
  await withToken.close();
  await withoutToken.close();
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

/** Checks of each scenario that it ran, by its name. */
async function run(at: Forwarder, ...options: string[]): Promise<ReadonlyMap<string, readonly Check[]>> {
  const reports = await mkdtemp(path.join(folder, 'reports-'));
  const args = [suite, 'server', '--url', at.address, '--output-dir', reports, ...options];
  const env = { PATH: process.env['PATH'], HOME: folder };
  // Its exit code counts what is left out too.
  await new Promise<void>((resolve) => {
    execFile(process.execPath, args, { env, timeout: 120_000 }, () => resolve());
  });
  const found = new Map<string, readonly Check[]>();
  for (const name of (await readdir(reports)).toSorted()) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/u.exec(name)?.[1];
    if (scenario === undefined) throw new Error(`${name} does not name a scenario`);
    const text = await readFile(path.join(reports, name, 'checks.json'), 'utf8');
    found.set(scenario, z.array(Check).parse(JSON.parse(text)));
  }
  return found;
}

const unjudged = new Set(leftOut.flatMap(({ scenarios }) => scenarios));

const judged = [
  { revision: '2025-11-25', scenarios: ['dns-rebinding-protection', 'ping', 'server-initialize', 'tools-list'] },
  {
    revision: '2026-07-28',
    scenarios: [
      'caching',
      'dns-rebinding-protection',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'server-sse-multiple-streams',
      'server-stateless',
      'tools-list',
    ],
  },
];

test.for(judged)('conforms to $revision', { timeout: 150_000 }, async ({ revision, scenarios }) => {
  const ran = await run(withToken, '--suite', 'all', '--spec-version', revision);
  const wrong: string[] = [];
  const passed: string[] = [];
  for (const [scenario, checks] of ran) {
    if (unjudged.has(scenario)) continue;
    const asked = checks.filter(({ id }) => leftOutChecks[scenario]?.includes(id) !== true);
    const failed = asked.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    wrong.push(...failed.map(({ id, errorMessage }) => `${scenario} ${id}: ${errorMessage ?? ''}`));
    if (asked.some(({ status }) => status === 'SUCCESS')) passed.push(scenario);
  }
  expect(wrong).toEqual([]);
  expect(passed).toEqual(scenarios);
});

test('leaves out nothing that the suite does not have', { timeout: 60_000 }, async () => {
  const listed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [suite, 'list', '--server'], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
  const known = new Set([...listed.matchAll(/^ {2}- (\S+)/gmu)].map(([, name]) => name));
  expect([...unjudged, ...Object.keys(leftOutChecks)].filter((name) => !known.has(name))).toEqual([]);
});

test('the suite finds fault with a server that refuses it', { timeout: 60_000 }, async () => {
  const checks = (await run(withoutToken, '--scenario', 'tools-list')).get('tools-list') ?? [];
  expect(checks).toContainEqual(expect.objectContaining({ id: 'tools-list', status: 'FAILURE' }));
});

test('a page of another origin is refused for its origin', { timeout: 60_000 }, async () => {
  const checks = (await run(withToken, '--scenario', 'dns-rebinding-protection')).get('dns-rebinding-protection') ?? [];
  const [foreign] = checks.filter(({ id }) => id === 'localhost-host-rebinding-rejected');
  expect(foreign?.details).toMatchObject({ statusCode: 403, body: { error: { code: 'wrong_origin' } } });
});
