/** What a measure and the process of the simulated instances say to each other: a file, then lines of JSON. */
import type { SimulatedInstance } from './population.ts';

/** The file that is the simulator's only argument. It holds private keys and is for this user alone. */
export interface SimulatorOrder {
  /** Undefined: without TLS, as behind a proxy that ends it. */
  readonly ca: string | undefined;
  /** Of replicas, on loopback. A connection goes to the next one in turn that accepts it. */
  readonly ports: readonly number[];
  /** All connections come from 127.0.0.1, as from a proxy; otherwise each instance has an address of its own. */
  readonly isBehindProxy: boolean;
  readonly instances: readonly SimulatedInstance[];
}

/** Numbers of instances are their places in the order. Times are milliseconds of `machineMs`. */
export interface SimulatorAsks {
  /** Starts instances, from the first to before the second number. */
  start: { readonly ask: { from: number; to: number }; readonly answer: null };
  count: { readonly ask: null; readonly answer: { live: number; stopped: number } };
  /** Which are live at this port. */
  liveAt: { readonly ask: { port: number }; readonly answer: readonly number[] };
  /** When those first were live after `since`; without those that were not. */
  liveSince: {
    readonly ask: { since: number; of: readonly number[] };
    readonly answer: readonly (readonly [number, number])[];
  };
  /** When the sessions of those ended, by code; without those that are live. */
  ended: { readonly ask: { of: readonly number[] }; readonly answer: readonly (readonly [number, number, string])[] };
  /** When a Profiler began each capture, by request. */
  starts: { readonly ask: null; readonly answer: Readonly<Record<string, number>> };
  /** What was done more than once: writes at two Agents, captures at two Profilers. */
  doubled: { readonly ask: null; readonly answer: readonly string[] };
}
export type SimulatorAsk = keyof SimulatorAsks;
