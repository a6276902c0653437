/**
 * How far captures of one version of a service differ beyond counting, from every pair of the corpus: what a comparison
 * of single captures begins with. `node test/corpus/measure-prior.ts` writes `measured-prior.ts` again.
 */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FamilyFigure, measureFamily } from '../../profiler/witness/judge/likely/measure-family.ts';
import { fitPrior, leastKeys } from '../../profiler/witness/judge/statistics/fit-variance.ts';
import { dominantShare, type FamilyKind } from '../../profiler/witness/judge/statistics/judge-family.ts';
import type { FamilyPrior } from '../../profiler/witness/judge/statistics/learn-variance.ts';
import { meanOf } from '../../profiler/witness/judge/statistics/sums.ts';
import { pairs } from './pairs.ts';
import { toComparison } from './read-pairs.ts';
import { capturesFolder, readPair } from './stored-pair.ts';

/** Services that ran on one machine are more alike than services are. */
const mostDegrees = 3;
/** However steady it was. The load generator asks for the same pages each time, people do not: bytes vary by 5 %. */
const leastVariances: Readonly<Record<FamilyKind, number>> = {
  cpu: 0.01 ** 2,
  response: 0.01 ** 2,
  function: 0.01 ** 2,
  bytes: 0.05 ** 2,
};
/** A figure that did not vary at all is rather rounded than certain. */
const leastRatio = 0.1;
const file = path.resolve(import.meta.dirname, '../../profiler/witness/judge/statistics/measured-prior.ts');

interface Varied {
  readonly kind: FamilyKind;
  /** Mean square of what captures of one side differ by, and the part of it that counting explains. */
  readonly variance: number;
  readonly counting: number;
}

export function measurePrior(): Readonly<Record<FamilyKind, FamilyPrior>> {
  const varied = pairs
    .filter(({ id }) => existsSync(path.join(capturesFolder, id)))
    .flatMap(({ id }) => readVaried(id));
  const of = (kind: FamilyKind): FamilyPrior | undefined =>
    priorOf(
      varied.filter((one) => one.kind === kind),
      leastVariances[kind],
    );
  const cpu = of('cpu');
  const [response, bytes] = [of('response'), of('bytes')];
  if (cpu === undefined || response === undefined || bytes === undefined) {
    throw new Error('the corpus has too few pairs');
  }
  // Windows of ten seconds have few samples: a function varies at least as the whole that it is most of.
  return { cpu, response, function: of('function') ?? cpu, bytes };
}

function priorOf(varied: readonly Varied[], least: number): FamilyPrior | undefined {
  if (varied.length < leastKeys) return undefined;
  const beyond = varied.map(({ variance, counting }) => variance - counting).toSorted((a, b) => a - b);
  const between = Math.max(least, beyond[Math.floor(beyond.length / 2)] ?? 0);
  const ratios = varied.map(({ variance, counting }) => Math.max(leastRatio, variance / (between + counting)));
  // Two sides of three captures.
  const { factor, degrees } = fitPrior(ratios, 4);
  // What is done for each request is more regular than counting at random would be: that is not credited to all.
  return { between, factor: Math.max(1, factor), degrees: Math.min(mostDegrees, degrees) };
}

type Measured = FamilyFigure & { readonly work: number };

/** Figures that every capture of both sides has. */
function readVaried(id: string): Varied[] {
  const { baseline, baselineReplicates, head, headReplicates } = toComparison(readPair(id));
  const sides = [
    [baseline, ...baselineReplicates],
    [head, ...headReplicates],
  ].map((side) => side.map(({ vector }) => measureFamily(vector)));
  // A program of the corpus listens on another port each time.
  const nameOf = ({ kind, axis, key }: FamilyFigure): string => (kind === 'response' ? kind : `${axis} ${key}`);
  const names = new Set(sides.flat(2).flatMap(({ figures }) => figures.map(nameOf)));
  return [...names].flatMap((name): Varied[] => {
    const found = sides.map((side) =>
      side.flatMap(({ figures, work = 0 }): Measured[] => {
        const own = figures.find((one) => nameOf(one) === name);
        return own === undefined ? [] : [{ ...own, work }];
      }),
    );
    const all = found.flat();
    const [first] = all;
    if (first === undefined || found.some((side) => side.length < 3)) return [];
    if (meanOf(all.map(({ share = 1 }) => share)) < dominantShare) return [];
    return [{ kind: first.kind, ...varianceOf(found) }];
  });
}

/** Around the mean of each side, without what follows the load. */
function varianceOf(sides: readonly (readonly Measured[])[]): Pick<Varied, 'variance' | 'counting'> {
  const centred = sides.flatMap((side) => {
    const [value, work] = [meanOf(side.map((one) => one.value)), meanOf(side.map((one) => one.work))];
    return side.map((one) => ({ value: one.value - value, work: one.work - work }));
  });
  let [both, spread, squares] = [0, 0, 0];
  for (const { value, work } of centred) {
    both += value * work;
    spread += work ** 2;
  }
  const elasticity = spread === 0 ? 0 : Math.min(1, Math.max(0, both / spread));
  for (const { value, work } of centred) squares += (value - elasticity * work) ** 2;
  const counting = meanOf(sides.flat().map((one) => one.counting));
  return { variance: squares / (centred.length - sides.length), counting };
}

function writePrior(prior: ReturnType<typeof measurePrior>): string {
  const rows = Object.entries(prior).map(
    ([kind, { between, factor, degrees }]) =>
      `  ${kind}: { between: ${Number(between.toPrecision(3))}, factor: ${Number(factor.toPrecision(3))}, degrees: ${Number(degrees.toPrecision(3))} },`,
  );
  return `/**
 * How far two captures of one version of a service differ, as real services showed it. Written by
 * \`node test/corpus/measure-prior.ts\` from the captures of the corpus.
 */
import type { FamilyKind } from './judge-family.ts';
import type { FamilyPrior } from './learn-variance.ts';

export const measuredPrior: Readonly<Record<FamilyKind, FamilyPrior>> = {
${rows.join('\n')}
};
`;
}

if (import.meta.main) writeFileSync(file, writePrior(measurePrior()));
