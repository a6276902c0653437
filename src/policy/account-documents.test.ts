import { describe, expect, test } from 'vitest';
import { type AccountsInput, buildAccountDocuments, type RoleSource } from './account-documents.ts';
import type { AwsPolicy } from './aws-policy.ts';

const policyOf = (Sid: string): AwsPolicy => ({
  Version: '2012-10-17',
  Statement: [{ Sid, Effect: 'Allow', Action: ['ec2:DescribeVolumes'], Resource: '*' }],
});
const permissions = new Map([
  ['aws', policyOf('All')],
  ['eks', policyOf('Cluster')],
]);
const base = 'arn:aws:iam::123456789012:user/farol';
const roleIn = (account: string, name = 'farol-agent'): string => `arn:aws:iam::${account}:role/${name}`;
const source = (name: string, role: string, more: Partial<RoleSource> = {}): RoleSource => ({
  name,
  connector: 'aws',
  role,
  ...more,
});
const build = (sources: readonly RoleSource[], more: Partial<AccountsInput> = {}) =>
  buildAccountDocuments({ sources, principals: [base], permissions, ...more });

describe('the documents of each account', () => {
  test('are sorted by account and role, whatever the order of the sources', () => {
    const sources = [
      source('b', roleIn('222233334444')),
      source('a2', roleIn('111122223333', 'team/z')),
      source('a1', roleIn('111122223333')),
    ];
    const documents = build(sources);
    expect(documents).toEqual(build(sources.toReversed()));
    expect(documents.accounts.map(({ account, roles }) => [account, roles.map(({ role }) => role)])).toEqual([
      ['111122223333', [roleIn('111122223333'), roleIn('111122223333', 'team/z')]],
      ['222233334444', [roleIn('222233334444')]],
    ]);
    expect(documents.base).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'FarolAssumeRoles',
          Effect: 'Allow',
          Action: ['sts:AssumeRole'],
          Resource: [roleIn('111122223333'), roleIn('111122223333', 'team/z'), roleIn('222233334444')],
        },
      ],
    });
  });

  test('trust the base credential alone, with the external id of the sources', () => {
    const [one] = build([source('a', roleIn('111122223333'), { externalId: 'farol-7d9c2f' })]).accounts;
    expect(one?.roles[0]?.trust).toEqual({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'FarolTrust',
          Effect: 'Allow',
          Principal: { AWS: [base] },
          Action: ['sts:AssumeRole'],
          Condition: { StringEquals: { 'sts:ExternalId': ['farol-7d9c2f'] } },
        },
      ],
    });
  });

  test('require no external id where none is sent, and have a placeholder for an unknown base credential', () => {
    const [one] = build([source('a', roleIn('111122223333'))], { principals: [] }).accounts;
    const [statement] = one?.roles[0]?.trust.Statement ?? [];
    expect(statement).toMatchObject({ Principal: { AWS: ['<base-arn>'] } });
    expect(statement).not.toHaveProperty('Condition');
  });

  test('give a role what the widest of its sources reads', () => {
    const [shared, cluster] = [roleIn('111122223333'), roleIn('111122223333', 'shop')];
    const sources = [source('a', shared), source('b', shared, { connector: 'eks' })];
    const { accounts } = build([...sources, source('c', cluster, { connector: 'eks' })]);
    expect(accounts[0]?.roles.map(({ sources: its, permissions: own }) => [its, own.Statement[0]?.Sid])).toEqual([
      [['a', 'b'], 'All'],
      [['c'], 'Cluster'],
    ]);
  });

  test('are refused where two sources of one role send different external ids', () => {
    const role = roleIn('111122223333');
    expect(() => build([source('b', role), source('a', role, { externalId: 'farol-7d9c2f' })])).toThrow(
      `a and b assume ${role} with different external ids: give them the same one.`,
    );
  });
});
