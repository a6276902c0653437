import { describe, expect, test } from 'vitest';
import { AwsError } from '../../upstream/aws-fake.ts';
import { denialOf, useAws } from '../../upstream/use-aws.ts';

const operation = 'security.auditAccessKeys';

const agent = useAws();

interface Page {
  readonly keys: readonly { readonly id: string; readonly owner: string }[];
  readonly owners: number;
}

test('keys are returned with owner, state, age and last use', async () => {
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({ complete: true, truncated: true, upstreamCalls: 5 });
  expect(result.data).toEqual({
    keys: [
      {
        id: 'AKIAIOSFODNN7EXAMPL1',
        owner: 'deploy',
        state: 'active',
        isManagedByProvider: false,
        createdAt: '2024-02-03T04:05:06.000Z',
        use: 'used',
        lastUsedAt: '2026-11-20T21:00:00.000Z',
        lastUsedService: 's3',
        lastUsedRegion: 'eu-west-1',
      },
      {
        id: 'AKIAIOSFODNN7EXAMPL2',
        owner: 'deploy',
        state: 'inactive',
        isManagedByProvider: false,
        createdAt: '2026-11-01T00:00:00.000Z',
        use: 'never',
      },
    ],
    owners: 2,
  });
  expect(agent.requests[0]).toMatchObject({ region: 'us-east-1', input: { MaxItems: 16 } });
});

test('keys younger than asked for are left out, and their last use is not asked for', async () => {
  const days = Math.floor((Date.now() - Date.parse('2025-01-01T00:00:00Z')) / 86_400_000);
  const result = await agent.result(operation, { olderThanDays: days });
  expect(result.data).toMatchObject({ keys: [{ id: 'AKIAIOSFODNN7EXAMPL1' }], owners: 2 });
  expect((result.data as Page).keys).toHaveLength(1);
  expect(agent.actions.filter((action) => action === 'iam:GetAccessKeyLastUsed')).toHaveLength(1);
});

describe('many users', () => {
  const names = Array.from({ length: 8 }, (_, at) => `user-${at}`);
  const userOf = (UserName: string) => ({
    Path: '/',
    UserName,
    UserId: 'AIDACKCEVSQ6C2EXAMPLE',
    Arn: `arn:aws:iam::123456789012:user/${UserName}`,
    CreateDate: new Date('2024-01-02T03:04:05Z'),
  });
  const keyOf = (UserName: unknown, at: number) => ({
    AccessKeyId: `AKIAIOSFODNN7${String(UserName).replace('-', '').toUpperCase()}${at}`,
    Status: 'Active',
  });

  test('are returned over answers that stay within the calls of an operation, each user once', async () => {
    agent.answerWith({
      'iam:ListUsers': () => ({ Users: names.map(userOf), IsTruncated: false }),
      'iam:ListAccessKeys': ({ UserName }) => ({
        AccessKeyMetadata: [keyOf(UserName, 1), keyOf(UserName, 2)],
        IsTruncated: false,
      }),
    });
    const first = await agent.result(operation, {});
    expect(first).toMatchObject({ truncated: true, upstreamCalls: 16, data: { owners: 5 } });
    const second = await agent.result(operation, { cursor: first.nextCursor });
    expect(second).toMatchObject({ truncated: false, data: { owners: 3 } });
    const owners = [first, second].flatMap(({ data }) => (data as Page).keys.map(({ owner }) => owner));
    expect(owners).toEqual(names.flatMap((name) => [name, name]));
  });

  test('without keys are said to have none', async () => {
    agent.answerWith({
      'iam:ListUsers': () => ({ Users: names.map(userOf), IsTruncated: false }),
      'iam:ListAccessKeys': () => ({ AccessKeyMetadata: [], IsTruncated: false }),
    });
    expect(await agent.result(operation, {})).toMatchObject({
      data: { keys: [], owners: 8 },
      complete: true,
      because: 'The read was allowed: none of these 8 users has such a key.',
    });
  });
});

test('without permission for last uses, keys are returned without them, after one request', async () => {
  agent.answerWith({ 'iam:GetAccessKeyLastUsed': () => denialOf('iam:GetAccessKeyLastUsed') });
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({ complete: false, data: { keys: [{ use: 'not_told' }, { use: 'not_told' }] } });
  expect(result.because).toMatch(/^Last use of keys could not be read: iam:GetAccessKeyLastUsed is missing/u);
  expect(agent.actions.filter((action) => action === 'iam:GetAccessKeyLastUsed')).toHaveLength(1);
});

test.each([
  ['user', 'iam:ListAccessKeys', 'Keys of deploy', 0],
  ['key', 'iam:GetAccessKeyLastUsed', 'Last use of AKIAIOSFODNN7EXAMPL1', 2],
])('a %s deleted meanwhile is said to be missing', async (_what, action, because, keys) => {
  agent.answerWith({ [action]: () => new AwsError(404, 'NoSuchEntity: not there') });
  const result = await agent.result(operation, {});
  expect(result).toMatchObject({ complete: false });
  expect(result.because).toContain(because);
  expect((result.data as Page).keys).toHaveLength(keys);
});
