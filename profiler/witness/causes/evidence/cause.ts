/** What a rule finds, and what it is asked. */
import type { SourcePlace } from '../../bundle/record/bundle.ts';
import type { CauseId, Text } from '../../diff/summary.ts';
import type { Evidence, Moved } from './evidence.ts';

export interface FoundCause {
  readonly id: CauseId;
  /** A whole sentence that begins with "It": what the newer version does, and what the older one did. */
  readonly sentence: Text;
  /** Where somebody should look first; a whole sentence. */
  readonly look: Text;
  /** What says so, the most telling first. These findings are in no other cause. */
  readonly evidence: readonly [Moved, ...Moved[]];
  /** An own function that it happened in, and where that is declared. */
  readonly where?: Where | undefined;
  /** Nanoseconds that it adds to each request, or takes from it, as far as known: causes are in this order. */
  readonly weight: number;
}

export interface Where {
  readonly key: string;
  readonly place?: SourcePlace | undefined;
}

export type CauseRule = (evidence: Evidence) => readonly FoundCause[];
