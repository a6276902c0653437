/** The statement SegurancaIamSomenteLeitura, in the order of the served document. */
import type { Grant } from '../../../src/connector/manifest.ts';

export const securityGrants = {
  'iam:ListUsers': {
    group: 'SegurancaIamSomenteLeitura',
    need: 'optional',
    access: 'List',
    purpose: 'Lists users, to find those with access keys.',
  },
  'iam:ListAccessKeys': {
    group: 'SegurancaIamSomenteLeitura',
    need: 'optional',
    access: 'List',
    purpose: 'Lists the ids and ages of access keys; secrets cannot be read.',
  },
  'iam:GetAccessKeyLastUsed': {
    group: 'SegurancaIamSomenteLeitura',
    need: 'optional',
    access: 'Read',
    purpose: 'Tells when a key was used last, and where.',
  },
} as const satisfies Readonly<Record<string, Grant>>;
