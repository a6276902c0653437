/** Keys of users: which calls answer each operation, and which grants they need. */
import type { OperationName } from '../../../catalog/index.ts';
import type { OperationDeclaration } from '../../../src/connector/manifest.ts';

export const securityDeclarations = {
  'security.auditAccessKeys': {
    grants: ['iam:ListUsers', 'iam:ListAccessKeys', 'iam:GetAccessKeyLastUsed'],
    upstream: ['iam:ListUsers', 'iam:ListAccessKeys', 'iam:GetAccessKeyLastUsed'],
    redactions: [],
  },
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
