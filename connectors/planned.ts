/**
 * Systems that no connector of this version answers yet, each with the operations it will answer. Their
 * names are in the catalog already, so that what a customer reviews does not change when one arrives:
 * until then the answer is `not_configured`, naming the system.
 */
import type { OperationName } from '../catalog/index.ts';

export interface PlannedConnector {
  readonly id: string;
  readonly title: string;
  readonly operations: readonly OperationName[];
}

export const plannedConnectors: readonly PlannedConnector[] = [];
