/** From a reference in the environment to a call with the secret: an Agent whose secrets are in a store. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerAs, AwsError } from '../../../connectors/aws/upstream/aws-fake.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import type { RegisteredConnector } from '../../connector/connector.ts';
import type { ConnectorContext, HttpOptions } from '../../connector/context.ts';
import type { Manifest } from '../../connector/manifest.ts';
import { systemClock } from '../../core/clock.ts';
import type { HttpClient } from '../../core/http-client.ts';
import { createLog } from '../../core/log.ts';
import { createAgents } from '../../core/network-agent.ts';
import { Redactor } from '../../core/redact.ts';
import type { Secret } from '../../core/secret.ts';
import { ConnectorHost } from '../connectors/connector-host.ts';
import { examineSecretStore } from '../doctor/examine-secret-store.ts';
import { boot, bootLocally, type LocallyBooted } from './boot.ts';

const first = 'canary-of-the-first-token';
const second = 'canary-of-the-second-token';

function register(id: string): RegisteredConnector {
  const manifest = {
    id,
    title: id,
    summary: 'Example.',
    vendorDocs: 'https://example.com',
    config: {
      [`${id.toUpperCase()}_URL`]: {
        kind: 'url',
        need: 'required',
        description: 'Where.',
        example: 'https://x.example',
      },
      [`${id.toUpperCase()}_TOKEN`]: { kind: 'secret', need: 'required', description: 'Key.', example: 'k' },
    },
    credentials: [],
    grants: {},
    forbidden: [],
    operations: {},
    checks: {},
    limits: { upstreamCalls: 20, totalMs: 5000, responseBytes: 1 << 16 },
  } satisfies Manifest;
  return { manifest, load: () => Promise.reject(new Error('only its settings are used')) };
}
/** What the code of the connector `one` would be given. */
interface Context extends Pick<ConnectorContext, 'signal'> {
  readonly secrets: { read(variable: 'ONE_TOKEN'): Promise<Secret | undefined> };
  http(variable: 'ONE_URL', options: HttpOptions): HttpClient;
}
const registry = [register('one'), register('two')];

let folder: string;
let store: FakeUpstream;
let system: FakeUpstream;
let secrets: Map<string, string | AwsError>;
let redactor: Redactor;
let written: string[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-boot-'));
  redactor = new Redactor();
  written = [];
  secrets = new Map<string, string | AwsError>([
    ['farol/one', JSON.stringify({ token: first })],
    ['farol/two', new AwsError(400, 'AccessDeniedException: not authorized to perform: secretsmanager:GetSecretValue')],
  ]);
  const answer = answerAs({
    'secretsmanager:GetSecretValue': ({ SecretId: id }) => {
      const found = secrets.get(String(id));
      if (found instanceof AwsError) return found;
      return found === undefined ? new AwsError(400, 'ResourceNotFoundException: none') : { SecretString: found };
    },
  });
  store = await FakeUpstream.start((call) => answer(call) ?? { status: 501, body: '' });
  system = await FakeUpstream.start(() => ({ status: 200, body: '{}' }));
});
afterEach(async () => {
  await Promise.all([store.close(), system.close(), rm(folder, { recursive: true })]);
});

const storeSettings = (): Record<string, string> => ({
  RUNNER_SECRET_STORE_MODE: 'aws',
  RUNNER_SECRET_STORE_PREFIX: 'farol',
  RUNNER_SECRET_STORE_URL: store.url,
  RUNNER_SECRET_STORE_AWS_REGION: 'eu-west-1',
  RUNNER_SECRET_STORE_CRED_MODE: 'static',
  RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: 'AKIAOFTHESTORE000001',
  RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: 'made-for-this-test',
});
const references = (): Record<string, string> => ({
  ONE_URL: system.url,
  ONE_TOKEN: 'aws://farol/one#token',
  TWO_URL: system.url,
  TWO_TOKEN: 'aws://farol/two#token',
});
const ports = () => ({
  registry,
  redactor,
  log: createLog('agent', { redactor, level: 'debug', destination: { write: (line) => written.push(line) } }),
});

async function bootWith(env: Readonly<Record<string, string>>, isOffline = false): Promise<LocallyBooted> {
  const started = await bootLocally({ ...ports(), env, isOffline });
  if (started.booted === undefined) throw new Error(JSON.stringify(started.refusals));
  return started.booted;
}

function open({ sources }: LocallyBooted, at = 0) {
  const { registered, setup } = sources[at]!;
  const { log } = ports();
  const limits = { concurrentCalls: 4, operationsPerMinute: 60 };
  const random = { next: () => 0 };
  const agents = createAgents({ env: {} });
  const host = new ConnectorHost(registered, setup, { agents, clock: systemClock, random, log, redactor, limits });
  const context: Context = host.openContext(['GET /things'], new AbortController().signal).context;
  const token = async (): Promise<string> => (await context.secrets.read('ONE_TOKEN'))?.reveal() ?? '';
  const authorize = async () => ({ authorization: `Bearer ${await token()}` });
  const ask = () => context.http('ONE_URL', { authorize }).send({ method: 'GET', path: '/things', access: 'read' });
  return { host, ask };
}

describe('an Agent whose secrets are in a store', () => {
  test('boots although one connector has an unreadable secret, and says which, why and what to do [C-AWS-2]', async () => {
    const booted = await bootWith({ ...storeSettings(), ...references() });
    expect(booted.warnings).toEqual([
      {
        code: 'secret_unreadable',
        cause: 'TWO_TOKEN cannot be read from aws://farol/two',
        cost: 'operations of two fail until it can be read',
        fix: expect.stringContaining('arn:aws:secretsmanager:eu-west-1:<account>:secret:farol/*') as string,
      },
    ]);
    await expect(open(booted, 0).host.readSecrets()).resolves.toBeUndefined();
    await expect(open(booted, 1).host.readSecrets()).rejects.toMatchObject({
      kind: 'permission_missing',
      data: { grant: 'secretsmanager:GetSecretValue' },
      remedy: expect.stringContaining('TWO_TOKEN') as string,
    });
    booted.secretStore.close();
  });

  test('reads a secret that was rotated without a restart, when the system refuses the former', async () => {
    const booted = await bootWith({ ...storeSettings(), ...references() });
    const { ask } = open(booted);
    await ask();
    system.answerWith(({ headers }) => ({
      status: headers.authorization === `Bearer ${second}` ? 200 : 401,
      body: '{}',
    }));
    secrets.set('farol/one', JSON.stringify({ token: second }));
    // What was read a moment ago is not read again: two seconds make it old enough.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    booted.secretStore.close();
  });

  test('writes no form of a secret anywhere, not even when a system sends it back', async () => {
    const booted = await bootWith({ ...storeSettings(), ...references() });
    const echo = `${first} ${Buffer.from(`x${first}`).toString('base64')} ${encodeURIComponent(JSON.stringify({ token: first }))}`;
    system.answerWith({ status: 200, body: JSON.stringify({ echo }) });
    const { body } = await open(booted).ask();
    const { log } = ports();
    log.error({ err: new Error(`failed with ${first}`), stored: secrets.get('farol/one') }, 'a line');
    const doctor = await examineSecretStore(booted, false);
    const all = [body, ...written, JSON.stringify(booted.warnings), JSON.stringify(doctor)].join('\n');
    expect(all).not.toMatch(/canary/u);
    expect(all).not.toContain(Buffer.from(first).toString('base64').slice(4, 20));
    booted.secretStore.close();
  });

  test('the doctor reports what can be read, and sends nothing offline', async () => {
    const booted = await bootWith({ ...storeSettings(), ...references() });
    expect(await examineSecretStore(booted, false)).toEqual([
      {
        area: 'secrets',
        subject: 'Secrets Manager in eu-west-1, with an access key of its own, below farol/',
        status: 'problem',
        says: 'Of 2 secrets, unreadable: TWO_TOKEN.',
        who: 'operator',
        fix: expect.stringContaining('farol policy print aws-secret-store --region eu-west-1 --prefix farol') as string,
      },
    ]);
    booted.secretStore.close();
    store.answerWith({ status: 500, body: '' });
    const offline = await bootWith({ ...storeSettings(), ...references() }, true);
    expect(await examineSecretStore(offline, true)).toMatchObject([
      { status: 'skipped', says: '2 secrets not read, as requested.' },
    ]);
    expect(store.calls).toEqual([]);
    offline.secretStore.close();
  });

  test('of which all can be read, or which nothing refers to, is well', async () => {
    secrets.set('farol/two', JSON.stringify({ token: second }));
    const booted = await bootWith({ ...storeSettings(), ...references() });
    expect(await examineSecretStore(booted, false)).toMatchObject([{ status: 'ok', says: '2 secrets read.' }]);
    const unused = await bootWith({ ...storeSettings(), ONE_URL: system.url, ONE_TOKEN: first });
    expect(await examineSecretStore(unused, false)).toMatchObject([{ status: 'skipped' }]);
    const without = await bootWith({ ONE_URL: system.url, ONE_TOKEN: first });
    expect(await examineSecretStore(without, false)).toEqual([]);
    for (const one of [booted, unused, without]) one.secretStore.close();
  });

  test('knows every form of its settings by name', async () => {
    const booted = await bootWith({
      RUNNER_SECRET_STORE_MODE: 'vault',
      RUNNER_SECRET_STORE_PREFIX: 'farol',
      RUNNER_SECRET_STORE_URL: store.url,
      RUNNER_SECRET_STORE_CRED_MODE: 'static',
      RUNNER_SECRET_STORE_TOKEN_FILE: path.join(folder, 'token'),
      ONE_URL: system.url,
      ONE_TOKEN: first,
    });
    expect(booted.warnings).toEqual([]);
    booted.secretStore.close();
  });

  test('does not hang on a store that says nothing', async () => {
    store.answerWith('silence');
    const startedAt = performance.now();
    const booted = await bootWith({ ...storeSettings(), ...references() });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(booted.warnings.map(({ code }) => code)).toEqual(['secret_unreadable', 'secret_unreadable']);
    expect(booted.warnings[0]?.fix).toContain('No answer in time');
    booted.secretStore.close();
  });
});

describe('an Agent refuses to boot', () => {
  test.each([
    ['a reference without a store', {}, 'ONE_TOKEN: aws://farol/one is given, but RUNNER_SECRET_STORE_MODE is not set'],
    [
      'a reference to another store',
      { RUNNER_SECRET_STORE_MODE: 'k8s', RUNNER_SECRET_STORE_PREFIX: 'farol', RUNNER_SECRET_STORE_CRED_MODE: 'chain' },
      'ONE_TOKEN: aws://farol/one is given, but RUNNER_SECRET_STORE_MODE is k8s',
    ],
    ['a store half set', { RUNNER_SECRET_STORE_MODE: 'k8s' }, 'RUNNER_SECRET_STORE_PREFIX is not set'],
  ])('over %s, naming the variable', async (_what, settings, cause) => {
    const env = { ...settings, ONE_URL: system.url, ONE_TOKEN: 'aws://farol/one#token' };
    const started = await bootLocally({ ...ports(), env });
    expect(started.booted).toBeUndefined();
    const causes = 'refusals' in started ? started.refusals.map((one) => one.cause) : [];
    expect(causes.some((one) => one.includes(cause))).toBe(true);
  });

  test('over a reference outside the prefix, before anything is sent [C-AWS-2]', async () => {
    const started = await bootLocally({
      ...ports(),
      env: { ...storeSettings(), ONE_URL: system.url, ONE_TOKEN: 'aws://payroll/db#password' },
    });
    expect(started).toMatchObject({
      refusals: [{ cause: expect.stringContaining('is outside RUNNER_SECRET_STORE_PREFIX') as string }],
    });
    expect(store.calls).toEqual([]);
  });
});

test('a bootstrap token may be in the store too', async () => {
  secrets.set('farol/bootstrap', 'rboot_made_for_this_test');
  const env = {
    ...storeSettings(),
    RUNNER_TENANT: 'acme',
    RUNNER_INSTANCE_ID: 'agent-1',
    RUNNER_TUNNEL_URL: 'wss://control.example.com',
    RUNNER_ENROLL_URL: 'https://control.example.com/enroll',
    RUNNER_IDENTITY_DIR: folder,
    RUNNER_BOOTSTRAP_TOKEN: 'aws://farol/bootstrap',
  };
  const started = await boot({ ...ports(), env, args: [] });
  expect(started.booted).toBeDefined();
  expect((await started.booted?.token?.read())?.reveal()).toBe('rboot_made_for_this_test');
  started.booted?.secretStore.close();
});
