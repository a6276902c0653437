/** How many requests a second each second of a run should have: a random walk that repeats for the same seed. */
import { seededRandom } from './seeded-random.ts';

/** The load stays within this share of its mean. */
export const widestSwing = 0.25;
/** Largest change from one second to the next. */
const largestStep = 0.06;

/** One factor of the mean rate for each second. The walk turns back at its limits. */
export function walkFactors(seed: number, seconds: number): number[] {
  const random = seededRandom(seed);
  let swing = (2 * random.next() - 1) * widestSwing;
  return Array.from({ length: seconds }, () => {
    swing += (2 * random.next() - 1) * largestStep;
    if (Math.abs(swing) > widestSwing) swing = Math.sign(swing) * 2 * widestSwing - swing;
    return 1 + swing;
  });
}

/** More seconds than one capture takes, warm-up included. */
const secondsOfCapture = 40;
/** Of those, how many pass between two captures: the load of neighbours is alike, as it is in production. */
const secondsBetween = 15;

/** The part of a server's walk that belongs to one of its captures, however many runs the whole takes. */
export function factorsOfCapture(seed: number, place: number): number[] {
  const from = place * secondsBetween;
  return walkFactors(seed, from + secondsOfCapture).slice(from);
}
