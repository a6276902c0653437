import type { Handlers } from '../../src/connector/connector.ts';
import { billingAccountHandlers } from './billing/accounts.ts';
import { costHandlers } from './billing/cost-and-usage.ts';
import { priceHandlers } from './billing/prices.ts';
import { functionHandlers } from './compute/functions.ts';
import { imageHandlers } from './compute/images.ts';
import { instanceGroupHandlers } from './compute/instance-groups.ts';
import { instanceHandlers } from './compute/instances.ts';
import { serverlessHandlers } from './compute/serverless-services.ts';
import { volumeHandlers } from './compute/volumes.ts';
import type { GcpManifest } from './context.ts';
import { cacheHandlers } from './data/caches.ts';
import { dnsHandlers } from './data/dns.ts';
import { documentStoreHandlers } from './data/document-stores.ts';
import { sqlHandlers } from './data/sql-instances.ts';
import { accessKeyHandlers } from './governance/access-keys.ts';
import { assetHandlers } from './governance/assets.ts';
import { findingHandlers } from './governance/findings.ts';
import { identityHandlers } from './governance/identity.ts';
import { recommendationHandlers } from './governance/recommendations.ts';
import { clusterHandlers } from './kubernetes/clusters.ts';
import { nodeGroupHandlers } from './kubernetes/node-groups.ts';
import { addressHandlers } from './network/addresses.ts';
import { firewallHandlers } from './network/firewalls.ts';
import { loadBalancerHandlers } from './network/load-balancers.ts';
import { networkHandlers } from './network/networks.ts';
import { logHandlers } from './observed/logs.ts';
import { metricHandlers } from './observed/metrics.ts';
import { monitorHandlers } from './observed/monitors.ts';

export const handlers = {
  ...accessKeyHandlers,
  ...addressHandlers,
  ...assetHandlers,
  ...billingAccountHandlers,
  ...cacheHandlers,
  ...clusterHandlers,
  ...costHandlers,
  ...dnsHandlers,
  ...documentStoreHandlers,
  ...findingHandlers,
  ...firewallHandlers,
  ...functionHandlers,
  ...identityHandlers,
  ...imageHandlers,
  ...instanceGroupHandlers,
  ...instanceHandlers,
  ...loadBalancerHandlers,
  ...logHandlers,
  ...metricHandlers,
  ...monitorHandlers,
  ...networkHandlers,
  ...nodeGroupHandlers,
  ...priceHandlers,
  ...recommendationHandlers,
  ...serverlessHandlers,
  ...sqlHandlers,
  ...volumeHandlers,
} satisfies Handlers<GcpManifest>;
