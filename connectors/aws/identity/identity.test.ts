import { describe, expect, test } from 'vitest';
import { AwsError } from '../upstream/aws-fake.ts';
import { denialOf, useAws } from '../upstream/use-aws.ts';

const agent = useAws();

const organization = { id: 'o-exampleorgid', managementAccountId: '123456789012', featureSet: 'ALL' };

describe('identity.whoAmI', () => {
  test('returns account and principal of the credential', async () => {
    expect(await agent.resultOf('identity.whoAmI')).toMatchObject({
      data: {
        accountId: '123456789012',
        principal: 'arn:aws:iam::123456789012:user/farol',
        principalId: 'AIDAEXAMPLE',
      },
      complete: true,
      truncated: false,
    });
  });

  test('an answer without the account is upstream_changed, which names what is missing', async () => {
    const fault = await agent.faultOf(
      'identity.whoAmI',
      {},
      { 'sts:GetCallerIdentity': () => ({ UserId: 'AIDAEXAMPLE' }) },
    );
    expect(fault).toMatchObject({ code: 'upstream_changed', data: { path: 'Account' } });
  });
});

describe('identity.listAccounts', () => {
  test('returns each account, and the organization', async () => {
    const result = await agent.resultOf('identity.listAccounts');
    expect(result).toMatchObject({ complete: true, truncated: true });
    expect(result.data).toEqual({
      organization,
      accounts: [
        {
          id: '123456789012',
          name: 'management',
          state: 'ACTIVE',
          joinedAt: '2024-05-06T07:08:09.000Z',
          joinedBy: 'INVITED',
          paths: ['o-exampleorgid/r-ab12/123456789012/'],
        },
      ],
    });
  });

  test('continues where the previous page ended, and reads the older member of the state where the newer is absent', async () => {
    const { nextCursor: cursor } = await agent.resultOf('identity.listAccounts', { limit: 1 });
    const result = await agent.resultOf('identity.listAccounts', { limit: 1, cursor });
    expect(agent.inputs).toEqual([{}, { MaxResults: 1, NextToken: 'page-2' }]);
    expect(result).toMatchObject({
      data: { organization, accounts: [{ id: '210987654321', name: 'old', state: 'SUSPENDED', paths: [] }] },
      truncated: false,
    });
  });

  test('is asked in the home of the partition, wherever the customer works', async () => {
    await agent.resultOf('identity.listAccounts');
    expect(new Set(agent.requests.map(({ region }) => region))).toEqual(new Set(['us-east-1']));
  });

  test('from an account that may not list, the organization is returned, with the reason why the accounts are not', async () => {
    const result = await agent.resultOf(
      'identity.listAccounts',
      {},
      { 'organizations:ListAccounts': () => denialOf('organizations:ListAccounts') },
    );
    expect(result).toMatchObject({ data: { organization, accounts: [] }, complete: false, truncated: false });
    expect(result.because).toMatch(/organizations:ListAccounts is missing \(identity policy\).*management account/u);
  });

  test('without the organization, the accounts are returned, with the missing grant', async () => {
    const action = 'organizations:DescribeOrganization';
    const result = await agent.resultOf('identity.listAccounts', {}, { [action]: () => denialOf(action) });
    expect(result).toMatchObject({ complete: false, because: expect.stringContaining(action) as string });
    expect(result.data).toMatchObject({ accounts: [{ id: '123456789012' }] });
    expect(result.data).not.toHaveProperty('organization');
  });

  test('an account of no organization says so', async () => {
    const none = new AwsError(
      400,
      'AWSOrganizationsNotInUseException: Your account is not a member of an organization.',
    );
    const fault = await agent.faultOf(
      'identity.listAccounts',
      {},
      { 'organizations:DescribeOrganization': () => none },
    );
    expect(fault.code).toBe('feature_disabled');
  });
});
