import { defineConnector, type Handlers } from '../../src/connector/connector.ts';
import { eventHandlers } from './audit/events.ts';
import { lakeHandlers } from './audit/lake.ts';
import { queryHistoryHandlers } from './audit/query-history.ts';
import { warehouseHandlers } from './audit/warehouse.ts';
import { analysisAndUserHandlers } from './bi/analyses-and-users.ts';
import { dashboardHandlers } from './bi/dashboards.ts';
import { datasetHandlers } from './bi/datasets.ts';
import { sourceHandlers } from './bi/sources.ts';
import { computeHandlers } from './compute/handlers.ts';
import { anomalyHandlers } from './cost/anomalies.ts';
import { costHandlers } from './cost/costs.ts';
import { priceHandlers } from './cost/prices.ts';
import { recommendationHandlers } from './cost/recommendations.ts';
import { reservationCoverageHandlers } from './cost/reservation-coverage.ts';
import { reservationRecommendationHandlers } from './cost/reservation-recommendations.ts';
import { savingsPlansCoverageHandlers } from './cost/savings-plans-coverage.ts';
import { savingsPlansRecommendationHandlers } from './cost/savings-plans-recommendations.ts';
import { cacheHandlers } from './databases/caches.ts';
import { clusterHandlers } from './databases/clusters.ts';
import { instanceHandlers } from './databases/instances.ts';
import { loadHandlers } from './databases/load.ts';
import { replicationTaskHandlers } from './databases/replication-tasks.ts';
import { searchDomainHandlers } from './databases/search-domains.ts';
import { dnsHandlers } from './dns/handlers.ts';
import { checks } from './health.ts';
import { identityHandlers } from './identity/handlers.ts';
import { k8sHandlers } from './k8s/handlers.ts';
import { manifest } from './manifest.ts';
import { networkHandlers } from './network/handlers.ts';
import { logFigureHandlers } from './observability/log-figures.ts';
import { logHandlers } from './observability/logs.ts';
import { metricHandlers } from './observability/metrics.ts';
import { monitorHandlers } from './observability/monitors.ts';
import { objectiveHandlers } from './observability/objectives.ts';
import { serviceHandlers } from './observability/services.ts';
import { probes } from './access/probes.ts';
import { queueHandlers } from './queues/queues.ts';
import { accessKeyHandlers } from './security/access-keys.ts';
import { symptoms } from './access/symptoms.ts';

const handlers = {
  ...accessKeyHandlers,
  ...analysisAndUserHandlers,
  ...anomalyHandlers,
  ...cacheHandlers,
  ...clusterHandlers,
  ...computeHandlers,
  ...costHandlers,
  ...dashboardHandlers,
  ...datasetHandlers,
  ...dnsHandlers,
  ...eventHandlers,
  ...identityHandlers,
  ...instanceHandlers,
  ...k8sHandlers,
  ...lakeHandlers,
  ...loadHandlers,
  ...logFigureHandlers,
  ...logHandlers,
  ...metricHandlers,
  ...monitorHandlers,
  ...networkHandlers,
  ...objectiveHandlers,
  ...priceHandlers,
  ...queryHistoryHandlers,
  ...queueHandlers,
  ...recommendationHandlers,
  ...replicationTaskHandlers,
  ...reservationCoverageHandlers,
  ...reservationRecommendationHandlers,
  ...savingsPlansCoverageHandlers,
  ...savingsPlansRecommendationHandlers,
  ...searchDomainHandlers,
  ...serviceHandlers,
  ...sourceHandlers,
  ...warehouseHandlers,
} satisfies Handlers<typeof manifest>;

export const connector = defineConnector<typeof manifest>({ manifest, handlers, checks, symptoms, probes });
