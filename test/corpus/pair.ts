/** One row of the corpus: two versions of a real service with one known change, and what a comparison should say of it. */
import type { Figure } from './outside.ts';

/** Whose code the change is in; `redis`, `nginx` and `postgresql` are the Debian packages with another configuration. */
export type Language = 'c' | 'go' | 'rust' | 'node' | 'python' | 'java' | 'redis' | 'nginx' | 'postgresql';

export type CauseId =
  | 'connection-per-request'
  | 'connections-reused'
  | 'lookup-per-request'
  | 'more-questions'
  | 'file-per-request'
  | 'file-lock'
  | 'synchronous-write'
  | 'logging'
  | 'polling'
  | 'lock-contention'
  | 'wait-for-peer'
  | 'wait-for-disk'
  | 'wait-for-child'
  | 'process-per-request'
  | 'thread-per-request'
  | 'descriptor-growth'
  | 'thread-growth'
  | 'memory-growth'
  | 'garbage-collection'
  | 'allocation'
  | 'serialising'
  | 'regular-expression'
  | 'compression'
  | 'hashing'
  | 'exceptions'
  | 'retries'
  | 'page-faults'
  | 'own-function';

export interface Side {
  /** Of the program: what it is built with, or started with. */
  readonly version: 1 | 2;
  readonly requestsPerSec: number;
}

/** A figure as the load generator, the peers and `/proc` measure it, not the collector. */
export interface Size {
  readonly figure: Figure;
  readonly before: number;
  readonly after: number;
  /** Part of each value by which a measurement may differ from it, and how much of the unit beside: of nothing there is no part. */
  readonly tolerance: number;
  readonly offset?: number;
}

export interface Pair {
  /** Kebab-case; the folder of its captures. */
  readonly id: string;
  readonly language: Language;
  /** `programs/<language>/<program>.<extension>`. */
  readonly program: string;
  /** What the second version does differently, in one sentence. */
  readonly changed: string;
  /** The cause that a comparison should name; `none` where both sides are one version. */
  readonly cause: CauseId | 'none';
  /** The figure that the change shows in; where `cause` is `none`, one that stays. */
  readonly size: Size;
  readonly before: Side;
  readonly after: Side;
}

/** Both versions under the same load. */
export function atRate(requestsPerSec: number): Pick<Pair, 'before' | 'after'> {
  return { before: { version: 1, requestsPerSec }, after: { version: 2, requestsPerSec } };
}
