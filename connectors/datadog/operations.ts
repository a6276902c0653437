/** All operations of this connector, gathered from the folder of each domain. */
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { keyOperations } from './api-keys.ts';
import { logOperations } from './events/logs.ts';
import { rumOperations } from './events/rum.ts';
import { traceOperations } from './events/traces.ts';
import { incidentOperations } from './incidents/incidents.ts';
import type { manifest } from './manifest.ts';
import { listOperations } from './metrics/list.ts';
import { queryOperations } from './metrics/query.ts';
import { tagsOperations } from './metrics/tags.ts';
import { monitorOperations } from './monitors/monitors.ts';
import { checkOperations } from './synthetics/checks.ts';
import { resultOperations } from './synthetics/results.ts';
import { dependencyOperations } from './topology/dependencies.ts';
import { serviceOperations } from './topology/services.ts';

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
