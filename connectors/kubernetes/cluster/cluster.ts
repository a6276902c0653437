/** What reading a cluster needs of the connector that found it. */
import type { ConnectorContext, ReachOptions } from '../../../src/connector/context.ts';
import type { Symptom } from '../../../src/connector/symptom.ts';
import type { Fault } from '../../../src/core/fault.ts';

/** Of its context, by shape. */
export interface ClusterContext extends Pick<ConnectorContext, 'httpTo' | 'clock' | 'noteUnread'> {
  readonly config: Pick<ConnectorContext['config'], 'describe'>;
}

/** A cluster with what is trusted there, and how the connector proves itself. */
export interface Cluster {
  /** Under which it is asked for. */
  readonly name: string;
  readonly endpoint: URL;
  readonly options: ReachOptions;
}

export interface ClusterFinder<Context extends ClusterContext, Found extends Cluster> {
  /** By which an operator sets another cluster. */
  readonly variable: string;
  readonly symptoms: readonly Symptom[];
  /** Sends nothing. */
  nameOf(context: Context): string | Promise<string>;
  find(context: Context): Promise<Found>;
  /** Adds to a refusal, or to what prevented an answer, what is known of this cluster. */
  explain(fault: Fault, cluster: Found, context: Context): Fault | Promise<Fault>;
}
