/** The operations of every statement, put together. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { auditOperations } from './audit/operations.ts';
import { biOperations } from './bi/operations.ts';
import { computeOperations } from './compute/operations.ts';
import { costOperations } from './cost/operations.ts';
import { databasesOperations } from './databases/operations.ts';
import { identityOperations } from './identity/operations.ts';
import { networkOperations } from './network/operations.ts';
import { observabilityOperations } from './observability/operations.ts';
import { securityOperations } from './security/operations.ts';
import type { manifest } from './manifest.ts';
import { acrossRegions } from './several-regions.ts';

export const operations = acrossRegions({
  ...auditOperations,
  ...biOperations,
  ...computeOperations,
  ...costOperations,
  ...databasesOperations,
  ...identityOperations,
  ...networkOperations,
  ...observabilityOperations,
  ...securityOperations,
} satisfies ConnectorOperations<typeof manifest>);
