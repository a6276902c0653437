import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { answerAs, type Answers, AwsError } from '../upstream/aws-fake.ts';
import { contextFor } from '../upstream/context.ts';
import { scopeOf } from '../upstream/read-request.ts';
import { roleSession, roleVariables } from '../upstream/assumed-role.ts';
import { ask } from './ask.ts';

const whoAmI = { call: 'sts:GetCallerIdentity', region: 'eu-west-1', Client: STSClient } as const;

let upstream: FakeUpstream;
let assumed: unknown[];
beforeEach(async () => {
  assumed = [];
  upstream = await FakeUpstream.start(() => ({ status: 500, body: '' }));
});
afterEach(() => upstream.close());

function answerWith(answers: Answers): void {
  const answer = answerAs({
    'sts:AssumeRole': (input) => {
      assumed.push(input);
      return roleSession(assumed.length);
    },
    'sts:GetCallerIdentity': () => ({ Account: '111122223333', Arn: 'arn', UserId: 'id' }),
    ...answers,
  });
  upstream.answerWith((call) => answer(call) ?? { status: 501, body: '' });
}

const open = (changed: Readonly<Record<string, string>> = {}) =>
  contextFor(upstream.url, ['sts:GetCallerIdentity'], { ...roleVariables, ...changed });
const askWith = ({ context }: ReturnType<typeof open>) =>
  ask(context, { ...whoAmI, command: new GetCallerIdentityCommand({}) });
const keysUsed = () => upstream.calls.map((call) => scopeOf(call)?.keyId);

describe('a role to assume', () => {
  test('is assumed with the base credential once for all who ask at the same time, and its session signs', async () => {
    answerWith({});
    const opened = open({ AWS_ASSUME_ROLE_EXTERNAL_ID: 'farol-7d9c2f' });
    await Promise.all([askWith(opened), askWith(opened), askWith(opened)]);
    await askWith(opened);
    expect(assumed).toEqual([
      {
        RoleArn: roleVariables.AWS_ASSUME_ROLE_ARN,
        RoleSessionName: 'farol-aws',
        ExternalId: 'farol-7d9c2f',
        DurationSeconds: 3600,
      },
    ]);
    expect(keysUsed()).toEqual(['AKIAIOSFODNN7EXAMPLE', ...Array.from({ length: 4 }, () => 'ASIAROLESESSION00001')]);
    expect(upstream.calls[1]?.headers['x-amz-security-token']).toBe('session-1');
    // One place among the calls of its own question.
    expect(opened.gate.count()).toBe(5);
  });

  test('has the name of its session where one is set', async () => {
    answerWith({});
    await askWith(open({ AWS_ASSUME_ROLE_SESSION_NAME: 'night-shift' }));
    expect(assumed).toMatchObject([{ RoleSessionName: 'night-shift' }]);
  });

  test('is assumed again before the session ends', async () => {
    answerWith({
      'sts:AssumeRole': (input) => {
        assumed.push(input);
        return roleSession(assumed.length, assumed.length === 1 ? -1 : 3600);
      },
    });
    const opened = open();
    await askWith(opened);
    await askWith(opened);
    await askWith(opened);
    expect(keysUsed().filter((key) => key?.startsWith('ASIA'))).toEqual([
      'ASIAROLESESSION00001',
      'ASIAROLESESSION00002',
      'ASIAROLESESSION00002',
    ]);
  });

  test('that AWS calls expired is assumed again, once for all who were refused', async () => {
    const expired = new AwsError(403, 'ExpiredToken: The security token included in the request is expired');
    answerWith({
      'sts:GetCallerIdentity': (_input, { keyId }) => (keyId === 'ASIAROLESESSION00001' ? expired : { Account: '1' }),
    });
    const opened = open();
    await Promise.all([askWith(opened), askWith(opened)]);
    expect(assumed).toHaveLength(2);
    answerWith({ 'sts:GetCallerIdentity': () => expired });
    await expect(askWith(opened)).rejects.toMatchObject({
      kind: 'credential_rejected',
      data: { kind: 'session of the role', reason: 'expired' },
      remedy:
        'AWS calls the session of the role expired, and a new one too: check the clock of this machine and its time synchronization. Neither the base credential nor the role is the cause.',
    });
  });

  test('that AWS refuses is asked for again by the next question', async () => {
    answerWith({ 'sts:AssumeRole': () => new AwsError(403, 'AccessDenied: no') });
    const opened = open();
    await expect(askWith(opened)).rejects.toMatchObject({ kind: 'permission_missing' });
    answerWith({});
    await expect(askWith(opened)).resolves.toMatchObject({ Account: '111122223333' });
  });

  test('an answer without keys is upstream_changed', async () => {
    answerWith({ 'sts:AssumeRole': () => ({}) });
    await expect(askWith(open())).rejects.toMatchObject({ kind: 'upstream_changed', data: { path: 'Credentials' } });
  });
});
