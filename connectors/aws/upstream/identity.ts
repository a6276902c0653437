/** What AWS answers to `identity.*` when all is well, asked from the management account. */
import type { Answers } from './aws-fake.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

/** Addresses of people. None may be in any answer. */
const ownerAddress = 'canary-of-an-owner@example.com';

const management = {
  Id: '123456789012',
  Arn: 'arn:aws:organizations::123456789012:account/o-exampleorgid/123456789012',
  Email: ownerAddress,
  Name: 'management',
  State: 'ACTIVE',
  Status: 'ACTIVE',
  Paths: ['o-exampleorgid/r-ab12/123456789012/'],
  JoinedMethod: 'INVITED',
  JoinedTimestamp: new Date('2024-05-06T07:08:09Z'),
};

export const identityAnswers: Answers = {
  'sts:GetCallerIdentity': () => ({
    Account: '123456789012',
    Arn: 'arn:aws:iam::123456789012:user/farol',
    UserId: 'AIDAEXAMPLE',
  }),
  'organizations:DescribeOrganization': () => ({
    Organization: {
      Id: 'o-exampleorgid',
      Arn: 'arn:aws:organizations::123456789012:organization/o-exampleorgid',
      FeatureSet: 'ALL',
      MasterAccountArn: management.Arn,
      MasterAccountId: management.Id,
      MasterAccountEmail: ownerAddress,
    },
  }),
  'organizations:ListAccounts': ({ NextToken }) =>
    NextToken === undefined
      ? { Accounts: [management], NextToken: 'page-2' }
      : { Accounts: [{ Id: '210987654321', Name: 'old', Email: ownerAddress, Status: 'SUSPENDED' }] },
};

export const identityQuestions: Exemplar['questions'] = { 'identity.whoAmI': [{}], 'identity.listAccounts': [{}] };
