import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { billingAccountOperations } from './billing/accounts.ts';
import { costOperations } from './billing/cost-and-usage.ts';
import { priceOperations } from './billing/prices.ts';
import { functionOperations } from './compute/functions.ts';
import { imageOperations } from './compute/images.ts';
import { instanceGroupOperations } from './compute/instance-groups.ts';
import { instanceOperations } from './compute/instances.ts';
import { serverlessOperations } from './compute/serverless-services.ts';
import { volumeOperations } from './compute/volumes.ts';
import type { GcpManifest } from './context.ts';
import { cacheOperations } from './data/caches.ts';
import { dnsOperations } from './data/dns.ts';
import { documentStoreOperations } from './data/document-stores.ts';
import { sqlOperations } from './data/sql-instances.ts';
import { accessKeyOperations } from './governance/access-keys.ts';
import { assetOperations } from './governance/assets.ts';
import { findingOperations } from './governance/findings.ts';
import { identityOperations } from './governance/identity.ts';
import { recommendationOperations } from './governance/recommendations.ts';
import { clusterOperations } from './kubernetes/clusters.ts';
import { nodeGroupOperations } from './kubernetes/node-groups.ts';
import { addressOperations } from './network/addresses.ts';
import { firewallOperations } from './network/firewalls.ts';
import { loadBalancerOperations } from './network/load-balancers.ts';
import { networkOperations } from './network/networks.ts';
import { logOperations } from './observed/logs.ts';
import { metricOperations } from './observed/metrics.ts';
import { monitorOperations } from './observed/monitors.ts';

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
