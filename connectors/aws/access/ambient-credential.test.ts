import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerAs, AwsError } from '../upstream/aws-fake.ts';
import { contextFor } from '../upstream/context.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { readAmbientCredential } from './ambient-credential.ts';
import { readCredential } from './credentials.ts';

const role = 'arn:aws:iam::123456789012:role/farol';
const expiration = new Date(Date.now() + 3_600_000);
const keys = { AccessKeyId: 'ASIAEXAMPLEEXAMPLE00', SecretAccessKey: 'made-for-this-test', SessionToken: 'session' };

let folder: string;
let upstream: FakeUpstream;
let tokens = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-credential-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
});
afterEach(() => upstream.close());

/** A token file of its own for each test: a credential is cached for its source. */
async function webIdentity(token = 'the-token-of-the-pod'): Promise<Record<string, string>> {
  tokens += 1;
  const file = path.join(folder, `token-${tokens}`);
  await writeFile(file, `${token}\n`);
  return { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: role };
}

const context = () => contextFor(upstream.url, [], { RUNNER_AWS_CRED_MODE: 'chain' }).context;

function answerWith(answers: Parameters<typeof answerAs>[0]): void {
  const answer = answerAs(answers);
  upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
}

describe('the credential of the workload', () => {
  test('by web identity: the token is exchanged, unsigned, and the keys are cached until they are about to expire [C-AWS-1]', async () => {
    const asked: unknown[] = [];
    answerWith({
      'sts:AssumeRoleWithWebIdentity': (input) => {
        asked.push(input);
        return { Credentials: { ...keys, Expiration: expiration } };
      },
    });
    const env = await webIdentity();
    const first = await readAmbientCredential(context(), env);
    expect(first).toMatchObject({ accessKeyId: keys.AccessKeyId, sessionToken: 'session' });
    await readAmbientCredential(context(), env);
    expect(asked).toEqual([
      { RoleArn: role, RoleSessionName: 'farol-agent', WebIdentityToken: 'the-token-of-the-pod' },
    ]);
    expect(upstream.calls[0]?.headers.authorization).toBeUndefined();
  });

  test('that is about to end is asked for again', async () => {
    let given = 0;
    answerWith({
      'sts:AssumeRoleWithWebIdentity': () => {
        given += 1;
        return { Credentials: { ...keys, Expiration: new Date(Date.now() + 60_000) } };
      },
    });
    const env = await webIdentity();
    await readAmbientCredential(context(), env);
    await readAmbientCredential(context(), env);
    expect(given).toBe(2);
  });

  test('that AWS refuses says so, and is asked for again by the next question', async () => {
    const denied = 'AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity';
    answerWith({ 'sts:AssumeRoleWithWebIdentity': () => new AwsError(403, denied) });
    const env = await webIdentity();
    await expect(readAmbientCredential(context(), env)).rejects.toMatchObject({ kind: 'permission_missing' });
    answerWith({ 'sts:AssumeRoleWithWebIdentity': () => ({ Credentials: { ...keys, Expiration: expiration } }) });
    await expect(readAmbientCredential(context(), env)).resolves.toMatchObject({ accessKeyId: keys.AccessKeyId });
  });

  test('whose token file is missing names the variable', async () => {
    const env = { AWS_WEB_IDENTITY_TOKEN_FILE: path.join(folder, 'absent'), AWS_ROLE_ARN: role };
    await expect(readAmbientCredential(context(), env)).rejects.toMatchObject({
      kind: 'credential_rejected',
      remedy: expect.stringContaining('AWS_WEB_IDENTITY_TOKEN_FILE') as string,
    });
  });

  test('by container role: the platform gives it at an address of its own [C-AWS-1]', async () => {
    upstream.answerWith((call) =>
      call.headers.authorization === 'token-of-the-platform'
        ? {
            status: 200,
            body: JSON.stringify({
              AccessKeyId: keys.AccessKeyId,
              SecretAccessKey: keys.SecretAccessKey,
              Token: keys.SessionToken,
              Expiration: expiration.toISOString(),
            }),
          }
        : { status: 403, body: '' },
    );
    const env = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${upstream.url}/v1/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'token-of-the-platform',
    };
    await expect(readAmbientCredential(context(), env)).resolves.toMatchObject({ accessKeyId: keys.AccessKeyId });
  });

  test("never is a developer's own: profiles, single sign-on and keys of the environment are not read", async () => {
    const env = {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${upstream.url}/absent`,
      AWS_PROFILE: 'admin',
      AWS_ACCESS_KEY_ID: 'AKIAOFADEVELOPER0000',
      AWS_SECRET_ACCESS_KEY: 'of-a-developer',
      HOME: folder,
    };
    await expect(readAmbientCredential(context(), env)).rejects.toMatchObject({
      kind: 'credential_rejected',
      data: { kind: 'container role', reason: 'missing' },
    });
  });
});

test('with static keys nothing is asked, and a missing one is named [C-AWS-1]', async () => {
  const { context: own } = contextFor(upstream.url, []);
  await expect(readCredential(own)).resolves.toMatchObject({ accessKeyId: 'AKIAIOSFODNN7EXAMPLE' });
  const { context: without } = contextFor(upstream.url, [], { AWS_SECRET_ACCESS_KEY: undefined });
  await expect(readCredential(without)).rejects.toMatchObject({
    kind: 'not_configured',
    data: { variable: 'AWS_SECRET_ACCESS_KEY' },
  });
  expect(upstream.calls).toEqual([]);
});
