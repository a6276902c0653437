/** The operations of every domain, put together. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { assetsOperations } from './assets/operations.ts';
import { computeOperations } from './compute/operations.ts';
import type { GcpManifest } from './context.ts';
import { costOperations } from './cost/operations.ts';
import { databasesOperations } from './databases/operations.ts';
import { dnsOperations } from './dns/operations.ts';
import { identityOperations } from './identity/operations.ts';
import { kubernetesOperations } from './kubernetes/operations.ts';
import { networkOperations } from './network/operations.ts';
import { observabilityOperations } from './observability/operations.ts';
import { recommendationsOperations } from './recommendations/operations.ts';
import { securityOperations } from './security/operations.ts';

export const operations = {
  ...assetsOperations,
  ...computeOperations,
  ...costOperations,
  ...databasesOperations,
  ...dnsOperations,
  ...identityOperations,
  ...kubernetesOperations,
  ...networkOperations,
  ...observabilityOperations,
  ...recommendationsOperations,
  ...securityOperations,
} satisfies ConnectorOperations<GcpManifest>;
