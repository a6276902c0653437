/**
 * How many keys would be seen for the first time although nothing changed. A set that is seen in parts always has
 * more to show: how many of its keys were seen just once or twice says how many were not seen at all (Chao 1987,
 * Biometrics 43(4); Chao and Jost 2012, Ecology 93(12); for the further units, Shen, Chao and Lin 2003, Ecology 84(3)).
 */

/** Of the units (captures, or the blocks of captures): in how many each key was seen. Keys never seen are absent. */
export interface Incidence {
  readonly units: number;
  readonly seen: readonly number[];
}

/** Share of what happens that belongs to keys that were seen; 1 of a set without keys. */
export function estimateCoverage({ units, seen }: Incidence): number {
  const [once, twice] = [countOf(seen, 1), countOf(seen, 2)];
  const total = seen.reduce((sum, one) => sum + one, 0);
  if (total === 0 || once === 0) return 1;
  // Without any key seen twice, the form that stays defined (Chao and Jost, table 2).
  const single = (units - 1) * (twice === 0 ? once - 1 : once);
  const share = twice === 0 ? single / (single + 2) : single / (single + 2 * twice);
  return 1 - (once / total) * share;
}

/** Expected number of keys that so many further units show for the first time. */
export function expectNew({ units, seen }: Incidence, further: number): number {
  const [once, twice] = [countOf(seen, 1), countOf(seen, 2)];
  if (once === 0 || units < 1) return 0;
  const factor = (units - 1) / units;
  const unseen = twice === 0 ? (factor * once * (once - 1)) / 2 : (factor * once ** 2) / (2 * twice);
  // One unit, or one key seen once, says nothing about what was not seen but that as much again is possible.
  if (unseen === 0) return once * (further / units);
  return unseen * (1 - (1 - once / (units * unseen + once)) ** further);
}

function countOf(seen: readonly number[], times: number): number {
  return seen.filter((one) => one === times).length;
}
