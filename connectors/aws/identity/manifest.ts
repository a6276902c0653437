/** The statement IdentidadeEContexto, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

export const identityGrants = {
  'sts:GetCallerIdentity': {
    group: 'IdentidadeEContexto',
    need: 'required',
    access: 'Read',
    purpose: 'Proves the credential and names its account; AWS answers it to everybody.',
  },
  'organizations:DescribeOrganization': {
    group: 'IdentidadeEContexto',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells which organization the account belongs to.',
  },
  'organizations:ListAccounts': {
    group: 'IdentidadeEContexto',
    need: 'optional',
    access: 'List',
    purpose: 'Lists the accounts of the organization; answered to its management account and delegated administrators.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
