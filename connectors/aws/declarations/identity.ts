/** Who the credential is: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

export const identityDeclarations = {
  'identity.whoAmI': {
    grants: ['sts:GetCallerIdentity'],
    upstream: ['sts:GetCallerIdentity'],
    redactions: [],
  },
  'identity.listAccounts': {
    grants: ['organizations:DescribeOrganization', 'organizations:ListAccounts'],
    upstream: ['organizations:DescribeOrganization', 'organizations:ListAccounts'],
    redactions: ['e-mail addresses of owners'],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
