import { defineConnector, type ConnectorOperations } from '../../src/connector/connector.ts';
import { eventOperations } from './audit/events.ts';
import { lakeOperations } from './audit/lake.ts';
import { queryHistoryOperations } from './audit/query-history.ts';
import { warehouseOperations } from './audit/warehouse.ts';
import { analysisAndUserOperations } from './bi/analyses-and-users.ts';
import { dashboardOperations } from './bi/dashboards.ts';
import { datasetOperations } from './bi/datasets.ts';
import { sourceOperations } from './bi/sources.ts';
import { computeOperations } from './compute/operations.ts';
import { anomalyOperations } from './cost/anomalies.ts';
import { costOperations } from './cost/costs.ts';
import { priceOperations } from './cost/prices.ts';
import { recommendationOperations } from './cost/recommendations.ts';
import { reservationCoverageOperations } from './cost/reservation-coverage.ts';
import { reservationRecommendationOperations } from './cost/reservation-recommendations.ts';
import { savingsPlansCoverageOperations } from './cost/savings-plans-coverage.ts';
import { savingsPlansRecommendationOperations } from './cost/savings-plans-recommendations.ts';
import { cacheOperations } from './databases/caches.ts';
import { clusterOperations } from './databases/clusters.ts';
import { instanceOperations } from './databases/instances.ts';
import { loadOperations } from './databases/load.ts';
import { replicationTaskOperations } from './databases/replication-tasks.ts';
import { searchDomainOperations } from './databases/search-domains.ts';
import { dnsOperations } from './dns/operations.ts';
import { checks } from './health.ts';
import { identityOperations } from './identity/operations.ts';
import { k8sOperations } from './k8s/operations.ts';
import { manifest } from './manifest.ts';
import { networkOperations } from './network/operations.ts';
import { logFigureOperations } from './observability/log-figures.ts';
import { logOperations } from './observability/logs.ts';
import { metricOperations } from './observability/metrics.ts';
import { monitorOperations } from './observability/monitors.ts';
import { objectiveOperations } from './observability/objectives.ts';
import { serviceOperations } from './observability/services.ts';
import { probes } from './access/probes.ts';
import { queueOperations } from './queues/queues.ts';
import { accessKeyOperations } from './security/access-keys.ts';
import { symptoms } from './access/symptoms.ts';

const operations = {
  ...accessKeyOperations,
  ...analysisAndUserOperations,
  ...anomalyOperations,
  ...cacheOperations,
  ...clusterOperations,
  ...computeOperations,
  ...costOperations,
  ...dashboardOperations,
  ...datasetOperations,
  ...dnsOperations,
  ...eventOperations,
  ...identityOperations,
  ...instanceOperations,
  ...k8sOperations,
  ...lakeOperations,
  ...loadOperations,
  ...logFigureOperations,
  ...logOperations,
  ...metricOperations,
  ...monitorOperations,
  ...networkOperations,
  ...objectiveOperations,
  ...priceOperations,
  ...queryHistoryOperations,
  ...queueOperations,
  ...recommendationOperations,
  ...replicationTaskOperations,
  ...reservationCoverageOperations,
  ...reservationRecommendationOperations,
  ...savingsPlansCoverageOperations,
  ...savingsPlansRecommendationOperations,
  ...searchDomainOperations,
  ...serviceOperations,
  ...sourceOperations,
  ...warehouseOperations,
} satisfies ConnectorOperations<typeof manifest>;

export const connector = defineConnector<typeof manifest>({ manifest, operations, checks, symptoms, probes });
