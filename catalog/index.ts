/** The closed list of operations. What is not here does not exist: the Agent refuses it before it looks at the arguments. */
import type { z } from 'zod';
import { metricsList, metricsListLabels, metricsQuery } from './metrics.ts';
import type { Operation } from './operation.ts';

export const operations = [metricsList, metricsListLabels, metricsQuery] as const;

type Entry = (typeof operations)[number];
export type OperationName = Entry['name'];
type EntryOf<N extends OperationName> = Extract<Entry, { readonly name: N }>;
export type ArgumentsOf<N extends OperationName> = z.infer<EntryOf<N>['arguments']>;
export type DataOf<N extends OperationName> = z.infer<EntryOf<N>['result']>;

/** A map and not an object: no name reaches a prototype. */
export type Catalog = ReadonlyMap<string, Operation>;

export const catalog: Catalog = new Map(
  operations.map((operation): [string, Operation] => [operation.name, operation]),
);
