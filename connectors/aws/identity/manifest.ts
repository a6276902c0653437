/** Who the credential is, and which accounts there are. */
import { calls, list, read, type Statement } from '../statement.ts';

export const identity = {
  sid: 'IdentidadeEContexto',
  grants: {
    'sts:GetCallerIdentity': {
      need: 'required',
      access: 'Read',
      purpose: 'Proves the credential and names its account; AWS answers it to everybody.',
    },
    'organizations:DescribeOrganization': read('Tells which organization the account belongs to.'),
    'organizations:ListAccounts': list(
      'Lists the accounts of the organization; answered to its management account and delegated administrators.',
    ),
  },
  operations: {
    'identity.whoAmI': calls('sts:GetCallerIdentity'),
    'identity.listAccounts': {
      ...calls('organizations:DescribeOrganization', 'organizations:ListAccounts'),
      redactions: ['e-mail addresses of owners'],
    },
  },
} as const satisfies Statement;
