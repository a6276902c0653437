/**
 * One key before and after. Nobody knows how far a key follows the load: a handler does wholly, a timer not at all.
 * So a difference counts only as far as no elasticity to the load between the two would explain it. The same
 * uncertainty is left out of what captures of one version differ by: each key's own best elasticity is.
 */
import { meanBetween } from './sums.ts';

/** By which power of the load a key may follow it, from and to. */
export type Elasticities = readonly [number, number];

/** What all keys of an axis are compared over. */
export interface Contrasting {
  /** Captures of the older version, which come first. */
  readonly before: number;
  readonly after: number;
  /** ln of the units of work a second in each capture; undefined where the target's work was not counted. */
  readonly work: readonly number[] | undefined;
  /** From not at all to wholly by default. */
  readonly elasticities?: Elasticities | undefined;
}

/** Of each key, as columns. */
export interface Contrasts {
  /** Difference of the means a second and, where work was counted, for each unit of work; natural logarithms. */
  readonly perSecond: Float64Array;
  /** `NaN` where work was not counted. */
  readonly perWork: Float64Array;
  /** The part of the difference that every elasticity shows; zero where they differ in direction. */
  readonly sure: Float64Array;
  /** The largest difference, whatever its direction, that any elasticity shows. */
  readonly largest: Float64Array;
  /** Mean square of what captures of one side differ by. */
  readonly variance: Float64Array;
}

export function makeContrasts(keys: number): Contrasts {
  const column = (): Float64Array => new Float64Array(keys);
  return { perSecond: column(), perWork: column(), sure: column(), largest: column(), variance: column() };
}

/** Writes what a key shows to its place. `rates`: ln of what was counted a second in each capture. */
type WriteContrast = (key: number, rates: ArrayLike<number>) => void;

export function contrastBy(facts: Contrasting, into: Contrasts): WriteContrast {
  const { work, ...captures } = facts;
  return work === undefined ? contrastAlone(captures, into) : contrastToWork({ ...captures, work }, into);
}

type Captures = Pick<Contrasting, 'before' | 'after'>;

/** A second: nobody knows how far it follows the load. */
function contrastAlone({ before, after }: Captures, into: Contrasts): WriteContrast {
  const captures = before + after;
  return (key, rates) => {
    const a = meanBetween(rates, 0, before);
    const b = meanBetween(rates, before, captures);
    let squares = 0;
    for (let at = 0; at < captures; at += 1) squares += ((rates[at] ?? 0) - (at < before ? a : b)) ** 2;
    const perSecond = b - a;
    into.perSecond[key] = perSecond;
    into.perWork[key] = Number.NaN;
    into.sure[key] = perSecond;
    into.largest[key] = Math.abs(perSecond);
    into.variance[key] = meanSquare(squares, captures);
  };
}

interface Worked extends Captures {
  readonly work: readonly number[];
  readonly elasticities?: Elasticities | undefined;
}

function contrastToWork({ before, after, work, elasticities = [0, 1] }: Worked, into: Contrasts): WriteContrast {
  const captures = before + after;
  const [x, y] = [meanBetween(work, 0, before), meanBetween(work, before, captures)];
  const shift = y - x;
  const works = work.map((one, at) => one - (at < before ? x : y));
  let spread = 0;
  for (const one of works) spread += one ** 2;
  const [least, most] = elasticities;
  return (key, rates) => {
    const a = meanBetween(rates, 0, before);
    const b = meanBetween(rates, before, captures);
    // Least squares, within the elasticities that are believed possible.
    let both = 0;
    for (let at = 0; at < captures; at += 1) {
      both += (works[at] ?? 0) * ((rates[at] ?? 0) - (at < before ? a : b));
    }
    const elasticity = spread === 0 ? 0 : Math.min(most, Math.max(least, both / spread));
    let squares = 0;
    for (let at = 0; at < captures; at += 1) {
      const centred = (rates[at] ?? 0) - (at < before ? a : b);
      squares += (centred - elasticity * (works[at] ?? 0)) ** 2;
    }
    const perSecond = b - a;
    const [one, other] = [perSecond - least * shift, perSecond - most * shift];
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    into.perSecond[key] = perSecond;
    into.perWork[key] = perSecond - shift;
    into.sure[key] = low > 0 ? low : Math.min(high, 0);
    into.largest[key] = Math.max(Math.abs(low), Math.abs(high));
    into.variance[key] = meanSquare(squares, captures);
  };
}

function meanSquare(squares: number, captures: number): number {
  return captures > 2 ? squares / (captures - 2) : 0;
}
