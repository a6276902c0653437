/** Access keys of users. */
import { calls, list, read, type Statement } from '../statement.ts';

export const security = {
  sid: 'SegurancaIamSomenteLeitura',
  grants: {
    'iam:ListUsers': list('Lists users, to find those with access keys.'),
    'iam:ListAccessKeys': list('Lists the ids and ages of access keys; secrets cannot be read.'),
    'iam:GetAccessKeyLastUsed': read('Tells when a key was used last, and where.'),
  },
  operations: {
    'security.auditAccessKeys': calls('iam:ListUsers', 'iam:ListAccessKeys', 'iam:GetAccessKeyLastUsed'),
  },
} as const satisfies Statement;
