/** The closed list of operations. What is not here does not exist: the Agent refuses it before it reads the arguments. */
import type { z } from 'zod';
import { analyticsOperations } from './analytics.ts';
import { assetsOperations } from './assets.ts';
import { auditOperations } from './audit.ts';
import { biOperations } from './bi.ts';
import { chatOperations } from './chat.ts';
import { ciOperations } from './ci.ts';
import { codeOperations } from './code.ts';
import { computeOperations } from './compute.ts';
import { costOperations } from './cost.ts';
import { dashboardsOperations } from './dashboards.ts';
import { databasesOperations } from './databases.ts';
import { deployOperations } from './deploy.ts';
import { dnsOperations } from './dns.ts';
import { documentsOperations } from './documents.ts';
import { edgeOperations } from './edge.ts';
import { gitopsOperations } from './gitops.ts';
import { identityOperations } from './identity.ts';
import { incidentsOperations } from './incidents.ts';
import { k8sOperations } from './k8s.ts';
import { logsOperations } from './logs.ts';
import { metricsOperations } from './metrics.ts';
import { monitorsOperations } from './monitors.ts';
import { networkOperations } from './network.ts';
import { qualityOperations } from './quality.ts';
import { queuesOperations } from './queues.ts';
import { rumOperations } from './rum.ts';
import { securityOperations } from './security.ts';
import { slosOperations } from './slos.ts';
import { syntheticsOperations } from './synthetics.ts';
import { ticketsOperations } from './tickets.ts';
import { topologyOperations } from './topology.ts';
import { tracesOperations } from './traces.ts';
import { warehouseOperations } from './warehouse.ts';
import type { Operation } from './operation.ts';

const byDomain = [
  ...analyticsOperations,
  ...assetsOperations,
  ...auditOperations,
  ...biOperations,
  ...chatOperations,
  ...ciOperations,
  ...codeOperations,
  ...computeOperations,
  ...costOperations,
  ...dashboardsOperations,
  ...databasesOperations,
  ...deployOperations,
  ...dnsOperations,
  ...documentsOperations,
  ...edgeOperations,
  ...gitopsOperations,
  ...identityOperations,
  ...incidentsOperations,
  ...k8sOperations,
  ...logsOperations,
  ...metricsOperations,
  ...monitorsOperations,
  ...networkOperations,
  ...qualityOperations,
  ...queuesOperations,
  ...rumOperations,
  ...securityOperations,
  ...slosOperations,
  ...syntheticsOperations,
  ...ticketsOperations,
  ...topologyOperations,
  ...tracesOperations,
  ...warehouseOperations,
] as const;

type Entry = (typeof byDomain)[number];
export type OperationName = Entry['name'];
type EntryOf<N extends OperationName> = Extract<Entry, { readonly name: N }>;
export type ArgumentsOf<N extends OperationName> = z.infer<EntryOf<N>['arguments']>;
export type DataOf<N extends OperationName> = z.infer<EntryOf<N>['result']>;

/** Sorted by name. */
export const operations: readonly Entry[] = byDomain.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** A map and not an object: no name reaches a prototype. */
export type Catalog = ReadonlyMap<string, Operation>;

export const catalog: Catalog = new Map(
  operations.map((operation): [string, Operation] => [operation.name, operation]),
);
