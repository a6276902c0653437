/** All operations of this connector, gathered from the folder of each domain. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { keyOperations } from './security/operations.ts';
import { logOperations } from './logs/operations.ts';
import { rumOperations } from './rum/operations.ts';
import { traceOperations } from './traces/operations.ts';
import { incidentOperations } from './incidents/operations.ts';
import type { manifest } from './manifest.ts';
import { listOperations } from './metrics/operations/list.ts';
import { queryOperations } from './metrics/operations/query.ts';
import { tagsOperations } from './metrics/operations/tags.ts';
import { monitorOperations } from './monitors/operations.ts';
import { checkOperations } from './synthetics/operations/checks.ts';
import { resultOperations } from './synthetics/operations/results.ts';
import { dependencyOperations } from './topology/operations/dependencies.ts';
import { serviceOperations } from './topology/operations/services.ts';

export const operations = {
  ...queryOperations,
  ...listOperations,
  ...tagsOperations,
  ...logOperations,
  ...traceOperations,
  ...serviceOperations,
  ...dependencyOperations,
  ...monitorOperations,
  ...incidentOperations,
  ...rumOperations,
  ...checkOperations,
  ...resultOperations,
  ...keyOperations,
} satisfies ConnectorOperations<typeof manifest>;
