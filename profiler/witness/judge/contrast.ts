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

/** For keys by ln of what was counted of them a second in each capture. It makes no array for a key: reports have many. */
export function contrastBy({
  before,
  after,
  work,
  elasticities = [0, 1],
}: Contrasting): (rates: readonly number[]) => Contrast {
  const captures = before + after;
  const degrees = captures - 2;
  const means = (values: readonly number[]): readonly [number, number] => [
    meanBetween(values, 0, before),
    meanBetween(values, before, captures),
  ];
  if (work === undefined) {
    return (rates) => {
      const [a, b] = means(rates);
      const perSecond = b - a;
      let squares = 0;
      for (let at = 0; at < captures; at += 1) squares += ((rates[at] ?? 0) - (at < before ? a : b)) ** 2;
      const variance = degrees > 0 ? squares / degrees : 0;
      return { perSecond, perWork: undefined, sure: perSecond, largest: Math.abs(perSecond), variance, degrees };
    };
  }
  const [workBefore, workAfter] = means(work);
  const shift = workAfter - workBefore;
  const works = work.map((one, at) => one - (at < before ? workBefore : workAfter));
  let spread = 0;
  for (const one of works) spread += one ** 2;
  const [least, most] = elasticities;
  return (rates) => {
    const [a, b] = means(rates);
    const perSecond = b - a;
    const ends = [perSecond - least * shift, perSecond - most * shift] as const;
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const centred = (at: number): number => (rates[at] ?? 0) - (at < before ? a : b);
    // Least squares, within the elasticities that are believed possible.
    let both = 0;
    for (let at = 0; at < captures; at += 1) both += (works[at] ?? 0) * centred(at);
    const elasticity = spread === 0 ? 0 : Math.min(most, Math.max(least, both / spread));
    let squares = 0;
    for (let at = 0; at < captures; at += 1) squares += (centred(at) - elasticity * (works[at] ?? 0)) ** 2;
    return {
      perSecond,
      perWork: perSecond - shift,
      sure: low > 0 ? low : Math.min(high, 0),
      largest: Math.max(Math.abs(low), Math.abs(high)),
      variance: degrees > 0 ? squares / degrees : 0,
      degrees,
    };
  };
}
