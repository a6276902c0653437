import { verify } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Authority, makeAuthority } from '../../../../connectors/eks/upstream/authority.ts';
import { LoopbackNetwork } from '../../../../connectors/eks/upstream/loopback-network.ts';
import { type FakeCall, FakeUpstream, type Reply } from '../../../../test/contract/fake-upstream.ts';
import { keyFile, publicKey } from '../../../../connectors/gcp/upstream/project.ts';
import { StoreUnderTest } from '../../../../test/secrets/store-under-test.ts';

const canary = 'canary-of-the-grafana-token';
const settings = {
  RUNNER_SECRET_STORE_MODE: 'gcp',
  RUNNER_SECRET_STORE_PREFIX: 'farol',
  RUNNER_SECRET_STORE_GCP_PROJECT: 'acme-prod',
  RUNNER_SECRET_STORE_CRED_MODE: 'static',
};
const hosts = ['secretmanager.googleapis.com', 'oauth2.googleapis.com'];

let authority: Authority;
let upstream: FakeUpstream;
let network: LoopbackNetwork;
let problems: string[];
let tokens: number;
/** What the store says to a read with the right token. */
let answerRead: (call: FakeCall) => Reply;
const opened: StoreUnderTest[] = [];

const accessed = (text: string | Buffer): Reply => ({
  status: 200,
  body: JSON.stringify({
    name: 'projects/123/secrets/farol-grafana/versions/3',
    payload: { data: Buffer.from(text).toString('base64'), dataCrc32c: '1' },
  }),
});
const refused = (code: number, status: string, details: object[] = []): Reply => ({
  status: code,
  body: JSON.stringify({ error: { code, message: 'as the vendor words it', status, details } }),
});

/** Sells a token for a rightly signed statement, and takes only the last one it sold. */
function answer(call: FakeCall): Reply {
  if (`${call.method} ${call.path}` === 'POST /token') {
    const [header = '', claims = '', signature = ''] = (call.form.get('assertion') ?? '').split('.');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string };
    if (!isSigned || said.scope !== 'https://www.googleapis.com/auth/cloud-platform') problems.push('statement');
    tokens += 1;
    return { status: 200, body: JSON.stringify({ access_token: `ya29.${tokens}`, expires_in: 3599 }) };
  }
  if (
    call.method !== 'GET' ||
    !/^\/v1\/projects\/acme-prod\/secrets\/farol-\w+\/versions\/latest:access$/u.test(call.path)
  ) {
    problems.push(`${call.method} ${call.path}`);
  }
  const isLast = call.headers.authorization === `Bearer ya29.${tokens}`;
  return isLast ? answerRead(call) : refused(401, 'UNAUTHENTICATED');
}

beforeAll(async () => {
  authority = await makeAuthority();
});
beforeEach(async () => {
  [problems, tokens, answerRead] = [[], 0, () => accessed(JSON.stringify({ token: canary }))];
  upstream = await FakeUpstream.start(answer);
  network = await LoopbackNetwork.start();
  const port = await network.serveTls(await authority.issue(hosts), upstream.url);
  for (const host of hosts) network.lead(host, port);
});
afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  network.close();
  await upstream.close();
  if (problems.length > 0) throw new Error(`asked for what nobody may: ${problems.join('; ')}`);
});

function open(env: Readonly<Record<string, string | undefined>> = {}): StoreUnderTest {
  const key = { RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY: keyFile() };
  const store = new StoreUnderTest({ ...settings, ...key, ...network.variables, ...env }, { ca: authority.pem });
  opened.push(store);
  return store;
}

describe('Secret Manager of Google Cloud', () => {
  test('gives the latest version, with one token for everything that is read at once', async () => {
    const store = open();
    const names = ['grafana', 'datadog', 'jira'];
    expect(await Promise.all(names.map((name) => store.read(`gcp://farol-${name}#token`)))).toEqual([
      canary,
      canary,
      canary,
    ]);
    expect(tokens).toBe(1);
    expect(network.refused).toEqual([]);
  });

  test('a token that ended early is replaced once', async () => {
    const store = open();
    await store.read('gcp://farol-grafana#token');
    tokens += 1;
    expect(await store.read('gcp://farol-datadog#token')).toBe(canary);
    expect(tokens).toBe(3);
  });

  test('without a key gives the whole of it', async () => {
    expect(await open().read('gcp://farol-grafana')).toBe(JSON.stringify({ token: canary }));
  });

  test.each<[string, Reply, string, string]>([
    [
      'nothing there',
      refused(404, 'NOT_FOUND'),
      'not_found_or_hidden',
      'no secret farol-grafana with a version in project acme-prod',
    ],
    ['a version that is disabled', refused(400, 'FAILED_PRECONDITION'), 'not_found_or_hidden', 'disabled or destroyed'],
    [
      'a missing role',
      refused(403, 'PERMISSION_DENIED'),
      'permission_missing',
      'roles/secretmanager.secretAccessor to the service account that reads secrets, on the condition resource.name.startsWith("projects/<number of acme-prod>/secrets/farol-")',
    ],
    [
      'an interface that is off',
      refused(403, 'PERMISSION_DENIED', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED' },
      ]),
      'feature_disabled',
      'Enable secretmanager.googleapis.com',
    ],
    ['a token that is not taken', refused(401, 'UNAUTHENTICATED'), 'credential_rejected', 'does not accept the token'],
    ['a quota', refused(429, 'RESOURCE_EXHAUSTED'), 'rate_limited', 'limits the request rate'],
    ['an outage', refused(503, 'UNAVAILABLE'), 'upstream_down', 'status 503'],
    ['another page', { status: 403, body: '<html>sign in</html>' }, 'wrong_endpoint', 'not the secret store'],
    ['another shape', { status: 200, body: `{"payload":{"text":"${canary}"}}` }, 'upstream_changed', 'report the path'],
    ['bytes', accessed(Buffer.from([255, 254, 0, 1, 2, 3, 4, 5])), 'credential_rejected', 'holds binary data'],
  ])('%s has its own message', async (_what, reply, kind, sentence) => {
    answerRead = () => reply;
    const refusal = await open().refusal('gcp://farol-grafana#token');
    expect(refusal.fault?.kind).toBe(kind);
    expect(refusal.message).toContain(sentence);
    expect(refusal.message).not.toContain('canary');
  });

  test('distinguishes a key that Google does not know from text that is not a key', async () => {
    upstream.answerWith({ status: 400, body: JSON.stringify({ error: 'invalid_grant' }) });
    expect((await open().refusal('gcp://farol-grafana')).message).toContain('Google issues no token');
    for (const reply of [
      { status: 403, body: '<html>The proxy says no</html>' },
      { status: 407, body: '' },
    ]) {
      upstream.answerWith(reply);
      const refusal = await open().refusal('gcp://farol-grafana');
      expect(refusal.fault?.kind).toBe('wrong_endpoint');
      expect(refusal.message).toContain('oauth2.googleapis.com');
      expect(refusal.message).not.toContain('Create another key');
    }
    const noKey = open({ RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY: '{"type":"authorized_user"}' });
    expect((await noKey.refusal('gcp://farol-grafana')).message).toContain(
      'RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY is the sign-in of a person',
    );
  });

  test('nothing outside the prefix is asked for', () => {
    for (const reference of [
      'gcp://other-x#token',
      'gcp://farol',
      'gcp://projects/p/secrets/farol-x',
      'gcp://farolx',
    ]) {
      expect(() => open().source(reference)).toThrow(/RUNNER_SECRET_STORE_PREFIX|is not a valid name/u);
    }
    expect(upstream.calls).toEqual([]);
  });

  test('by chain asks as the bound service account, with no key', async () => {
    const metadata = await FakeUpstream.start(({ headers }) =>
      headers['metadata-flavor'] === 'Google'
        ? { status: 200, headers: { 'metadata-flavor': 'Google' }, body: '{"access_token":"ya29.0","expires_in":3000}' }
        : { status: 403, body: '' },
    );
    const chain = {
      RUNNER_SECRET_STORE_CRED_MODE: 'chain',
      RUNNER_SECRET_STORE_GCP_SERVICE_ACCOUNT_KEY: undefined,
      GCE_METADATA_HOST: new URL(metadata.url).host,
    };
    expect(await open(chain).read('gcp://farol-grafana#token')).toBe(canary);
    const away = open({ ...chain, GCE_METADATA_HOST: '127.0.0.1:1' });
    expect((await away.refusal('gcp://farol-grafana#token')).message).toContain(
      'RUNNER_SECRET_STORE_CRED_MODE=chain works only on Google Cloud',
    );
    await metadata.close();
  });
});
