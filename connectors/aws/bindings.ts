/**
 * Which calls answer each operation, and which grants they need. A call is spelled as the policy spells
 * its action, so that what is sent, what is declared and what is granted can be compared as words.
 */
import type { OperationName } from '../../catalog/index.ts';
import type { OperationBinding } from '../../src/connector/manifest.ts';
import { auditBindings } from './bindings/audit.ts';
import { biBindings } from './bindings/bi.ts';
import { computeBindings } from './bindings/compute.ts';
import { costBindings } from './bindings/cost.ts';
import { databasesBindings } from './bindings/databases.ts';
import { identityBindings } from './bindings/identity.ts';
import { networkBindings } from './bindings/network.ts';
import { observabilityBindings } from './bindings/observability.ts';
import { securityBindings } from './bindings/security.ts';

export const bindings = {
  ...identityBindings,
  ...costBindings,
  ...computeBindings,
  ...networkBindings,
  ...databasesBindings,
  ...observabilityBindings,
  ...auditBindings,
  ...securityBindings,
  ...biBindings,
} as const satisfies Readonly<Partial<Record<OperationName, OperationBinding>>>;
