import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakeCall, FakeUpstream, type Reply } from '../../../../test/contract/fake-upstream.ts';
import { StoreUnderTest } from '../../../../test/secrets/store-under-test.ts';

const canary = 'canary-of-the-grafana-token';
const token = 'hvs.token-that-was-given';
const metadata = { created_time: '2026-11-21T08:00:00Z', custom_metadata: null, destroyed: false, version: 2 };

let folder: string;
let upstream: FakeUpstream;
let problems: string[];
/** Tokens that Vault knows, by what it would say of itself. */
let known: Set<string>;
let signedIn: number;
let answerRead: (call: FakeCall) => Reply;
const opened: StoreUnderTest[] = [];

const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) });
const refused = (status: number, ...errors: string[]): Reply => json(status, { errors });
const versioned = (data: object | null, about: object = metadata): Reply =>
  json(data === null ? 404 : 200, { request_id: 'r', lease_id: '', renewable: false, data: { data, metadata: about } });

/** Vault as its interface describes it: https://developer.hashicorp.com/vault/api-docs */
function answer(call: FakeCall): Reply {
  if (call.headers['x-vault-namespace'] !== 'team-a') problems.push('another namespace');
  if (`${call.method} ${call.path}` === 'POST /v1/auth/k8s/prod/login') {
    const asked = JSON.parse(call.body) as { role: string; jwt: string };
    if (asked.role !== 'farol') return refused(400, `invalid role name "${asked.role}"`);
    if (asked.jwt !== 'the-token-of-the-pod') return refused(403, 'permission denied');
    signedIn += 1;
    known.add(`hvs.bought-${signedIn}`);
    return json(200, { auth: { client_token: `hvs.bought-${signedIn}`, lease_duration: 3600, renewable: true } });
  }
  const given = call.headers['x-vault-token'];
  if (typeof given !== 'string' || !known.has(given)) return refused(403, 'permission denied', 'invalid token');
  if (`${call.method} ${call.path}` === 'GET /v1/auth/token/lookup-self') return json(200, { data: { ttl: 60 } });
  if (call.method !== 'GET' || !/^\/v1\/kv\/(?:data\/)?farol\/[\w%]+$/u.test(call.path)) {
    problems.push(`${call.method} ${call.path}`);
  }
  return answerRead(call);
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-vault-'));
  await writeFile(path.join(folder, 'token'), 'the-token-of-the-pod\n');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  [problems, known, signedIn] = [[], new Set([token]), 0];
  answerRead = () => versioned({ token: canary, port: 5432, user: 'reader-of-metrics' });
  upstream = await FakeUpstream.start(answer);
});
afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  await upstream.close();
  if (problems.length > 0) throw new Error(`asked for what nobody may: ${problems.join('; ')}`);
});

function open(env: Readonly<Record<string, string | undefined>> = {}): StoreUnderTest {
  const settings = {
    RUNNER_SECRET_STORE_MODE: 'vault',
    RUNNER_SECRET_STORE_URL: upstream.url,
    RUNNER_SECRET_STORE_PREFIX: 'farol',
    RUNNER_SECRET_STORE_VAULT_MOUNT: 'kv',
    RUNNER_SECRET_STORE_VAULT_NAMESPACE: 'team-a',
    RUNNER_SECRET_STORE_CRED_MODE: 'static',
    RUNNER_SECRET_STORE_TOKEN: token,
  };
  const store = new StoreUnderTest({ ...settings, ...env }, { serviceAccountFolder: folder });
  opened.push(store);
  return store;
}
const chain = {
  RUNNER_SECRET_STORE_CRED_MODE: 'chain',
  RUNNER_SECRET_STORE_TOKEN: undefined,
  RUNNER_SECRET_STORE_VAULT_ROLE: 'farol',
  RUNNER_SECRET_STORE_VAULT_AUTH_MOUNT: 'k8s/prod',
};

describe('the KV engine of Vault', () => {
  test('gives a field of the last version, and both fields by one read', async () => {
    const store = open();
    expect(await store.read('vault://farol/grafana#token')).toBe(canary);
    expect(await store.read('vault://farol/grafana#user')).toBe('reader-of-metrics');
    expect(upstream.calls.map(({ path: asked }) => asked)).toEqual(['/v1/kv/data/farol/grafana']);
    expect(store.redactor.text(`${canary} reader-of-metrics`)).toBe('[secret] [secret]');
  });

  test('in its first version has no versions and no data below data', async () => {
    answerRead = () => json(200, { data: { token: canary } });
    expect(await open({ RUNNER_SECRET_STORE_VAULT_KV: '1' }).read('vault://farol/grafana#token')).toBe(canary);
    expect(upstream.calls.map(({ path: asked }) => asked)).toEqual(['/v1/kv/farol/grafana']);
  });

  test.each<[string, () => Reply, string, string]>([
    [
      'nothing there',
      () => refused(404),
      'not_found_or_hidden',
      'There is nothing at farol/grafana in the KV engine kv (version 2)',
    ],
    [
      'a version that was deleted',
      () => versioned(null, { ...metadata, deletion_time: '2026-11-21T09:00:00Z' }),
      'not_found_or_hidden',
      'undelete it',
    ],
    [
      'a policy that lacks the path',
      () => refused(403, '1 error occurred:\n\t* permission denied\n\n'),
      'permission_missing',
      'path "kv/data/farol/*" { capabilities = ["read"] }',
    ],
    ['a sealed Vault', () => refused(503, 'Vault is sealed'), 'upstream_down', 'must unseal it'],
    ['an outage', () => refused(500, 'internal error'), 'upstream_down', 'status 500'],
    [
      'a quota',
      () => refused(429, 'request path "kv": rate limit quota exceeded'),
      'rate_limited',
      'limits the request rate',
    ],
    ['another page', () => ({ status: 404, body: '<html>' }), 'wrong_endpoint', 'not the secret store'],
    ['another shape', () => json(200, { data: { token: canary } }), 'upstream_changed', 'report the path'],
    [
      'a field that is a number',
      () => versioned({ token: 12_345_678 }),
      'credential_rejected',
      'The field token of the secret farol/grafana is not text',
    ],
    ['no such field', () => versioned({ tokn: canary }), 'credential_rejected', 'has no field of that name'],
    ['a short field', () => versioned({ token: 'short' }), 'credential_rejected', 'fewer than 8 characters'],
  ])('%s has its own message', async (_what, reply, kind, sentence) => {
    answerRead = reply;
    const refusal = await open().refusal('vault://farol/grafana#token');
    expect(refusal.fault?.kind).toBe(kind);
    expect(refusal.message).toContain(sentence);
    expect(refusal.message).not.toContain('canary');
  });

  test('distinguishes an expired token from one that may not read', async () => {
    known.clear();
    const refusal = await open().refusal('vault://farol/grafana#token');
    expect(refusal.fault).toMatchObject({ kind: 'credential_rejected', data: { reason: 'expired' } });
    expect(refusal.message).toContain('RUNNER_SECRET_STORE_TOKEN_FILE');
  });

  test('a token that Vault cannot look up for a failure of its own is not blamed', async () => {
    upstream.answerWith(({ path: asked }) =>
      asked === '/v1/auth/token/lookup-self' ? refused(500, 'internal error') : refused(403, 'permission denied'),
    );
    expect((await open().refusal('vault://farol/grafana#token')).fault?.kind).toBe('upstream_down');
  });

  test('a token in a file is read again when something renews it', async () => {
    const file = path.join(folder, 'vault-token');
    await writeFile(file, 'hvs.of-yesterday');
    const store = open({ RUNNER_SECRET_STORE_TOKEN: undefined, RUNNER_SECRET_STORE_TOKEN_FILE: file });
    await store.refusal('vault://farol/grafana#token');
    await writeFile(file, `${token}\n`);
    store.clock.advance(5_000);
    expect(await store.read('vault://farol/grafana#token')).toBe(canary);
  });

  test('by chain signs in with the service account of the pod, and again when Vault ends the token', async () => {
    const store = open(chain);
    await Promise.all(['grafana', 'jira', 'slack'].map((name) => store.read(`vault://farol/${name}#token`)));
    expect(signedIn).toBe(1);
    known.clear();
    expect(await store.read('vault://farol/datadog#token')).toBe(canary);
    expect(signedIn).toBe(2);
  });

  test('by chain does not sign in again because of a policy that lacks the path', async () => {
    answerRead = () => refused(403, 'permission denied');
    const store = open(chain);
    for (const name of ['grafana', 'jira']) {
      expect((await store.refusal(`vault://farol/${name}#token`)).fault?.kind).toBe('permission_missing');
    }
    expect(signedIn).toBe(1);
  });

  test('a role that does not exist, and a place that is no pod, say what to create', async () => {
    const unknown = await open({ ...chain, RUNNER_SECRET_STORE_VAULT_ROLE: 'other' }).refusal('vault://farol/x#y');
    expect(unknown.message).toContain('Vault refuses the sign-in at auth/k8s/prod as other: create that role');
    await rm(path.join(folder, 'token'));
    expect((await open(chain).refusal('vault://farol/x#y')).message).toContain('works only in a pod');
    await writeFile(path.join(folder, 'token'), 'the-token-of-the-pod\n');
  });

  test('nothing outside the prefix is asked for, however its path is written', () => {
    const outside = [
      'other/x#y',
      'farol/../other/x#y',
      'farol//x#y',
      'farol/%2e%2e/x#y',
      'farol/x?version=1#y',
      'farol/.#y',
      'farol/x',
    ];
    for (const reference of outside) {
      expect(() => open().source(`vault://${reference}`)).toThrow(/RUNNER_SECRET_STORE_PREFIX|not a path|no key/u);
    }
    expect(upstream.calls).toEqual([]);
  });
});
