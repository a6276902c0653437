import type { Change } from './diff.ts';
import type { Observation } from './verdict.ts';

/** 0 of what was not seen. A file of its own, so that a web page loads no schema with it. */
export function rateOf(observation: Observation): number {
  return observation.seen ? observation.rate : 0;
}

/** After less before. */
export function differenceOf({ before, after }: Change): number {
  return rateOf(after) - rateOf(before);
}
