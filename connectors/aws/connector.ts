import { defineConnector, type ConnectorOperations } from '../../src/connector/connector.ts';
import { eventOperations } from './audit/operations/events.ts';
import { lakeOperations } from './audit/operations/lake.ts';
import { queryHistoryOperations } from './audit/operations/query-history.ts';
import { warehouseOperations } from './audit/operations/warehouse.ts';
import { analysisAndUserOperations } from './bi/operations/analyses-and-users.ts';
import { dashboardOperations } from './bi/operations/dashboards.ts';
import { datasetOperations } from './bi/operations/datasets.ts';
import { sourceOperations } from './bi/operations/sources.ts';
import { computeOperations } from './compute/operations.ts';
import { anomalyOperations } from './cost/operations/anomalies.ts';
import { costOperations } from './cost/operations/costs.ts';
import { priceOperations } from './cost/operations/prices.ts';
import { recommendationOperations } from './cost/operations/recommendations.ts';
import { reservationCoverageOperations } from './cost/operations/reservation-coverage.ts';
import { reservationRecommendationOperations } from './cost/operations/reservation-recommendations.ts';
import { savingsPlansCoverageOperations } from './cost/operations/savings-plans-coverage.ts';
import { savingsPlansRecommendationOperations } from './cost/operations/savings-plans-recommendations.ts';
import { cacheOperations } from './databases/operations/caches.ts';
import { clusterOperations } from './databases/operations/clusters.ts';
import { instanceOperations } from './databases/operations/instances.ts';
import { loadOperations } from './databases/operations/load.ts';
import { replicationTaskOperations } from './databases/operations/replication-tasks.ts';
import { searchDomainOperations } from './databases/operations/search-domains.ts';
import { dnsOperations } from './network/operations/dns/operations.ts';
import { checks } from './health.ts';
import { identityOperations } from './identity/operations.ts';
import { k8sOperations } from './compute/operations/k8s/operations.ts';
import { manifest } from './manifest.ts';
import { networkOperations } from './network/operations.ts';
import { logFigureOperations } from './observability/operations/log-figures.ts';
import { logOperations } from './observability/operations/logs.ts';
import { metricOperations } from './observability/operations/metrics.ts';
import { monitorOperations } from './observability/operations/monitors.ts';
import { objectiveOperations } from './observability/operations/objectives.ts';
import { serviceOperations } from './observability/operations/services.ts';
import { probes } from './access/probes.ts';
import { queueOperations } from './network/operations/queues/queues.ts';
import { accessKeyOperations } from './security/operations/access-keys.ts';
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
