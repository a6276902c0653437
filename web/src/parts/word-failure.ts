/** A failed call as two sentences: what happened and what to do. */
import type { ApiFailure } from '../edge/api-failure.ts';
import type { Words } from '../words/en.ts';
import { formatClock } from '../reading/format-time.ts';
import { wordRemoved } from './word-removed.ts';

export interface WordedFailure {
  readonly what: string;
  /** The control plane's own text, which is in English whatever the page speaks. */
  readonly served: boolean;
  readonly remedy?: string;
}

export function wordFailure(failure: ApiFailure, w: Words, nowMs: number, locale: string): WordedFailure {
  switch (failure.kind) {
    case 'unreachable':
      return { what: w.failure.unreachable, served: false, remedy: w.failure.unreachableRemedy };
    case 'unreadable':
      return {
        what: `${w.failure.unreadable} ${w.failure.detail(failure.message)}`,
        served: false,
        remedy: w.failure.unreadableRemedy,
      };
    case 'refused': {
      const { retryAfterSec, removed } = failure.facts;
      if (failure.facts.code === 'capture_removed' && removed !== undefined) {
        return { what: wordRemoved(removed, w, locale), served: false, remedy: w.removed.remedy };
      }
      const isHourUsed = failure.facts.code === 'too_many_captures';
      return {
        what: isHourUsed ? w.failure.hourUsed : failure.message,
        served: !isHourUsed,
        ...(retryAfterSec !== undefined && {
          remedy: w.failure.retryAfter(formatClock(nowMs + retryAfterSec * 1000 + 59_999, locale)),
        }),
      };
    }
  }
}
