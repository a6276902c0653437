import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { billingAccountOperations } from './cost/operations/billing-accounts.ts';
import { costOperations } from './cost/operations/cost-and-usage.ts';
import { priceOperations } from './cost/operations/prices.ts';
import { functionOperations } from './compute/operations/functions.ts';
import { imageOperations } from './compute/operations/images.ts';
import { instanceGroupOperations } from './compute/operations/instance-groups.ts';
import { instanceOperations } from './compute/operations/instances.ts';
import { serverlessOperations } from './compute/operations/serverless-services.ts';
import { volumeOperations } from './compute/operations/volumes.ts';
import type { GcpManifest } from './context.ts';
import { cacheOperations } from './databases/operations/caches.ts';
import { dnsOperations } from './dns/operations/zones.ts';
import { documentStoreOperations } from './databases/operations/document-stores.ts';
import { sqlOperations } from './databases/operations/sql-instances.ts';
import { accessKeyOperations } from './security/operations/access-keys.ts';
import { assetOperations } from './assets/operations/assets.ts';
import { findingOperations } from './security/operations/findings.ts';
import { identityOperations } from './identity/operations/identity.ts';
import { recommendationOperations } from './recommendations/operations/recommendations.ts';
import { clusterOperations } from './kubernetes/operations/clusters.ts';
import { nodeGroupOperations } from './kubernetes/operations/node-groups.ts';
import { addressOperations } from './network/operations/addresses.ts';
import { firewallOperations } from './network/operations/firewalls.ts';
import { loadBalancerOperations } from './network/operations/load-balancers.ts';
import { networkOperations } from './network/operations/networks.ts';
import { logOperations } from './observability/operations/logs.ts';
import { metricOperations } from './observability/operations/metrics.ts';
import { monitorOperations } from './observability/operations/monitors.ts';

export const operations = {
  ...accessKeyOperations,
  ...addressOperations,
  ...assetOperations,
  ...billingAccountOperations,
  ...cacheOperations,
  ...clusterOperations,
  ...costOperations,
  ...dnsOperations,
  ...documentStoreOperations,
  ...findingOperations,
  ...firewallOperations,
  ...functionOperations,
  ...identityOperations,
  ...imageOperations,
  ...instanceGroupOperations,
  ...instanceOperations,
  ...loadBalancerOperations,
  ...logOperations,
  ...metricOperations,
  ...monitorOperations,
  ...networkOperations,
  ...nodeGroupOperations,
  ...priceOperations,
  ...recommendationOperations,
  ...serverlessOperations,
  ...sqlOperations,
  ...volumeOperations,
} satisfies ConnectorOperations<GcpManifest>;
