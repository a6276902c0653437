/** The code half of a connector: a function for each operation and check its manifest declares, no more and no fewer. */
import type { ArgumentsOf, DataOf, OperationName } from '../../catalog/index.ts';
import type { Fault } from '../core/fault.ts';
import type { ConnectorContext, GuardContext, OperationContext } from './context.ts';
import type { CheckOf, Manifest, OperationOf } from './manifest.ts';
import type { Probes, Symptom } from './symptom.ts';
import type { GrantVerdict, Past } from './verdict.ts';

/** An answer before the host puts it into the envelope. */
export interface Answer<Data = unknown> {
  readonly data: Data;
  /** False when part of the result is missing; `because` says which. */
  readonly complete: boolean;
  /** Required with an incomplete or an empty answer: an empty one says whether it was allowed to see. */
  readonly because?: string;
  readonly truncated: boolean;
  readonly nextCursor?: string;
  readonly cost?: Readonly<Record<string, number>>;
}

export interface ConnectorOperation<Arguments = unknown, Data = unknown, M extends Manifest = Manifest> {
  /** Refuses what costs too much, before any secret is read. Touches nothing outside. @throws Fault `refused`, `cap_exceeded`, `window_too_wide` or `invalid_arguments`. */
  guard?(args: Arguments, context: GuardContext): void | Promise<void>;
  run(args: Arguments, context: OperationContext<M>): Promise<Answer<Data>>;
}

export type ConnectorOperations<M extends Manifest> = {
  readonly [N in OperationOf<M>]: ConnectorOperation<Spoken<ArgumentsOf<N>, M['operations'][N]>, DataOf<N>, M>;
};

/** Arguments whose query is in a language that the declaration says it speaks: the gate lets no other through. */
type Spoken<Arguments, Declaration> = Declaration extends { readonly dialects: readonly (infer Dialect)[] }
  ? Arguments extends { query: infer Query }
    ? Omit<Arguments, 'query'> & { query: Extract<Query, { dialect: Dialect }> }
    : Arguments
  : Arguments;

/** What a check found. A fault that is thrown is a failed check too; the host adds what the manifest knows. */
export interface Finding {
  /** `failed` with its fault, for a check that has more to say than the fault does. */
  readonly status: 'ok' | 'degraded' | 'pending_configuration' | 'skipped' | 'failed';
  /** One sentence: what was seen. */
  readonly summary: string;
  readonly fault?: Fault;
  /** What to do about it; empty when there is nothing to do. */
  readonly remedy?: string;
  readonly held?: readonly string[];
  readonly missing?: readonly string[];
  /** Of the operations the manifest names for this check, those that what was found affects; all when absent. */
  readonly affects?: readonly OperationName[];
  readonly excess?: readonly string[];
  /** One by one, for a check that judges many permissions: handed to its next run as its past. */
  readonly judged?: readonly GrantVerdict[];
}

export interface Check<M extends Manifest = Manifest> {
  run(context: ConnectorContext<M>, past: Past): Promise<Finding>;
}

export type Checks<M extends Manifest> = { readonly [C in CheckOf<M>]: Check<M> };

export interface Connector<M extends Manifest = Manifest> {
  readonly manifest: M;
  readonly operations: ConnectorOperations<M>;
  readonly checks: Checks<M>;
  readonly symptoms: readonly Symptom[];
  /** By the names that ambiguous symptoms give. */
  readonly probes: Probes<M>;
}

/** A connector as the host holds it, with the types of its own manifest forgotten. */
export interface LoadedConnector {
  readonly manifest: Manifest;
  readonly operations: Readonly<Partial<Record<OperationName, ConnectorOperation>>>;
  readonly checks: Readonly<Record<string, Check>>;
  readonly symptoms: readonly Symptom[];
  readonly probes: Probes;
}

/** One line of the registry. The code is loaded at first use. */
export interface RegisteredConnector {
  readonly manifest: Manifest;
  load(): Promise<LoadedConnector>;
}

export function defineConnector<M extends Manifest>(connector: Connector<M>): LoadedConnector {
  // Sound because the host calls an operation only with arguments that the schema of its own operation parsed.
  return connector as unknown as LoadedConnector;
}
