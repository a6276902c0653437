import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { compileCache } from '../../test/compile-cache.ts';
import { FakeUpstream } from '../../test/contract/fake-upstream.ts';
import { catalog } from '../../catalog/index.ts';
import { startTestControl, type TestControl } from '../../test/control-plane.ts';
import { Fleet, OperationRefusal, OperationResponse, QuestionList, TokenCreated } from '../control/api/api.ts';
import type { AuditLine, ChainEnd } from './audit/audit-line.ts';
import { renderLock } from './boot/catalog-lock.ts';
import { readEgress } from './tunnel/read-egress.ts';
import { verifyAudit } from './audit/verify-audit.ts';

const canary = 'glc_canary-4f9a8b7c6d5e';
const query = { args: { query: { dialect: 'promql', text: 'up' } } };

/** What the upstream says, by the last part of the path; a query is answered otherwise. */
const dataOf: Readonly<Record<string, unknown>> = { labels: ['job'], values: ['up'], metadata: {} };

let control: TestControl;
let owner: Readonly<Record<string, string>>;
let upstream: FakeUpstream;
let caFile: string;
const running: Agent[] = [];

beforeAll(async () => {
  control = await startTestControl();
  owner = await control.signIn('owner');
  caFile = path.join(control.folder, 'ca-of-agent.pem');
  writeFileSync(caFile, control.caPem);
  upstream = await FakeUpstream.start(({ path: asked }) => {
    const data = dataOf[asked.split('/').at(-1) ?? ''] ?? {
      resultType: 'vector',
      result: [{ metric: { job: 'api' }, value: [1, String(Date.now() / 1000)] }],
    };
    return { status: 200, body: JSON.stringify({ status: 'success', data }) };
  });
});

afterEach(async () => {
  for (const one of running.splice(0)) await one.kill();
});

afterAll(async () => {
  await upstream.close();
  await control.close();
});

class Agent {
  readonly said: string[] = [];
  readonly exited: Promise<number>;
  readonly #child: ChildProcess;

  constructor(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
    this.#child = spawn(process.execPath, [fileURLToPath(new URL('./bin.ts', import.meta.url)), ...args], {
      env: { ...compileCache, PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'debug', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(this);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', (line) => this.said.push(line));
    }
    this.exited = once(this.#child, 'close').then(([code]) => code as number);
  }

  stop(): Promise<number> {
    this.#child.kill('SIGTERM');
    return this.exited;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  event(name: string): Record<string, unknown> {
    const line = this.said.find((one) => one.startsWith(`{"event":"${name}"`));
    if (line === undefined) throw new Error(`no ${name} in:\n${this.said.join('\n')}`);
    return JSON.parse(line) as Record<string, unknown>;
  }
}

function settings(instance: string): Record<string, string> {
  const { tunnel, enroll } = control.control.addresses;
  return {
    RUNNER_TENANT: 'acme',
    RUNNER_INSTANCE_ID: instance,
    RUNNER_TUNNEL_URL: tunnel,
    RUNNER_ENROLL_URL: enroll,
    RUNNER_IDENTITY_DIR: path.join(control.folder, 'identities', instance),
    RUNNER_CA_FILE: caFile,
    GRAFANA_METRICS_URL: upstream.url,
    GRAFANA_METRICS_USER: '1234567',
    GRAFANA_METRICS_TOKEN: canary,
  };
}

async function mintToken(name: string): Promise<string> {
  const body = { kind: 'bootstrap', class: 'agent', name };
  const made = await control.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  return TokenCreated.parse(made.json()).value;
}

const ask = (instance: string, operation: string, body: object = query) =>
  control.send({ method: 'POST', path: `/api/operations/${operation}`, headers: owner, body: { ...body, instance } });

async function instanceNamed(name: string) {
  const { instances } = Fleet.parse((await control.send({ path: '/api/fleet', headers: owner })).json());
  return instances.find(({ instance }) => instance === name);
}

async function checksOf(name: string, system: string) {
  return ((await instanceNamed(name))?.checks ?? []).filter(({ connector }) => connector === system);
}

async function untilLive(name: string): Promise<void> {
  await expect.poll(async () => (await instanceNamed(name))?.state, { timeout: 20_000, interval: 100 }).toBe('live');
}

describe('an Agent of its own, against a control plane of its own', () => {
  test('enrols, answers, refuses, reports its health, and needs no token to start again [C-SVC-1]', async () => {
    const first = new Agent({ ...settings('east-1'), RUNNER_BOOTSTRAP_TOKEN: await mintToken('east-1') });
    await untilLive('east-1');
    expect(first.event('booted')).toMatchObject({ connectors: ['grafana'], allow_list: null, warnings: [] });

    const answered = await ask('east-1', 'metrics.query');
    expect(OperationResponse.parse(answered.json()).result).toMatchObject({
      data: { series: [{ labels: { job: 'api' } }] },
      complete: true,
      source: 'grafana',
      upstreamCalls: 1,
    });
    const refused = await ask('east-1', 'metrics.delete');
    expect(refused.status).toBe(404);
    expect(OperationRefusal.parse(refused.json()).error.code).toBe('not_in_catalog');

    await expect
      .poll(
        async () =>
          (await checksOf('east-1', 'grafana')).flatMap(({ check, status }) =>
            status === 'skipped' ? [] : [[check, status]],
          ),
        { timeout: 10_000 },
      )
      .toEqual([
        ['metrics_read', 'ok'],
        ['token_kind', 'ok'],
      ]);
    // Connectors without any setting are reported as skipped, and no others.
    const others = (await instanceNamed('east-1'))?.checks.filter(({ connector }) => connector !== 'grafana') ?? [];
    expect([...new Set(others.map(({ status }) => status))]).toEqual(['skipped']);
    const anchor = (await instanceNamed('east-1'))?.audit_anchor ?? '';
    expect(await first.stop()).toBe(0);

    const second = new Agent(settings('east-1'));
    await untilLive('east-1');
    expect((await ask('east-1', 'metrics.query')).status).toBe(200);
    expect(await second.stop()).toBe(0);

    const audit = path.join(control.folder, 'identities/east-1/audit.jsonl');
    // What the control plane recorded of a question can be compared with what the Agent did.
    const lines = readFileSync(audit, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditLine);
    const inAudit = lines.flatMap((line) =>
      line.event === 'operation' ? [{ id: line.request_id, digest: line.arguments_digest, rows: line.rows }] : [],
    );
    const recorded = QuestionList.parse((await control.send({ path: '/api/questions', headers: owner })).json());
    const known = recorded.questions.toReversed().filter(({ instance }) => instance === 'east-1');
    expect(inAudit[0]?.digest).toMatch(/^[0-9a-f]{64}$/u);
    expect(known.map(({ id, arguments_digest: digest, rows = 0 }) => ({ id, digest, rows }))).toEqual(inAudit);
    // Two starts, two questions of the first and one of the second.
    expect(await verifyAudit(audit)).toMatchObject({ intact: true, records: 5 });
    expect(await readEgress([audit])).toMatchObject({
      operations: [
        { operation: 'metrics.query', source: 'grafana', answered: 2, refused: 0, rows: 2 },
        { operation: 'metrics.delete', answered: 0, refused: 1, rows: 0 },
      ],
    });
    const head = first.said.find((line) => line.includes('"audit_head"')) ?? '{}';
    expect(await verifyAudit(audit, [(JSON.parse(head) as { audit_head: ChainEnd }).audit_head])).toMatchObject({
      intact: true,
    });
    const [seq, hash = ''] = anchor.split(':');
    expect(await verifyAudit(audit, [{ seq: Number(seq), hash }])).toMatchObject({ intact: true });
    expect(await verifyAudit(audit, [{ seq: Number(seq), hash: hash.replace(/./u, 'g') }])).toMatchObject({
      intact: false,
      index: Number(seq),
    });
    const everything = [...first.said, ...second.said, ...control.log, ...textsBelow(control.folder)].join('\n');
    expect(everything.length).toBeGreaterThan(10_000);
    expect(everything).not.toContain(canary);
    expect(everything).not.toContain(Buffer.from(canary).toString('base64').slice(0, 20));
  }, 60_000);

  test('answers what its allow-list names and nothing else', async () => {
    const file = path.join(control.folder, 'allow.json');
    writeFileSync(file, '{"operations":["metrics.list"]}');
    new Agent({
      ...settings('east-2'),
      RUNNER_ALLOW_FILE: file,
      RUNNER_BOOTSTRAP_TOKEN: `file://${writeToken(await mintToken('east-2'))}`,
    });
    await untilLive('east-2');
    const refused = await ask('east-2', 'metrics.query');
    expect([refused.status, OperationRefusal.parse(refused.json()).error.code]).toEqual([403, 'not_enabled']);
  }, 60_000);

  test('leaves inert what its lock file does not hold, and says so at the start', async () => {
    const lock = path.join(control.folder, 'lock.json');
    writeFileSync(lock, renderLock(new Map([...catalog].filter(([name]) => name !== 'metrics.query')), '0.0.9'));
    const agent = new Agent({
      ...settings('east-5'),
      RUNNER_CATALOG_LOCK_FILE: lock,
      RUNNER_BOOTSTRAP_TOKEN: await mintToken('east-5'),
    });
    await untilLive('east-5');
    expect(agent.event('booted')).toMatchObject({
      enabled: { writes: [], inert: 1 },
      warnings: [{ code: 'inert_operations', cause: expect.stringContaining('metrics.query') as string }],
    });
    const refused = await ask('east-5', 'metrics.query');
    expect([refused.status, OperationRefusal.parse(refused.json()).error.code]).toEqual([403, 'not_enabled']);
    expect(OperationRefusal.parse(refused.json()).error.remedy).toContain('farol catalog diff');
    expect((await ask('east-5', 'metrics.list', { args: {} })).status).toBe(200);
  }, 60_000);

  test('does not write into the records of another Agent that runs', async () => {
    const first = new Agent({ ...settings('east-6'), RUNNER_BOOTSTRAP_TOKEN: await mintToken('east-6') });
    await untilLive('east-6');
    const second = new Agent(settings('east-6'));
    expect(await second.exited).toBe(1);
    expect(second.said.join('\n')).toContain('Only one process may use a directory at a time');
    expect((await ask('east-6', 'metrics.query')).status).toBe(200);
    await first.kill();
    const third = new Agent(settings('east-6'));
    await untilLive('east-6');
    await expect.poll(() => third.said.join('\n')).toContain('tunnel is live');
    expect((await ask('east-6', 'metrics.query')).status).toBe(200);
  }, 60_000);

  test('records the question that it was stopped in', async () => {
    const silent = await FakeUpstream.start(() => 'silence');
    const agent = new Agent({
      ...settings('east-7'),
      GRAFANA_METRICS_URL: silent.url,
      RUNNER_BOOTSTRAP_TOKEN: await mintToken('east-7'),
    });
    await untilLive('east-7');
    const asked = ask('east-7', 'metrics.query');
    // A check of the same connector may be on its way too.
    await expect.poll(() => silent.calls.some(({ path: called }) => called.endsWith('/query'))).toBe(true);
    expect(await agent.stop()).toBe(0);
    expect((await asked).status).toBeGreaterThanOrEqual(400);
    await silent.close();
    const audit = path.join(control.folder, 'identities/east-7/audit.jsonl');
    expect(await verifyAudit(audit)).toMatchObject({ intact: true, records: 2 });
    expect(readFileSync(audit, 'utf8')).toContain('"outcome":"refused"');
  }, 60_000);

  test('does not start when its disk is full, and says who does what', async () => {
    const first = new Agent({ ...settings('east-8'), RUNNER_BOOTSTRAP_TOKEN: await mintToken('east-8') });
    await untilLive('east-8');
    expect(await first.stop()).toBe(0);
    const audit = path.join(control.folder, 'identities/east-8/audit.jsonl');
    rmSync(audit);
    // Every write to this device fails as on a full disk.
    symlinkSync('/dev/full', audit);
    const second = new Agent(settings('east-8'));
    expect(await second.exited).toBe(1);
    expect(second.said.join('\n')).toContain(
      'cannot be written (ENOSPC). Free space on the volume of RUNNER_IDENTITY_DIR, then start the Agent again.',
    );
  }, 60_000);

  test('ends with 3 when its token is refused', async () => {
    const agent = new Agent({
      ...settings('east-3'),
      RUNNER_BOOTSTRAP_TOKEN: `${(await mintToken('east-3')).slice(0, -1)}x`,
    });
    expect(await agent.exited).toBe(3);
    expect(agent.said.join('\n')).toContain('RUNNER_BOOTSTRAP_TOKEN');
  }, 60_000);
});

describe('a boot that refuses', () => {
  test('reports every problem at once, each with cause, cost and fix, and exits with 2', async () => {
    const agent = new Agent({
      RUNNER_TENANT: 'Not A Tenant',
      RUNNER_TUNNEL_URL: 'ws://plain.example',
      RUNNER_IDENTITY_DIR: 'relative',
      RUNNER_BOOTSTRAP_TOKEN: 'aws://farol/token',
      RUNNER_CONNECTOR_CONCURRENT_CALLS: 'many',
      RUNNER_ALLOW_FILE: '/nonexistent/allow.json',
      RUNNER_TENNANT: 'acme',
      GRAFANA_METRICS_URL: 'https://user:word-of-secret@metrics.example',
    });
    expect(await agent.exited).toBe(2);
    const { problems, warnings } = agent.event('boot_refused') as Record<
      string,
      { cause: string; cost: string; fix: string }[]
    >;
    const causes = problems?.map(({ cause }) => cause).join('\n') ?? '';
    for (const name of [
      'RUNNER_TENANT',
      'RUNNER_INSTANCE_ID',
      'RUNNER_TUNNEL_URL',
      'RUNNER_ENROLL_URL',
      'RUNNER_IDENTITY_DIR',
      'RUNNER_BOOTSTRAP_TOKEN',
      'RUNNER_CONNECTOR_CONCURRENT_CALLS',
      'RUNNER_ALLOW_FILE',
      'GRAFANA_METRICS_URL',
    ]) {
      expect(causes).toContain(name);
    }
    expect(problems?.filter(({ cost, fix }) => cost === '' || fix === '')).toEqual([]);
    expect(warnings?.map(({ cause }) => cause)).toContain('RUNNER_TENNANT is not a setting of the Agent');
    expect(agent.said.join('\n')).toContain('The Agent refuses to boot: 9 problems.');
    expect(agent.said.join('\n')).not.toContain('word-of-secret');
  });

  test('never takes a bootstrap token from its arguments, and does not repeat it', async () => {
    const agent = new Agent(settings('east-4'), ['--token=rboot_token-in-arguments']);
    expect(await agent.exited).toBe(2);
    expect(agent.said.join('\n')).toContain('A bootstrap token was passed on the command line');
    expect(agent.said.join('\n')).not.toContain('token-in-arguments');
  });
});

function writeToken(token: string): string {
  const file = path.join(control.folder, 'bootstrap-token');
  writeFileSync(file, `${token}\n`);
  return file;
}

/** Everything either end has written to disk: store, identities, audit. */
function textsBelow(folder: string): string[] {
  return globSync('**/*', { cwd: folder })
    .map((file) => path.join(folder, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'));
}
