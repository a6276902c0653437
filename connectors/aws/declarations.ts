/**
 * Which calls answer each operation, and which grants they need. A call is spelled as the policy spells
 * its action, so that what is sent, what is declared and what is granted can be compared as words.
 */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationDeclaration } from '../../src/connector/manifest.ts';
import { auditDeclarations } from './declarations/audit.ts';
import { biDeclarations } from './declarations/bi.ts';
import { computeDeclarations } from './declarations/compute.ts';
import { costDeclarations } from './declarations/cost.ts';
import { databasesDeclarations } from './declarations/databases.ts';
import { identityDeclarations } from './declarations/identity.ts';
import { networkDeclarations } from './declarations/network.ts';
import { observabilityDeclarations } from './declarations/observability.ts';
import { securityDeclarations } from './declarations/security.ts';

export const declarations = {
  ...identityDeclarations,
  ...costDeclarations,
  ...computeDeclarations,
  ...networkDeclarations,
  ...databasesDeclarations,
  ...observabilityDeclarations,
  ...auditDeclarations,
  ...securityDeclarations,
  ...biDeclarations,
} as const satisfies Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
