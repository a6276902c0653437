/**
 * How far two captures of a workload differ although nothing changed, as its own history says: captures of one version,
 * and neighbouring versions. Few captures say little, so what they say is drawn towards what other services showed.
 */
import type { Elasticities } from './contrast.ts';
import { meanOf, sumOf } from './sums.ts';

/** One capture of one member of a family. */
export interface FamilyValue {
  /** Natural logarithm of an amount a second, or of a duration. */
  readonly value: number;
  /** Variance of it that counting inside the window alone gives. */
  readonly counting: number;
  /** Natural logarithm of the units of work a second; undefined where they were not counted. */
  readonly work?: number | undefined;
}

/** Captures of one version by occasion, in order of time. */
export type VersionValues = readonly (readonly FamilyValue[])[];

/** What other services showed of a kind of measurement. */
export interface FamilyPrior {
  /** Variance between two occasions of one version, beyond counting. */
  readonly between: number;
  /** Factor on it, and the degrees of freedom that it is worth. */
  readonly factor: number;
  readonly degrees: number;
}

export interface LearnedVariance {
  /** Between two occasions, beyond counting. */
  readonly between: number;
  readonly degrees: number;
  /** By which power of the load the figure may follow it, from and to, as far as history shows it. */
  readonly elasticities: Elasticities;
}

/**
 * Part of the variance between occasions that captures of one occasion share, assumed: what they differ by shows the
 * other part, and taking more of them shrinks that part alone.
 */
const sharedByOccasion = 0.5;
/** What captures of one occasion differ by counts for so much in history, where nothing says that its moments were alike. */
const closeWeight = 0.25;
/** Standard deviation between captures that is assumed however steady a workload looked: 1 %. */
const leastVariance = 0.01 ** 2;
/** How fast the prior fades: a workload is rarely as noisy as the middle one. */
const fading = 6;
/** Fewer neighbours do not say how far versions differ. */
const leastNeighbours = 3;
/** A difference whose square is beyond so many medians is a change that somebody made, and counts as this much. */
const mostMedians = 8;
/** Of a normal distribution, what is left of the mean square after that. */
const leftByClipping = 0.87;
/** Neighbouring differences share captures: each is worth so many degrees of freedom. */
const neighbourWeight = 0.6;
/** The same captures twice in the fit of the elasticity make it look surer than it is. */
const neighbourOverlap = 1.5;

export interface Learning {
  /** Other versions, oldest first. */
  readonly history: readonly VersionValues[];
  readonly before: VersionValues;
  /** The version that is judged: what it differs by from another one teaches nothing. */
  readonly after: VersionValues;
}

export function learnVariance(
  { history, before, after }: Learning,
  prior: FamilyPrior,
  elasticities: Elasticities,
): LearnedVariance {
  const versions = [...history, before];
  const all = [...versions, after];
  const line = fitElasticity(all, versions, elasticities);
  const { elasticity } = line;
  const within = [
    ...all.map((one) => squaresBetween(one, prior, elasticity)),
    ...history.flat().map((moment) => squaresOfMoment(moment, { ...prior, weight: closeWeight }, elasticity)),
    ...[...before, ...after].map((moment) => squaresOfMoment(moment, { ...prior, weight: 1 }, elasticity)),
  ];
  const neighbours = squaresOfNeighbours(versions, prior, elasticity);
  const shown = withPrior([...within, neighbours], prior);
  // Versions that drift apart by more than their captures: that is what the two that are compared may do as well.
  const ratio = Math.max(shown.ratio, poolSquares([shown, neighbours]).ratio);
  const counting = meanOf(all.flat(2).map((one) => one.counting));
  const between = Math.max(ratio * (prior.between + counting) - counting, leastVariance);
  const error = Math.sqrt((neighbourOverlap * (between + counting)) / line.spread);
  const [least, most] = elasticities;
  const bounds = [Math.max(least, elasticity - 2 * error), Math.min(most, elasticity + 2 * error)] as const;
  return { between, degrees: shown.degrees, elasticities: line.spread > 0 ? bounds : elasticities };
}

/** Observed over expected variance, and the degrees of freedom behind it. */
interface Squares {
  readonly ratio: number;
  readonly degrees: number;
}

/** What a workload shows by itself replaces what others did, sooner than it adds to it. */
function withPrior(own: readonly Squares[], { factor, degrees }: FamilyPrior): Squares {
  const shown = sumOf(own.map((one) => one.degrees));
  const left = degrees ** 2 / Math.max(degrees + fading * shown, 1e-9);
  return poolSquares([{ ratio: factor, degrees: left }, ...own]);
}

function poolSquares(some: readonly Squares[]): Squares {
  const degrees = sumOf(some.map((one) => one.degrees));
  return { ratio: sumOf(some.map((one) => one.ratio * one.degrees)) / Math.max(degrees, 1e-9), degrees };
}

/** Variance of the mean of captures of one version. */
export function varianceOfMean(version: VersionValues, between: number): number {
  const parts = version.map((moment) => varianceOfMoment(moment, between));
  return sumOf(parts) / parts.length ** 2;
}

function varianceOfMoment(moment: readonly FamilyValue[], between: number): number {
  const captures = moment.length;
  const shared = sharedByOccasion + (1 - sharedByOccasion) / captures;
  return between * shared + meanOf(moment.map(({ counting }) => counting)) / captures;
}

/** Mean over occasions of what a side measured. */
export function meanOfVersion(version: VersionValues): { readonly value: number; readonly work: number | undefined } {
  const works = version.flat().map(({ work }) => work);
  return {
    value: meanOf(version.map((moment) => meanOf(moment.map(({ value }) => value)))),
    work: works.every((one) => one !== undefined)
      ? meanOf(version.map((moment) => meanOf(moment.map(({ work = 0 }) => work))))
      : undefined,
  };
}

/** Of occasions from their mean. */
function squaresBetween(version: VersionValues, prior: FamilyPrior, elasticity: number): Squares {
  const residuals = version.map((moment) => residualOf(meanOfVersion([moment]), elasticity));
  const expected = meanOf(version.map((moment) => varianceOfMoment(moment, prior.between)));
  return squaresFrom(residuals, expected, 1);
}

/** Of captures of one occasion from their mean. */
function squaresOfMoment(
  moment: readonly FamilyValue[],
  { between, weight }: FamilyPrior & { readonly weight: number },
  elasticity: number,
): Squares {
  const residuals = moment.map((one) => residualOf(meanOfVersion([[one]]), elasticity));
  const expected = between * (1 - sharedByOccasion) + meanOf(moment.map(({ counting }) => counting));
  return squaresFrom(residuals, expected, weight);
}

function squaresFrom(residuals: readonly number[], expected: number, weight: number): Squares {
  if (residuals.length < 2) return { ratio: 0, degrees: 0 };
  const mean = meanOf(residuals);
  const squares = sumOf(residuals.map((one) => (one - mean) ** 2));
  return { ratio: squares / (residuals.length - 1) / expected, degrees: weight * (residuals.length - 1) };
}

/** What one version differs by from the one before it holds every change that somebody made: at least the noise. */
function squaresOfNeighbours(versions: readonly VersionValues[], prior: FamilyPrior, elasticity: number): Squares {
  const ratios = versions.slice(1).map((version, at) => {
    const earlier = versions[at] ?? version;
    const difference = residualOf(meanOfVersion(version), elasticity) - residualOf(meanOfVersion(earlier), elasticity);
    return difference ** 2 / (varianceOfMean(version, prior.between) + varianceOfMean(earlier, prior.between));
  });
  if (ratios.length < leastNeighbours) return { ratio: 0, degrees: 0 };
  const most = mostMedians * medianOf(ratios);
  const clipped = ratios.map((ratio) => Math.min(ratio, most));
  return { ratio: meanOf(clipped) / leftByClipping, degrees: neighbourWeight * ratios.length };
}

function residualOf({ value, work = 0 }: ReturnType<typeof meanOfVersion>, elasticity: number): number {
  return value - elasticity * work;
}

interface Line {
  readonly elasticity: number;
  /** Sum of the squares that it was fitted over. */
  readonly spread: number;
}

/** Least squares over captures of one version and over neighbouring versions, within what is believed possible. */
function fitElasticity(
  all: readonly VersionValues[],
  versions: readonly VersionValues[],
  [least, most]: Elasticities,
): Line {
  if (all.flat(2).some(({ work }) => work === undefined)) return { elasticity: 0, spread: 0 };
  const means = versions.map(meanOfVersion);
  const groups = [...all.map((version) => version.flat()), ...means.slice(1).map((one, at) => [means[at] ?? one, one])];
  let [both, spread] = [0, 0];
  for (const group of groups) {
    const [value, work] = [meanOf(group.map((one) => one.value)), meanOf(group.map((one) => one.work ?? 0))];
    for (const one of group) {
      both += ((one.work ?? 0) - work) * (one.value - value);
      spread += ((one.work ?? 0) - work) ** 2;
    }
  }
  return { elasticity: spread === 0 ? 0 : Math.min(most, Math.max(least, both / spread)), spread };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
