/**
 * One Agent with 40 sources of 10 connectors: five accounts of AWS, two clusters of Kubernetes, two tenants behind one
 * proxy, Jira of both kinds, and systems that refuse. Each refusal is at its source, and a question to five accounts is
 * answered side by side on the page, over HTTP and over MCP.
 * @module-tag deep
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { EC2Client, RunInstancesCommand } from '@aws-sdk/client-ec2';
import type { Client } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awsVariables } from '../../connectors/aws/upstream/context.ts';
import { Moto } from '../../connectors/aws/upstream/moto.ts';
import { RealCluster } from '../../connectors/kubernetes/upstream/real-cluster.ts';
import type { NamedSource } from '../../src/agent/connectors/sources.ts';
import { InstanceDetail, TokenCreated } from '../../src/control/api/api.ts';
import { SourcesResponse } from '../../src/control/api/sources.ts';
import { ensureOrganization } from '../../src/control/people/organization.ts';
import { Links, renderLink } from '../../src/control/people/links.ts';
import { systemClock } from '../../src/core/clock.ts';
import { waitingNodeEnvironment, waitingNodeOptions } from '../../src/core/node-options.ts';
import { buildWeb } from '../../web/build.ts';
import { launchBrowser } from '../../web/test/launch-browser.ts';
import { connectAssistant, createMcpToken } from '../assistant.ts';
import { variablesAt } from '../contract/canary.ts';
import type { Exemplar, Exemplars } from '../contract/exemplar.ts';
import { FakeUpstream } from '../contract/fake-upstream.ts';
import { sayPlainly, statusOf, strictReply } from '../contract/looking.ts';
import { startPrometheus } from '../contract/real-prometheus.ts';
import type { RealProcess } from '../contract/real-process.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { type AgentProcess, startAgentProcess } from './agent-process.ts';
import { openDevice } from './browser-device.ts';

const accounts = ['111111111111', '222222222222', '333333333333', '444444444444', '555555555555'];
/** How many sources of each connector a fake plays; the last of each refuses its credential. */
const fakes: Readonly<Record<string, number>> = {
  github: 5,
  slack: 5,
  datadog: 5,
  sonarqube: 4,
  argocd: 4,
  vercel: 4,
};

let folder: string;
let running: TestControl;
let owner: Readonly<Record<string, string>>;
let agent: AgentProcess;
let assistant: Client;
let browser: Browser;
let healthMs = 0;
const ends: (() => Promise<unknown>)[] = [];
/** Of sources that must not be well. */
const refusing: string[] = [];
const sources: NamedSource[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-many-'));
  await buildWeb(path.join(folder, 'app'));
  running = await startTestControl({ FAROL_WEB_DIR: path.join(folder, 'app') });
  owner = await running.signIn('owner');
  await Promise.all([addAccounts(), addClusters(), addTenants(), addJiras(), addFakes()]);
  const file = path.join(folder, 'sources.json');
  await writeFile(file, JSON.stringify({ sources }));
  const body = { kind: 'bootstrap', class: 'agent', name: 'agent-1' };
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  const startedAt = performance.now();
  agent = await startAgentProcess(running, {
    instance: 'agent-1',
    token: TokenCreated.parse(made.json()).value,
    metricsUrl: '',
    nodeOptions: waitingNodeOptions,
    settings: {
      ...waitingNodeEnvironment,
      RUNNER_SOURCES_FILE: file,
      GRAFANA_METRICS_USER: '',
      GRAFANA_METRICS_TOKEN: '',
    },
    isReady: async () => (await readChecks()).length > 0,
  });
  healthMs = performance.now() - startedAt;
  assistant = await connectAssistant(running, (await createMcpToken(running, owner)).value, '2026-07-28');
  browser = await launchBrowser();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await assistant?.close();
  await agent?.stop('SIGTERM');
  await running?.close();
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

async function addAccounts(): Promise<void> {
  const moto = await Moto.start();
  ends.push(() => moto.stop());
  const config = { region: 'eu-west-1', endpoint: moto.url, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };
  for (const [at, account] of accounts.entries()) {
    const RoleArn = `arn:aws:iam::${account}:role/setup`;
    const sts = new STSClient(config);
    const { Credentials: given } = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'setup' }));
    const credentials = {
      accessKeyId: given?.AccessKeyId ?? '',
      secretAccessKey: given?.SecretAccessKey ?? '',
      sessionToken: given?.SessionToken ?? '',
    };
    const machines = at + 1;
    const run = new RunInstancesCommand({ ImageId: 'ami-12c6146b', MinCount: machines, MaxCount: machines });
    await new EC2Client({ ...config, credentials }).send(run);
    sources.push({
      name: `aws-${at + 1}`,
      connector: 'aws',
      about: `Account ${at + 1}`,
      settings: {
        ...awsVariables,
        AWS_URL: moto.url,
        AWS_ASSUME_ROLE_ARN: `arn:aws:iam::${account}:role/farol-agent`,
      },
    });
  }
}

async function addClusters(): Promise<void> {
  for (const name of ['k8s-one', 'k8s-two']) {
    const cluster = await RealCluster.start(name);
    ends.push(() => cluster.plane.stop());
    const settings = {
      KUBERNETES_URL: cluster.url,
      KUBERNETES_CA: cluster.authority.pem,
      KUBERNETES_TOKEN: await cluster.tokenOf('farol-read', 86_400),
      KUBERNETES_CLUSTER: name,
    };
    sources.push({ name, connector: 'kubernetes', settings });
  }
}

/** A proxy as Mimir has one: it wants the name of a tenant, and each tenant has data of its own. */
async function addTenants(): Promise<void> {
  const tenants = new Map<string, RealProcess>();
  for (const tenant of ['east', 'west']) {
    const prometheus = await startPrometheus();
    ends.push(() => prometheus.stop());
    tenants.set(tenant, prometheus);
  }
  const proxy: Server = createServer((asked, answer) => {
    const tenant = tenants.get(String(asked.headers['x-scope-orgid'] ?? ''));
    if (tenant === undefined) return void answer.writeHead(401).end('no org id');
    const to = new URL(asked.url ?? '/', tenant.url);
    const sent = request(to, { method: asked.method, headers: { ...asked.headers, host: to.host } }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    sent.on('error', () => answer.destroy());
    return void asked.pipe(sent);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => proxy.close(resolve)));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  for (const tenant of tenants.keys()) {
    const settings = { GRAFANA_METRICS_URL: url, GRAFANA_METRICS_TENANT: tenant };
    sources.push({ name: `mimir-${tenant}`, connector: 'grafana', settings });
  }
}

async function addJiras(): Promise<void> {
  const { exemplar, variants = {} } = await exemplarsOf('jira');
  const [dataCenter] = Object.values(variants);
  for (const [at, one] of [exemplar, exemplar, dataCenter, dataCenter].entries()) {
    if (one !== undefined) await addFake('jira', `jira-${at + 1}`, one, at === 3);
  }
}

async function addFakes(): Promise<void> {
  for (const [connector, count] of Object.entries(fakes)) {
    const { exemplar } = await exemplarsOf(connector);
    for (let at = 1; at <= count; at += 1) await addFake(connector, `${connector}-${at}`, exemplar, at === count);
  }
}

async function exemplarsOf(connector: string): Promise<Exemplars> {
  return (await import(`../../connectors/${connector}/upstream/exemplar.ts`)) as Exemplars;
}

async function addFake(connector: string, name: string, exemplar: Exemplar, isRefusing: boolean): Promise<void> {
  const refusal = sayPlainly(exemplar, 'unauthorized') ?? { status: statusOf.unauthorized, body: '' };
  const upstream = await FakeUpstream.start((call) => (isRefusing ? refusal : strictReply(exemplar, call, [])));
  ends.push(() => upstream.close());
  if (isRefusing) refusing.push(name);
  sources.push({ name, connector, settings: variablesAt(exemplar.variables, upstream.url) });
}

async function readChecks() {
  const answer = await running.send({ path: '/api/fleet/agent-1', headers: owner });
  return answer.status === 200 ? InstanceDetail.parse(answer.json()).instance.checks : [];
}

async function residentMib(): Promise<number> {
  const status = await readFile(`/proc/${agent.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1]) / 1024;
}

test('the checks of all run, and each refusal is at its source', async () => {
  expect(sources).toHaveLength(40);
  expect(new Set(sources.map(({ connector }) => connector)).size).toBe(10);
  const checks = (await readChecks()).filter(({ source }) => source !== undefined);
  expect(new Set(checks.map(({ source }) => source)).size).toBe(40);
  const failed = new Set(checks.filter(({ status }) => status === 'failed').map(({ source }) => String(source)));
  // moto judges no permission of a role, so that AWS may be more than well or less.
  const ofOthers = [...failed].filter((source) => !source.startsWith('aws-'));
  expect(ofOthers.toSorted()).toEqual(refusing.toSorted());
  const mib = await residentMib();
  process.stdout.write(
    `checks of 40 sources: ${Math.round(healthMs)} ms from the start of the process; ${mib.toFixed(0)} MiB after\n`,
  );
});

interface Side {
  readonly source: string;
  /** Over HTTP. */
  readonly result?: { readonly data?: unknown };
  /** Over MCP. */
  readonly data?: unknown;
}

const countsOf = (answers: readonly object[]): string[] =>
  (answers as readonly Side[]).map(({ source, result, data = result?.data }) => {
    const { instances = [] } = data as { instances?: unknown[] };
    return `${source} ${instances.length}`;
  });
const machines = accounts.map((_, at) => `aws-${at + 1} ${at + 1}`);

test('a question to five accounts is answered side by side over HTTP', async () => {
  const path_ = '/api/operations/compute.listInstances/sources';
  const given = await running.send({ method: 'POST', path: path_, headers: owner, body: { args: {}, sources: 'all' } });
  const answer = SourcesResponse.parse(given.json());
  expect(countsOf(answer.answers)).toEqual(machines);
  expect(answer.complete).toBe(true);
});

test('and by an assistant', async () => {
  const asked = { operation: 'compute.listInstances', sources: 'all' };
  const given = await assistant.callTool({ name: 'catalog_read_sources', arguments: asked });
  const { complete, answers } = given.structuredContent as { complete: boolean; answers: object[] };
  expect(countsOf(answers)).toEqual(machines);
  expect(complete).toBe(true);
});

test('and on the page', { timeout: 60_000 }, async () => {
  const { page } = await openDevice(browser);
  const { app } = running.control.addresses;
  const { id } = await ensureOrganization(running.store, 'acme', systemClock);
  const link = { organization: id, name: 'member', role: 'member', createdBy: 'test' } as const;
  await page.goto(renderLink(app, (await new Links(running.store, systemClock).mint(link)).token));
  await page.waitForURL(`${app}/profiling`);
  await page.goto(`${app}/ask/compute.listInstances?args=%7B%7D&source=all`);
  await page.getByRole('button', { name: 'Ask it now' }).click();
  const table = page.getByRole('table', { name: 'Answers by source' });
  await page.getByText('complete', { exact: true }).nth(accounts.length).waitFor();
  const rows = await table.locator('tbody tr').allInnerTexts();
  expect(
    rows.map((row) =>
      row
        .replaceAll(/\s+/gu, ' ')
        .replace(/ [\d,]+ ms$/u, '')
        .trim(),
    ),
  ).toEqual(accounts.map((_, at) => `aws-${at + 1} agent-1 complete ${at + 1}`));
  await page.context().close();
});
