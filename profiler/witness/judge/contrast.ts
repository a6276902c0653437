/**
 * One key before and after. Nobody knows how far a key follows the load: a handler does wholly, a timer not at all.
 * So a difference counts only as far as no elasticity to the load between the two would explain it. The same
 * uncertainty is left out of what captures of one version differ by: each key's own best elasticity is.
 */
import { meanOf } from './sums.ts';

/** By which power of the load a key may follow it, from and to. */
export type Elasticities = readonly [number, number];

/** ln of what was counted a second, and ln of the units of work a second, of the captures of one side. */
export interface SidePoints {
  readonly rate: readonly number[];
  /** Undefined where the target's work was not counted. */
  readonly work: readonly number[] | undefined;
}

export interface Contrast {
  /** Difference of the means a second and, where work was counted, for each unit of work; natural logarithms. */
  readonly perSecond: number;
  readonly perWork: number | undefined;
  /** The part of the difference that every elasticity shows; zero where they differ in direction. */
  readonly sure: number;
  /** The largest difference, whatever its direction, that any elasticity shows. */
  readonly largest: number;
  /** Mean square of what captures of one side differ by. */
  readonly variance: number;
  readonly degrees: number;
}

export function contrast(before: SidePoints, after: SidePoints, elasticities: Elasticities = [0, 1]): Contrast {
  const perSecond = meanOf(after.rate) - meanOf(before.rate);
  const rates = [...centre(before.rate), ...centre(after.rate)];
  const degrees = rates.length - 2;
  if (before.work === undefined || after.work === undefined) {
    const size = Math.abs(perSecond);
    return {
      perSecond,
      perWork: undefined,
      sure: perSecond,
      largest: size,
      variance: meanSquare(rates, degrees),
      degrees,
    };
  }
  const shift = meanOf(after.work) - meanOf(before.work);
  const ends = elasticities.map((elasticity) => perSecond - elasticity * shift);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const works = [...centre(before.work), ...centre(after.work)];
  const elasticity = fitElasticity(rates, works, elasticities);
  return {
    perSecond,
    perWork: perSecond - shift,
    sure: low > 0 ? low : Math.min(high, 0),
    largest: Math.max(Math.abs(low), Math.abs(high)),
    variance: meanSquare(
      rates.map((rate, at) => rate - elasticity * (works[at] ?? 0)),
      degrees,
    ),
    degrees,
  };
}

function meanSquare(residuals: readonly number[], degrees: number): number {
  let squares = 0;
  for (const residual of residuals) squares += residual ** 2;
  return degrees > 0 ? squares / degrees : 0;
}

/** Least squares, within the elasticities that are believed possible. */
function fitElasticity(rates: readonly number[], works: readonly number[], [least, most]: Elasticities): number {
  let [both, own] = [0, 0];
  for (const [at, work] of works.entries()) {
    both += work * (rates[at] ?? 0);
    own += work ** 2;
  }
  return own === 0 ? 0 : Math.min(most, Math.max(least, both / own));
}

function centre(values: readonly number[]): number[] {
  const mean = meanOf(values);
  return values.map((value) => value - mean);
}
