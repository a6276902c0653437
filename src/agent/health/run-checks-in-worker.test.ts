import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '../../../connectors/registry.ts';
import { answerAs } from '../../../connectors/aws/upstream/aws-fake.ts';
import { AgentUnderTest } from '../../../test/contract/agent-under-test.ts';
import { makeAuthority } from '../../../connectors/eks/upstream/authority.ts';
import { LoopbackNetwork } from '../../../connectors/eks/upstream/loopback-network.ts';
import { FakeUpstream, type Reply } from '../../../test/contract/fake-upstream.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import type { HealthCheck } from '../../tunnel/messages.ts';
import { runChecksInWorker } from './run-checks-in-worker.ts';
import type { CheckRun } from './health-scheduler.ts';
import type { NamedSource } from '../connectors/sources.ts';

const canary = 'glc_canary-9d3c1b7e5f2a';
const known = ['grafana', 'vercel', 'slack'];

let upstream: FakeUpstream;
let agent: AgentUnderTest;
let env: Record<string, string>;

beforeEach(async () => {
  upstream = await FakeUpstream.start(() => ({ status: 503, body: '' }));
  env = {
    PATH: process.env['PATH'] ?? '',
    LOG_LEVEL: 'silent',
    GRAFANA_METRICS_URL: upstream.url,
    GRAFANA_METRICS_USER: '1234567',
    GRAFANA_METRICS_TOKEN: canary,
    VERCEL_TOKEN: 'vcp_of-a-test-and-nothing-else',
    VERCEL_URL: 'http://127.0.0.1:9/',
  };
  openAgent();
});

afterEach(async () => {
  agent.close();
  await upstream.close();
});

function openAgent(concurrentCalls = 4, named: readonly NamedSource[] = []): void {
  agent = new AgentUnderTest({
    registry: registry.filter(({ manifest }) => known.includes(manifest.id)),
    env,
    named,
    concurrentCalls,
  });
}

interface Asked {
  readonly signal?: AbortSignal;
  readonly limitMs?: number;
  readonly ca?: string;
  readonly before?: readonly HealthCheck[];
  readonly named?: readonly NamedSource[];
}

function check({
  signal = new AbortController().signal,
  limitMs,
  ca,
  before = [],
  named = [],
}: Asked = {}): Promise<CheckRun> {
  const { hosts, redactor, written } = agent;
  const log = createLog('health', { redactor, destination: { write: (line) => written.push(line) } });
  const ports = { hosts, named, env, ca, redactor, clock: systemClock, log };
  return runChecksInWorker({ ...ports, ...(limitMs !== undefined && { limitMs }) }, { signal, before });
}

const of = ({ checks }: CheckRun, system: string): HealthCheck[] =>
  checks.filter(({ connector }) => connector === system);

const checksOf = (system: string): string[] =>
  agent.hosts.filter(({ id }) => id === system).flatMap(({ setup }) => Object.keys(setup.manifest.checks));

/** Processes that this one has started and that still are. */
function children(): number[] {
  const text = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

/** The process of the checks, as soon as it has asked the system. */
async function startedWorker(before: readonly number[]): Promise<number> {
  await expect.poll(() => upstream.calls.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const started = children().filter((pid) => !before.includes(pid));
  expect(started).toHaveLength(1);
  return started[0]!;
}

describe('checks in a process of their own', () => {
  test('give the results that they give in the Agent, and leave no process', async () => {
    const before = children();
    const apart = await check();
    const here = await agent.check();
    expect(apart.checks).toEqual(here);
    expect(of(apart, 'grafana')[0]).toMatchObject({
      check: 'metrics_read',
      status: 'failed',
      evidence: { status: 503 },
    });
    expect(new Set(of(apart, 'slack').map(({ status }) => status))).toEqual(new Set(['skipped']));
    expect(apart.cpuMs).toBeGreaterThan(10);
    expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
  }, 60_000);

  test('know what the run before knew of permissions, also when the process is lost', async () => {
    const judged = [{ grant: 'metrics:read', verdict: 'allowed' as const, at: new Date().toISOString() }];
    const [first] = of(await check(), 'grafana');
    const before = [{ ...first!, judged }];
    expect(of(await check({ before }), 'grafana')[0]).toMatchObject({ status: 'failed', judged });
    env['NODE_OPTIONS'] = '--no-such-option';
    expect(of(await check({ before }), 'grafana')[0]).toMatchObject({ fault: { code: 'bug' }, judged });
  }, 60_000);

  test('are of the sources that the Agent read from its file, whatever the file says since', async () => {
    const named = ['g-one', 'g-two'].map((name) => ({
      name,
      connector: 'grafana',
      settings: { GRAFANA_METRICS_URL: `${upstream.url}/${name}` },
    }));
    openAgent(4, named);
    // The process of the checks does not read the file.
    env['RUNNER_SOURCES_FILE'] = '/nonexistent/sources.json';
    const apart = await check({ named });
    expect(apart.checks).toEqual(await agent.check());
    const statuses = ['grafana', 'g-one', 'g-two'].map(
      (name) => apart.checks.find(({ source, connector }) => (source ?? connector) === name)?.evidence.status,
    );
    expect(statuses).toEqual([503, 503, 503]);
    expect(upstream.calls.some(({ path: asked }) => asked.startsWith('/g-two/'))).toBe(true);
  }, 60_000);

  test('start none when nothing is configured', async () => {
    env = {};
    openAgent();
    const run = await check();
    expect(new Set(run.checks.map(({ status }) => status))).toEqual(new Set(['skipped']));
    expect(run.cpuMs).toBe(0);
  });

  test('read the secrets themselves, and tell none, whatever the system puts into its answer', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'farol-checks-'));
    const file = path.join(folder, 'token');
    writeFileSync(file, canary);
    delete env['GRAFANA_METRICS_TOKEN'];
    env['GRAFANA_METRICS_TOKEN_FILE'] = file;
    openAgent();
    upstream.answerWith(({ headers }): Reply => {
      const body = { status: 'error', errorType: canary, error: `${headers.authorization} ${canary}` };
      return { status: 403, headers: { 'x-request-id': canary }, body: JSON.stringify(body) };
    });
    const run = await check();
    rmSync(folder, { recursive: true });
    const sent = upstream.calls.find(({ headers }) => headers.authorization !== undefined)?.headers.authorization ?? '';
    expect(Buffer.from(sent.replace('Basic ', ''), 'base64').toString()).toContain(canary);
    // Nothing in this process has read the file.
    expect(agent.redactor.text(canary)).toBe(canary);
    const told = JSON.stringify([run, agent.written]);
    expect(of(run, 'grafana').some(({ status }) => status === 'failed')).toBe(true);
    expect(told).toContain('[secret]');
    expect(told).not.toContain(canary);
    expect(told).not.toContain(sent.slice(10, 40));
  }, 60_000);

  test('keep to the proxy, the additional authority and the secret store of the Agent', async () => {
    const authority = await makeAuthority();
    const network = await LoopbackNetwork.start();
    const hosts = ['metrics.example.test', 'secretsmanager.eu-west-1.amazonaws.com'];
    const port = await network.serveTls(await authority.issue(hosts), upstream.url);
    for (const host of hosts) network.lead(host, port);
    const answer = answerAs({ 'secretsmanager:GetSecretValue': () => ({ SecretString: canary }) });
    upstream.answerWith((call) => answer(call) ?? { status: 503, body: '' });
    Object.assign(env, network.variables, {
      GRAFANA_METRICS_URL: 'https://metrics.example.test/',
      GRAFANA_METRICS_TOKEN: 'aws://farol/grafana',
      RUNNER_SECRET_STORE_MODE: 'aws',
      RUNNER_SECRET_STORE_PREFIX: 'farol',
      RUNNER_SECRET_STORE_AWS_REGION: 'eu-west-1',
      RUNNER_SECRET_STORE_CRED_MODE: 'static',
      RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: 'AKIAOFTHESTORE000001',
      RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: 'made-for-this-test-and-no-other',
    });
    openAgent();
    const run = await check({ ca: authority.pem });
    network.close();
    expect(of(run, 'grafana')[0]?.evidence.status).toBe(503);
    const asked = upstream.calls.find(({ headers }) => headers.host === 'metrics.example.test');
    expect(asked?.headers.authorization).toBe(`Basic ${Buffer.from(`1234567:${canary}`).toString('base64')}`);
    expect(JSON.stringify(run)).not.toContain(canary);
  }, 60_000);

  test('keep to the calls that one connector may have in flight, together with its questions', async () => {
    env['VERCEL_URL'] = `${upstream.url}/vercel`;
    openAgent(1);
    const callsTo = (system: string): number =>
      upstream.calls.filter(({ path: called }) => called.startsWith('/vercel/') === (system === 'vercel')).length;
    const grafana = agent.hosts.find(({ id }) => id === 'grafana')!;
    const question = Promise.withResolvers<void>();
    const asked = grafana.limits.withPermit(() => question.promise);
    const run = check();
    // The other connector has places of its own, and is asked while this one waits.
    await expect.poll(() => callsTo('vercel'), { timeout: 30_000 }).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(callsTo('grafana')).toBe(0);
    question.resolve();
    await asked;
    await run;
    expect(callsTo('grafana')).toBeGreaterThan(0);
    await expect(grafana.limits.withPermit(() => Promise.resolve('free'))).resolves.toBe('free');
  }, 60_000);
});

describe('a process of the checks', () => {
  test(
    'that hangs is stopped at its time limit, and its earlier results stay',
    { tags: ['deep'], timeout: 120_000 },
    async () => {
      const before = children();
      upstream.answerWith('silence');
      const running = check({ limitMs: 10_000 });
      const pid = await startedWorker(before);
      // The other connector, which nobody listens for, is done before long; then nothing moves any more.
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      process.kill(pid, 'SIGSTOP');
      const run = await running;
      expect(of(run, 'grafana').map(({ status, fault }) => [status, fault?.code])).toContainEqual(['failed', 'bug']);
      expect(of(run, 'grafana')[0]?.remedy).toContain('timed out after 10 s');
      expect(of(run, 'grafana').map(({ check: name }) => name)).toEqual(checksOf('grafana'));
      expect(of(run, 'vercel')[0]?.fault?.code).toBe('upstream_down');
      expect(run.cpuMs).toBeUndefined();
      expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
    },
  );

  test('that is killed is a result, and its places for calls come back', async () => {
    openAgent(1);
    const before = children();
    upstream.answerWith('silence');
    const running = check();
    process.kill(await startedWorker(before), 'SIGKILL');
    const run = await running;
    const [first] = of(run, 'grafana');
    expect(first).toMatchObject({ status: 'failed', fault: { code: 'bug', data: {} } });
    expect(first?.remedy).toContain('was killed, most likely because memory ran out');
    expect(run.cpuMs).toBeUndefined();
    expect(agent.written.join('')).toContain('left checks without a result');
    const grafana = agent.hosts.find(({ id }) => id === 'grafana')!;
    await expect(grafana.limits.withPermit(() => Promise.resolve('free'))).resolves.toBe('free');
  }, 60_000);

  test('that falls over names its status', async () => {
    env['NODE_OPTIONS'] = '--no-such-option';
    const run = await check();
    expect(of(run, 'grafana')[0]?.remedy).toContain('ended early (status 9)');
    expect(of(run, 'slack')[0]?.status).toBe('skipped');
  }, 60_000);

  test('ends at once when the Agent stops, and blames no connector', async () => {
    const before = children();
    upstream.answerWith('silence');
    const stop = new AbortController();
    const running = check({ signal: stop.signal });
    await startedWorker(before);
    stop.abort();
    const run = await running;
    expect(of(run, 'grafana')[0]?.fault).toMatchObject({ code: 'refused', data: { rule: 'cancelled_by_caller' } });
    expect(agent.written.join('')).not.toContain('left checks without a result');
    expect(children().filter((pid) => !before.includes(pid))).toEqual([]);
  }, 60_000);
});
