/**
 * What single captures of real services say: how often something is called likely between two captures of one version,
 * and how often a planted change is found. `node test/corpus/measure-likely.ts` prints it.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { judgeLikely, type LikelyVerdicts } from '../../profiler/witness/judge/likely/judge-likely.ts';
import { type FamilyCapture, measureFamily } from '../../profiler/witness/judge/likely/measure-family.ts';
import { ln } from '../../profiler/witness/judge/statistics/special-functions.ts';
import { pairs } from './pairs.ts';
import { toComparison } from './read-pairs.ts';
import { capturesFolder, readPair } from './stored-pair.ts';

/** Captures of one version of a service, each an occasion. */
export interface ServiceVersion {
  readonly id: string;
  readonly captures: readonly FamilyCapture[];
}

/** Both sides where nothing changed between them; else each side is a version of its own. */
export function listVersions(): ServiceVersion[] {
  return pairs
    .filter(({ id }) => existsSync(path.join(capturesFolder, id)))
    .flatMap(({ id, cause, before, after }): ServiceVersion[] => {
      const { baseline, baselineReplicates, head, headReplicates } = toComparison(readPair(id));
      const older = [baseline, ...baselineReplicates].map(({ vector }) => measureFamily(vector));
      const newer = [head, ...headReplicates].map(({ vector }) => measureFamily(vector));
      const isOne =
        cause === 'none' && before.requestsPerSec === after.requestsPerSec && before.version === after.version;
      if (isOne) return [{ id, captures: [...older, ...newer] }];
      return [
        { id: `${id} before`, captures: older },
        { id: `${id} after`, captures: newer },
      ];
    });
}

/** Each capture as a version of its own, one port for all, so that two of them can be compared. */
function asVersions(captures: readonly FamilyCapture[]): FamilyCapture[] {
  return captures.map((one, at) => ({
    ...one,
    version: String(at),
    start: at * 3_600_000,
    figures: one.figures.map((figure) => (figure.kind === 'response' ? { ...figure, key: 'port' } : figure)),
  }));
}

const axes = new Set(['cpu_time', 'cpu_own', 'cpu_stacks', 'response_time', 'network_bytes', 'file_io']);

/** The last `count` of both sides are compared, what is left is history. `factor`: on the CPU time of the newer ones. */
function compareCaptures(captures: readonly FamilyCapture[], factor: number): Map<string, LikelyVerdicts> {
  const [before, after] = captures.slice(-2) as [FamilyCapture, FamilyCapture];
  const planted = {
    ...after,
    figures: after.figures.map((one) => (one.kind === 'cpu' ? { ...one, value: one.value + ln(factor) } : one)),
  };
  const history = captures.slice(0, -2);
  return judgeLikely({ before: [before], after: [planted], history, spacingMs: 0, axes, hasVerdicts: false });
}

function isFound(verdicts: ReadonlyMap<string, LikelyVerdicts>): boolean {
  return [...verdicts.values()].some(({ verdicts: keys, total }) =>
    [...keys.values(), ...(total === undefined ? [] : [total])].some(({ state }) => state === 'changed'),
  );
}

export interface MeasuredVersions {
  /** Comparisons of two captures of one version, and those of them with a likely change. */
  readonly comparisons: number;
  readonly false: number;
  /** Of the same comparisons, where the CPU time of the newer one was made larger. */
  readonly found: Readonly<Record<string, number>>;
}

/** Every ordered pair of captures of each version; the others are history. */
export function measureVersions(versions: readonly ServiceVersion[], factors: readonly number[]): MeasuredVersions {
  const orders = versions.flatMap(({ captures }) => listOrders(captures));
  const isTotalFound = (captures: readonly FamilyCapture[], factor: number): boolean =>
    compareCaptures(captures, factor).get('cpu_time')?.total?.state === 'changed';
  return {
    comparisons: orders.length,
    false: orders.filter((captures) => isFound(compareCaptures(captures, 1))).length,
    found: Object.fromEntries(
      factors.map((factor) => [`×${factor}`, orders.filter((captures) => isTotalFound(captures, factor)).length]),
    ),
  };
}

/** With each ordered pair of captures last. */
function listOrders(captures: readonly FamilyCapture[]): FamilyCapture[][] {
  return captures.flatMap((one) =>
    captures.flatMap((other) => {
      if (one === other) return [];
      return [asVersions([...captures.filter((some) => some !== one && some !== other), one, other])];
    }),
  );
}

if (import.meta.main) {
  const versions = listVersions();
  for (const least of [3, 6]) {
    const some = versions.filter(({ captures }) => captures.length >= least);
    const { comparisons, false: wrong, found } = measureVersions(some, [1.25, 1.5, 2, 3]);
    const shares = Object.entries(found).map(([factor, count]) => `${factor} ${(count / comparisons).toFixed(3)}`);
    process.stdout.write(
      `${least - 2} or more earlier captures: ${comparisons} comparisons, false ${(wrong / comparisons).toFixed(3)}, CPU time found: ${shares.join(', ')}\n`,
    );
  }
}
