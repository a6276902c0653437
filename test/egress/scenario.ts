/**
 * What runs inside the network namespace of `egress.test.ts`, where every address leads back to this machine: a control
 * plane and an Agent as processes of their own, and each connector against its fake, whose answers also try to lead it
 * elsewhere. Prints one JSON object: where connections may go, what was asked, and where it went on purpose.
 */
import { spawn } from 'node:child_process';
import { setDefaultResultOrder } from 'node:dns';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ControlApi } from '../../src/control/api/api-client.ts';
import { Fleet, OperationResponse, TokenCreated } from '../../src/control/api/api.ts';
import { variablesAt } from '../contract/canary.ts';
import { ConnectorUnderTest, loaded } from '../contract/connector-under-test.ts';
import type { FakeCall, Reply } from '../contract/fake-upstream.ts';
import { ControlProcess } from '../control-process.ts';
import { goElsewhere } from './go-elsewhere.ts';

/** Where a hostile answer leads: the metadata of a cloud, a private network, a host of nobody. */
const elsewhere = [
  'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  'http://10.9.8.7:8080/next',
  'https://[fd00:ec2::254]/latest/',
  'http://attacker.example/next',
];
/** What systems call the place of the next page. */
const nextNames = ['next', 'nextPage', 'next_page', 'nextLink', 'next_url', 'nextPageUrl', 'continue', 'self'];

// The app is at localhost, and listens at 127.0.0.1.
setDefaultResultOrder('ipv4first');
const allowed: string[] = [];
const asked: Record<string, number> = {};
const folder = await mkdtemp(path.join(tmpdir(), 'farol-egress-'));
try {
  await runPrograms();
  for (const [id, registered] of loaded) asked[id] = await tryConnector(new ConnectorUnderTest(registered));
} finally {
  await rm(folder, { recursive: true, force: true });
}
const forbidden = await goElsewhere();
process.stdout.write(`${JSON.stringify({ allowed, asked, forbidden })}\n`);
process.exit(0);

/** The product as it is run: enrolment, tunnel, health, an operation, one that is led elsewhere. */
async function runPrograms(): Promise<void> {
  const control = await ControlProcess.prepare(path.join(folder, 'control'));
  allowed.push(`127.0.0.1:${new URL(control.app).port}`, control.tunnel.host);
  const link = await control.start();
  const api = new ControlApi(control.app, control.caPem);
  await api.signIn(link);
  const body = { kind: 'bootstrap', class: 'agent', name: 'agent-1' };
  const token = await api.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
  const [, registered] = loaded.find(([id]) => id === 'grafana') ?? [];
  if (registered === undefined) throw new Error('there is no connector grafana');
  const grafana = new ConnectorUnderTest(registered);
  await grafana.start();
  allowed.push(hostOf(grafana.upstream.url));
  grafana.upstream.answerWith(grafana.strict([]));
  const caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, control.caPem);
  const entry = path.resolve(import.meta.dirname, '../../src/cli/main.ts');
  const agent = spawn(process.execPath, [entry, 'agent'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      RUNNER_TENANT: 'acme',
      RUNNER_INSTANCE_ID: 'agent-1',
      RUNNER_TUNNEL_URL: control.tunnel.href,
      RUNNER_ENROLL_URL: new URL('/enroll', control.app).href,
      RUNNER_IDENTITY_DIR: path.join(folder, 'agent'),
      RUNNER_BOOTSTRAP_TOKEN: token.value,
      RUNNER_CA_FILE: caFile,
      RUNNER_LOG_LEVEL: 'error',
      ...variablesAt(grafana.exemplar.variables, grafana.upstream.url),
    },
  });
  const state = async (): Promise<string | undefined> =>
    (await api.call({ method: 'GET', path: '/api/fleet' }, Fleet)).instances[0]?.state;
  for (let left = 600; (await state()) !== 'live'; left -= 1) {
    if (left === 0 || agent.exitCode !== null) throw new Error('the Agent did not become live');
    await sleep(50);
  }
  const args = grafana.questionsOf('metrics.query')[0];
  const question = { method: 'POST', path: '/api/operations/metrics.query', body: { args } } as const;
  await api.call(question, OperationResponse);
  for (const location of elsewhere) {
    grafana.upstream.answerWith({ status: 302, headers: { location }, body: '' });
    await api.callRaw(question);
  }
  api.close();
  agent.kill('SIGTERM');
  await once(agent, 'exit');
  await control.stop();
  await grafana.close();
}

/** Every question and every check under answers that are good, that redirect, and that name another host's next page. */
async function tryConnector(it: ConnectorUnderTest): Promise<number> {
  await it.start();
  allowed.push(hostOf(it.upstream.url));
  const well = it.strict([]);
  const answers: ((call: FakeCall) => Reply)[] = [
    well,
    ...elsewhere.map((location) => it.onceSignedIn({ status: 307, headers: { location }, body: '' })),
    ...elsewhere.map((next) => (call: FakeCall) => leadingTo(next, well(call))),
  ];
  let count = 0;
  const agent = it.agentWith({}, { operationsPerMinute: 100_000 });
  for (const answer of answers) {
    it.upstream.answerWith(answer);
    for (const name of it.operations) {
      for (const question of it.questionsOf(name)) {
        const first = await agent.ask(name, question);
        count += 1;
        if (!first.ok || first.result.nextCursor === undefined) continue;
        await agent.ask(name, { ...(question as object), cursor: first.result.nextCursor });
        count += 1;
      }
    }
    await agent.check();
  }
  await it.close();
  return count;
}

/** Host and port, with or without a scheme. */
function hostOf(url: string): string {
  const host = /127\.0\.0\.1:\d+/u.exec(url)?.[0];
  if (host === undefined) throw new Error(`a fake is at ${url}`);
  return host;
}

/** The same answer with every sign of a next page that is known to be used somewhere. */
function leadingTo(next: string, reply: Reply): Reply {
  if (typeof reply === 'string') return reply;
  const headers = { ...reply.headers, link: `<${next}>; rel="next"`, 'x-next-page': next };
  try {
    const body: unknown = JSON.parse(reply.body);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ...reply, headers };
    const signs = Object.fromEntries(nextNames.map((name) => [name, next]));
    return {
      ...reply,
      headers,
      body: JSON.stringify({ ...body, ...signs, links: { ...signs }, paging: { ...signs } }),
    };
  } catch {
    return { ...reply, headers };
  }
}
