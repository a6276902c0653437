import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Authority, makeAuthority } from '../../../../connectors/eks/upstream/authority.ts';
import { LoopbackNetwork } from '../../../../connectors/eks/upstream/loopback-network.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../../test/contract/fake-upstream.ts';
import { StoreUnderTest } from '../../../../test/secrets/store-under-test.ts';

const canary = 'canary-of-the-grafana-token';
const settings = {
  RUNNER_SECRET_STORE_MODE: 'k8s',
  RUNNER_SECRET_STORE_PREFIX: 'farol',
  RUNNER_SECRET_STORE_CRED_MODE: 'chain',
};

let authority: Authority;
let folder: string;
let upstream: FakeUpstream;
let network: LoopbackNetwork;
let cluster: Record<string, string>;
let problems: string[];
let token: string;
let answerRead: (call: FakeCall) => Reply;
const opened: StoreUnderTest[] = [];

const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) });
const refused = (code: number, reason: string): Reply =>
  json(code, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: 'as the cluster words it',
    reason,
    code,
  });
const found = (fields: Readonly<Record<string, string | Buffer>>): Reply =>
  json(200, {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { name: 'grafana', namespace: 'farol' },
    data: Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, Buffer.from(one).toString('base64')])),
    type: 'Opaque',
  });

function answer(call: FakeCall): Reply {
  if (call.headers.authorization !== `Bearer ${token}`) return refused(401, 'Unauthorized');
  if (`${call.method} ${call.path}` !== 'GET /api/v1/namespaces/farol/secrets/grafana') {
    problems.push(`${call.method} ${call.path}`);
  }
  return answerRead(call);
}

beforeAll(async () => {
  authority = await makeAuthority();
});
beforeEach(async () => {
  [problems, token] = [[], 'token-of-the-pod'];
  answerRead = () => found({ token: canary, 'tls.key': 'second-field-of-it' });
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-pod-'));
  await writeFile(path.join(folder, 'token'), token);
  await writeFile(path.join(folder, 'ca.crt'), authority.pem);
  upstream = await FakeUpstream.start(answer);
  network = await LoopbackNetwork.start();
  const port = await network.serveTls(await authority.issue(['127.0.0.1']), upstream.url);
  cluster = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: String(port) };
});
afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  network.close();
  await upstream.close();
  await rm(folder, { recursive: true });
  if (problems.length > 0) throw new Error(`asked for what nobody may: ${problems.join('; ')}`);
});

function open(env: Readonly<Record<string, string | undefined>> = {}): StoreUnderTest {
  const store = new StoreUnderTest({ ...settings, ...cluster, ...env }, { serviceAccountFolder: folder });
  opened.push(store);
  return store;
}

describe('Secrets of Kubernetes', () => {
  test('are read as the service account of the pod, trusting the authority of the cluster and no other', async () => {
    const store = open();
    expect(await store.read('k8s://farol/grafana#token')).toBe(canary);
    expect(await store.read('k8s://farol/grafana#tls.key')).toBe('second-field-of-it');
    expect(upstream.calls).toHaveLength(1);
    await writeFile(path.join(folder, 'ca.crt'), (await makeAuthority()).pem);
    store.clock.advance(3_600_000);
    const refusal = await store.refusal('k8s://farol/grafana#token');
    expect(refusal.fault?.kind).toBe('upstream_down');
    expect(refusal.message).toContain('certificate');
  });

  test('are read with the token that the cluster rotates in the pod', async () => {
    const store = open();
    const source = store.source('k8s://farol/grafana#token');
    await source.read();
    token = 'token-of-the-next-hour';
    await writeFile(path.join(folder, 'token'), `${token}\n`);
    answerRead = () => found({ token: 'rotated-in-the-meantime' });
    store.clock.advance(5_000);
    expect(await source.reread()).toBe(true);
    expect((await source.read()).reveal()).toBe('rotated-in-the-meantime');
  });

  test('outside a cluster are read with a token of their own', async () => {
    const outside = {
      RUNNER_SECRET_STORE_CRED_MODE: 'static',
      RUNNER_SECRET_STORE_URL: upstream.url,
      RUNNER_SECRET_STORE_TOKEN: token,
    };
    expect(await open(outside).read('k8s://farol/grafana#token')).toBe(canary);
  });

  test.each<[string, () => Reply, string, string]>([
    [
      'nothing there',
      () => refused(404, 'NotFound'),
      'not_found_or_hidden',
      'There is no Secret grafana in the namespace farol',
    ],
    [
      'a Role that is missing',
      () => refused(403, 'Forbidden'),
      'permission_missing',
      'resourceNames ["grafana"], verbs ["get"]. Do not grant list.',
    ],
    [
      'a token that is not taken',
      () => refused(401, 'Unauthorized'),
      'credential_rejected',
      'does not accept the token',
    ],
    ['a limit', () => refused(429, 'TooManyRequests'), 'rate_limited', 'limits the request rate'],
    ['an outage', () => refused(500, 'InternalError'), 'upstream_down', 'status 500'],
    ['another page', () => ({ status: 404, body: '<html>' }), 'wrong_endpoint', 'not the secret store'],
    [
      'another object',
      () => json(200, { kind: 'ConfigMap', data: { token: canary } }),
      'upstream_changed',
      'report the path',
    ],
    ['a field of bytes', () => found({ token: Buffer.from([255, 254, 0, 1]) }), 'credential_rejected', 'is not text'],
    [
      'a Secret without fields',
      () => json(200, { kind: 'Secret' }),
      'credential_rejected',
      'has no field of that name',
    ],
  ])('%s has its own message', async (_what, reply, kind, sentence) => {
    answerRead = reply;
    const refusal = await open().refusal('k8s://farol/grafana#token');
    expect(refusal.fault?.kind).toBe(kind);
    expect(refusal.message).toContain(sentence);
    expect(refusal.message).not.toContain('canary');
  });

  test('outside a pod chain says so', async () => {
    const nowhere = await open({ KUBERNETES_SERVICE_HOST: undefined }).refusal('k8s://farol/grafana#token');
    expect(nowhere.message).toContain('KUBERNETES_SERVICE_HOST is not set');
    await rm(path.join(folder, 'token'));
    expect((await open().refusal('k8s://farol/grafana#token')).message).toContain('automountServiceAccountToken');
  });

  test('of another namespace, or without a valid name, are not requested', () => {
    for (const name of [
      'other/grafana#token',
      'farol#token',
      'farol/../x#y',
      'farol/a/b#c',
      'farol/grafana',
      'farol/UPPER#x',
    ]) {
      expect(() => open().source(`k8s://${name}`)).toThrow(/RUNNER_SECRET_STORE_PREFIX|form <namespace>|no key/u);
    }
    expect(upstream.calls).toEqual([]);
  });
});
