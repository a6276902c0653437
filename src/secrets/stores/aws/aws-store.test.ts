import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerAs, AwsError } from '../../../../connectors/aws/upstream/aws-fake.ts';
import { Moto } from '../../../../connectors/aws/upstream/moto.ts';
import { type Authority, makeAuthority } from '../../../../connectors/eks/upstream/authority.ts';
import { LoopbackNetwork } from '../../../../connectors/eks/upstream/loopback-network.ts';
import { FakeUpstream } from '../../../../test/contract/fake-upstream.ts';
import { StoreUnderTest } from '../../../../test/secrets/store-under-test.ts';

const keys = {
  RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: 'AKIAOFTHESTORE000001',
  RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: 'made-for-this-test-and-no-other',
};
const settings = {
  RUNNER_SECRET_STORE_MODE: 'aws',
  RUNNER_SECRET_STORE_PREFIX: 'farol',
  RUNNER_SECRET_STORE_AWS_REGION: 'eu-west-1',
  RUNNER_SECRET_STORE_CRED_MODE: 'static',
  ...keys,
};
const canary = 'canary-of-the-grafana-token';
const stored = JSON.stringify({ token: canary, user: 'reader-of-metrics', port: 5432 });

const opened: StoreUnderTest[] = [];
function open(env: Readonly<Record<string, string | undefined>>, ca?: string): StoreUnderTest {
  const store = new StoreUnderTest({ ...settings, ...env }, ca === undefined ? {} : { ca });
  opened.push(store);
  return store;
}
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

describe('Secrets Manager with state', () => {
  let moto: Moto;
  let admin: SecretsManagerClient;
  beforeAll(async () => {
    moto = await Moto.start();
    admin = new SecretsManagerClient({
      region: 'eu-west-1',
      endpoint: moto.url,
      credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    await admin.send(new CreateSecretCommand({ Name: 'farol/grafana', SecretString: stored }));
    await admin.send(new CreateSecretCommand({ Name: 'farol/plain', SecretString: 'a-secret-without-fields' }));
    await admin.send(new CreateSecretCommand({ Name: 'farol/bytes', SecretBinary: Buffer.from([1, 2, 255]) }));
    await admin.send(new CreateSecretCommand({ Name: 'farol/going', SecretString: 'soon-not-here-any-longer' }));
    await admin.send(new DeleteSecretCommand({ SecretId: 'farol/going', RecoveryWindowInDays: 7 }));
  }, 60_000);
  afterAll(() => moto.stop());

  const openMoto = (): StoreUnderTest => open({ RUNNER_SECRET_STORE_URL: moto.url });

  test('gives one field of a secret that is a JSON object, and the whole of one that is text', async () => {
    const store = openMoto();
    expect(await store.read('aws://farol/grafana#token')).toBe(canary);
    expect(await store.read('aws://farol/plain')).toBe('a-secret-without-fields');
  });

  test('a rotation is noticed after five minutes, or at once when the system refuses the former secret', async () => {
    const store = openMoto();
    await admin.send(new CreateSecretCommand({ Name: 'farol/rotating', SecretString: 'the-first-of-three' }));
    const rotate = (to: string): Promise<unknown> =>
      admin.send(new PutSecretValueCommand({ SecretId: 'farol/rotating', SecretString: to }));
    const source = store.source('aws://farol/rotating');
    expect((await source.read()).reveal()).toBe('the-first-of-three');
    await rotate('the-second-of-three');
    expect((await source.read()).reveal()).toBe('the-first-of-three');
    store.clock.advance(5_000);
    expect(await source.reread()).toBe(true);
    expect((await source.read()).reveal()).toBe('the-second-of-three');
    await rotate('the-third-of-three');
    store.clock.advance(5 * 60_000);
    expect((await source.read()).reveal()).toBe('the-third-of-three');
    store.clock.advance(60_000);
    expect(await source.reread()).toBe(false);
    expect(store.redactor.text('the-first-of-three the-second-of-three the-third-of-three')).toBe(
      '[secret] [secret] [secret]',
    );
  });

  test.each([
    [
      'one that does not exist',
      'aws://farol/none',
      'not_found_or_hidden',
      'There is no secret farol/none in eu-west-1',
    ],
    ['bytes', 'aws://farol/bytes', 'credential_rejected', 'holds binary data'],
    ['one that is being deleted', 'aws://farol/going', 'not_found_or_hidden', 'scheduled for deletion'],
    ['a field that is not there', 'aws://farol/grafana#tokn', 'credential_rejected', 'has no field of that name'],
    ['a field that is a number', 'aws://farol/grafana#port', 'credential_rejected', 'is not text'],
    [
      'a field of a value that is not an object',
      'aws://farol/plain#key',
      'credential_rejected',
      'is not a JSON object',
    ],
  ])('%s has its own message', async (_what, reference, kind, sentence) => {
    const refusal = await openMoto().refusal(reference);
    expect(refusal.fault?.kind).toBe(kind);
    expect(refusal.message).toContain(sentence);
    expect(refusal.message).toContain('API_TOKEN cannot be read from');
    expect(refusal.message).not.toMatch(/canary|without-fields/u);
  });
});

describe('Secrets Manager that refuses', () => {
  let upstream: FakeUpstream;
  beforeEach(async () => {
    upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
  });
  afterEach(() => upstream.close());

  function openTold(told: AwsError | Readonly<Record<string, unknown>>): StoreUnderTest {
    const answer = answerAs({ 'secretsmanager:GetSecretValue': () => told });
    upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
    return open({ RUNNER_SECRET_STORE_URL: upstream.url });
  }
  const who = 'User: arn:aws:sts::123456789012:assumed-role/farol/agent is not authorized to perform:';

  test.each([
    [
      400,
      `AccessDeniedException: ${who} secretsmanager:GetSecretValue on resource: farol/x because no identity-based policy allows the secretsmanager:GetSecretValue action`,
      'permission_missing',
      'secretsmanager:GetSecretValue on arn:aws:secretsmanager:eu-west-1:<account>:secret:farol/*',
    ],
    [
      400,
      `AccessDeniedException: ${who} secretsmanager:GetSecretValue with an explicit deny in a service control policy`,
      'permission_missing',
      'the administrator of the organization',
    ],
    [400, 'AccessDeniedException: Access to KMS is not allowed', 'permission_missing', 'kms:Decrypt'],
    [400, 'DecryptionFailure: cannot decrypt', 'permission_missing', 'enable it'],
    [
      400,
      "ResourceNotFoundException: Secrets Manager can't find the specified secret value for staging label: AWSCURRENT",
      'not_found_or_hidden',
      'has no current value',
    ],
    [
      400,
      "InvalidRequestException: You can't perform this operation on the secret because it was marked for deletion.",
      'not_found_or_hidden',
      'restore it',
    ],
    [400, 'ThrottlingException: Rate exceeded', 'rate_limited', 'limits the request rate'],
    [
      400,
      'ExpiredTokenException: expired',
      'credential_rejected',
      'session of the credential that reads secrets has expired',
    ],
    [400, 'UnrecognizedClientException: invalid', 'credential_rejected', 'RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID'],
    [
      400,
      'InvalidSignatureException: The request signature we calculated does not match',
      'credential_rejected',
      'RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY does not belong',
    ],
    [
      400,
      'InvalidSignatureException: Signature expired: 20261121T080000Z is now earlier than 20261121T090000Z',
      'credential_rejected',
      'clock of this machine',
    ],
    [500, 'InternalServiceError: An error occurred on the server side.', 'upstream_down', 'check its own health'],
    [503, 'Unknown: UnknownError', 'upstream_down', 'status 503'],
    [404, 'Unknown: UnknownError', 'wrong_endpoint', 'RUNNER_SECRET_STORE_URL'],
    [400, 'InvalidParameterException: no', 'not_found_or_hidden', 'correct the reference'],
    [418, 'TeapotException: short and stout', 'upstream_changed', 'report the path'],
  ])('%i %s is %s', async (status, told, kind, sentence) => {
    const refusal = await openTold(new AwsError(status, told)).refusal('aws://farol/x#token');
    expect(refusal.fault?.kind).toBe(kind);
    expect(refusal.message).toContain(sentence);
    expect(refusal.message).not.toContain('123456789012');
  });

  test('an answer that the library cannot read is in no error, log or cause', async () => {
    const store = open({ RUNNER_SECRET_STORE_URL: upstream.url });
    upstream.answerWith({ status: 200, body: `{"SecretString":"${canary}"` });
    const refusal = await store.refusal('aws://farol/x#token');
    expect(refusal.fault?.kind).toBe('upstream_changed');
    const causes: string[] = [];
    for (let one: unknown = refusal; one instanceof Error; one = one.cause) {
      causes.push(JSON.stringify(one), String(one.stack));
    }
    expect(causes.join('\n')).not.toContain(canary);
  });

  test('a refused connection is reported with the host', async () => {
    const gone = await FakeUpstream.start(() => ({ status: 500, body: '' }));
    const { url } = gone;
    await gone.close();
    const refusal = await open({ RUNNER_SECRET_STORE_URL: url }).refusal('aws://farol/x#token');
    expect(refusal.fault).toMatchObject({ kind: 'upstream_down', data: { code: 'ECONNREFUSED' } });
    expect(refusal.message).toContain(`RUNNER_SECRET_STORE_URL: ${new URL(url).host}`);
  });

  test.each(['/held/by%20a/proxy', '/held/by%20a/proxy/'])('an address with the path %s keeps it', async (prefix) => {
    const answer = answerAs({ 'secretsmanager:GetSecretValue': () => ({ Name: 'farol/x', SecretString: stored }) });
    upstream.answerWith((call) => {
      const isBelow = call.path.startsWith('/held/by%20a/proxy/');
      return (isBelow && answer({ ...call, path: call.path.slice('/held/by%20a/proxy'.length) })) || 'silence';
    });
    const store = open({ RUNNER_SECRET_STORE_URL: `${upstream.url}${prefix}` });
    expect(await store.read('aws://farol/x#token')).toBe(canary);
  });

  test('one read serves every field of a secret and everybody who asks at once', async () => {
    const store = openTold({ Name: 'farol/x', SecretString: stored });
    const sources = Array.from({ length: 20 }, (_, at) =>
      store.source(`aws://farol/x#${at % 2 === 0 ? 'token' : 'user'}`, `API_${at}`),
    );
    const read = await Promise.all(sources.map((one) => one.read()));
    expect(new Set(read.map((one) => one.reveal()))).toEqual(new Set([canary, 'reader-of-metrics']));
    expect(upstream.calls).toHaveLength(1);
    store.clock.advance(5_000);
    expect(await Promise.all(sources.map((one) => one.reread()))).toEqual(sources.map(() => false));
    expect(upstream.calls).toHaveLength(2);
  });

  test('nothing outside the prefix, and no invalid name, is requested [C-AWS-2]', () => {
    const store = openTold({ SecretString: stored });
    for (const reference of [
      'aws://other/x#token',
      'aws://farolx/y',
      'aws://farol',
      'aws://farol/a b',
      'aws://arn:aws:secretsmanager:eu-west-1:1:secret:farol/x',
    ]) {
      expect(() => store.source(reference)).toThrow(/RUNNER_SECRET_STORE_PREFIX|not a valid name|ARN/u);
    }
    expect(upstream.calls).toEqual([]);
  });

  test('what is read is known to the redactor, whole and each text in it', async () => {
    const store = openTold({ SecretString: stored });
    await store.read('aws://farol/x#token');
    const seen = [stored, canary, 'reader-of-metrics', Buffer.from(canary).toString('base64'), JSON.stringify(stored)];
    expect(store.redactor.text(seen.join(' | '))).not.toMatch(/canary|reader-of-metrics|5432/u);
  });
});

describe('the credential of the store [C-AWS-2]', () => {
  const role = 'arn:aws:iam::123456789012:role/farol-secrets';
  const session = {
    AccessKeyId: 'ASIAEXAMPLEEXAMPLE00',
    SecretAccessKey: 'made-for-this-test',
    SessionToken: 'session',
  };
  let authority: Authority;
  let upstream: FakeUpstream;
  let network: LoopbackNetwork;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    authority = await makeAuthority();
    folder = await mkdtemp(path.join(os.tmpdir(), 'farol-store-'));
    await writeFile(path.join(folder, 'token'), 'the-token-of-the-pod\n');
  });
  afterAll(() => rm(folder, { recursive: true }));
  beforeEach(async () => {
    upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
    network = await LoopbackNetwork.start();
    const hosts = ['secretsmanager.eu-west-1.amazonaws.com', 'sts.eu-west-1.amazonaws.com'];
    const port = await network.serveTls(await authority.issue(hosts), upstream.url);
    for (const host of hosts) network.lead(host, port);
    env = { ...network.variables };
  });
  afterEach(async () => {
    network.close();
    await upstream.close();
  });

  const accessKeysSeen = (): (string | undefined)[] =>
    upstream.calls.map(({ headers }) => /Credential=([^/]+)\//u.exec(headers.authorization ?? '')?.[1]);

  test('is another one than that of the sources, and the proxy and authorities of the Agent hold for it', async () => {
    const answer = answerAs({ 'secretsmanager:GetSecretValue': () => ({ SecretString: stored }) });
    upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
    const ofSources = {
      RUNNER_AWS_CRED_MODE: 'static',
      AWS_ACCESS_KEY_ID: 'AKIAOFTHESOURCES0001',
      AWS_SECRET_ACCESS_KEY: 'x'.repeat(20),
    };
    expect(await open({ ...env, ...ofSources }, authority.pem).read('aws://farol/x#token')).toBe(canary);
    expect(accessKeysSeen()).toEqual([keys.RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID]);
  });

  test('by chain is a role of its own, taken with the web identity of the pod, once for many secrets', async () => {
    const asked: unknown[] = [];
    const answer = answerAs({
      'sts:AssumeRoleWithWebIdentity': (input) => {
        asked.push(input);
        return { Credentials: { ...session, Expiration: new Date(Date.now() + 3_600_000) } };
      },
      'secretsmanager:GetSecretValue': () => ({ SecretString: stored }),
    });
    upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
    const chain = {
      RUNNER_SECRET_STORE_CRED_MODE: 'chain',
      RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: undefined,
      RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: undefined,
      RUNNER_SECRET_STORE_AWS_ROLE_ARN: role,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/farol-sources',
      AWS_WEB_IDENTITY_TOKEN_FILE: path.join(folder, 'token'),
    };
    const store = open({ ...env, ...chain }, authority.pem);
    await Promise.all(['a', 'b', 'c'].map((name) => store.read(`aws://farol/${name}#token`)));
    expect(asked).toEqual([
      { RoleArn: role, RoleSessionName: 'farol-agent-secrets', WebIdentityToken: 'the-token-of-the-pod' },
    ]);
    expect(accessKeysSeen().filter((one) => one !== undefined)).toEqual(Array(3).fill(session.AccessKeyId));
    expect(network.refused).toEqual([]);
  });

  test('that its role does not trust is reported so, and no variable of the machine redirects it', async () => {
    const told = new AwsError(403, 'AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity');
    const answer = answerAs({ 'sts:AssumeRoleWithWebIdentity': () => told });
    upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
    const store = open(
      {
        ...env,
        RUNNER_SECRET_STORE_CRED_MODE: 'chain',
        RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: undefined,
        RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: undefined,
        AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/farol-untrusted',
        AWS_WEB_IDENTITY_TOKEN_FILE: path.join(folder, 'token'),
        AWS_ENDPOINT_URL: 'https://evil.example.com',
      },
      authority.pem,
    );
    const refusal = await store.refusal('aws://farol/x');
    expect(refusal.fault).toMatchObject({ kind: 'permission_missing', data: { layer: 'trust policy' } });
    expect(network.refused).toEqual([]);
  });

  test('in a file that was taken away is named, and read again once it is back', async () => {
    const answer = answerAs({ 'secretsmanager:GetSecretValue': () => ({ SecretString: stored }) });
    upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
    const file = path.join(folder, 'key');
    const store = open(
      {
        ...env,
        RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: undefined,
        RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY_FILE: file,
      },
      authority.pem,
    );
    const refusal = await store.refusal('aws://farol/x#token');
    expect(refusal.message).toContain('RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY_FILE');
    await writeFile(file, 'a-key-that-is-back');
    store.clock.advance(5_000);
    expect(await store.read('aws://farol/x#token')).toBe(canary);
  });
});
