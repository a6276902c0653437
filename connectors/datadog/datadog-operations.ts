import type { ConnectorOperations } from '../../src/connector/connector.ts';
import type { OperationOf } from '../../src/connector/manifest.ts';
import type { manifest } from './manifest.ts';

/** The code of these operations, and of no others. */
export type DatadogOperations<Names extends OperationOf<typeof manifest>> = Pick<
  ConnectorOperations<typeof manifest>,
  Names
>;
