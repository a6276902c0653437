/** How many keys of a view happened often enough to be judged, and how much longer a window the next ones need. */
import { leastEvents } from './judge-rates.ts';

/** The longest window that a capture can have, in seconds. */
const longestWindow = 300;

export interface Testable {
  /** Keys that are judged by themselves. */
  readonly keys: number;
  /** Keys that happened at all. */
  readonly of: number;
  /** The shortest window, in seconds, in which further keys would be judged by themselves; absent beyond the longest one. */
  readonly next?: { readonly windowSec: number; readonly keys: number } | undefined;
}

/** `all`: mean events of all captures, for each key. `windowSec`: mean length of their windows. */
export function findTestable(all: ArrayLike<number>, windowSec: number): Testable {
  const seen = Array.from(all).filter((one) => one > 0);
  const rare = seen.filter((one) => one < leastEvents);
  const facts = { keys: seen.length - rare.length, of: seen.length };
  if (rare.length === 0) return facts;
  const windowNext = windowOf(Math.max(...rare), windowSec);
  if (windowNext > longestWindow) return facts;
  return {
    ...facts,
    next: { windowSec: windowNext, keys: rare.filter((one) => windowOf(one, windowSec) <= windowNext).length },
  };
}

/** Whole seconds in which a key that happens so often would be seen often enough. */
function windowOf(events: number, windowSec: number): number {
  return Math.ceil((windowSec * leastEvents) / events - 1e-9);
}
