/** All operations of this connector, gathered from the folder of each domain. */
import type { Handlers } from '../../src/connector/connector.ts';
import { keyHandlers } from './api-keys.ts';
import { logHandlers } from './events/logs.ts';
import { rumHandlers } from './events/rum.ts';
import { traceHandlers } from './events/traces.ts';
import { incidentHandlers } from './incidents/incidents.ts';
import type { manifest } from './manifest.ts';
import { listHandlers } from './metrics/list.ts';
import { queryHandlers } from './metrics/query.ts';
import { tagsHandlers } from './metrics/tags.ts';
import { monitorHandlers } from './monitors/monitors.ts';
import { checkHandlers } from './synthetics/checks.ts';
import { resultHandlers } from './synthetics/results.ts';
import { dependencyHandlers } from './topology/dependencies.ts';
import { serviceHandlers } from './topology/services.ts';

export const handlers = {
  ...queryHandlers,
  ...listHandlers,
  ...tagsHandlers,
  ...logHandlers,
  ...traceHandlers,
  ...serviceHandlers,
  ...dependencyHandlers,
  ...monitorHandlers,
  ...incidentHandlers,
  ...rumHandlers,
  ...checkHandlers,
  ...resultHandlers,
  ...keyHandlers,
} satisfies Handlers<typeof manifest>;
