/** The operations of every domain, put together. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { incidentsOperations } from './incidents/operations.ts';
import { logsOperations } from './logs/operations.ts';
import type { manifest } from './manifest.ts';
import { metricsOperations } from './metrics/operations.ts';
import { monitorsOperations } from './monitors/operations.ts';
import { rumOperations } from './rum/operations.ts';
import { securityOperations } from './security/operations.ts';
import { syntheticsOperations } from './synthetics/operations.ts';
import { topologyOperations } from './topology/operations.ts';
import { tracesOperations } from './traces/operations.ts';

export const operations = {
  ...incidentsOperations,
  ...logsOperations,
  ...metricsOperations,
  ...monitorsOperations,
  ...rumOperations,
  ...securityOperations,
  ...syntheticsOperations,
  ...topologyOperations,
  ...tracesOperations,
} satisfies ConnectorOperations<typeof manifest>;
