/**
 * Neighbouring captures resemble each other: what one version's captures differ by understates how far two versions'
 * captures, taken one version after the other, differ by themselves.
 */

/** Correlation that is assumed between a capture and the next one, of a key's deviation from its mean. */
const assumedCorrelation = 0.35;

/**
 * Factor on the variance between captures of one side, for the difference of two sides' means: the variance that this
 * difference really has, over the one that independent captures would have, when the captures of before and then
 * those of after follow each other.
 */
export function allowForNeighbours(before: number, after: number): number {
  const within = (meanCorrelation(0, before, 0, before) * before - 1) / Math.max(1, before - 1);
  const withinAfter = (meanCorrelation(0, after, 0, after) * after - 1) / Math.max(1, after - 1);
  const seen = 1 - (within * (before - 1) + withinAfter * (after - 1)) / Math.max(1, before + after - 2);
  const real =
    meanCorrelation(0, before, 0, before) +
    meanCorrelation(0, after, 0, after) -
    2 * meanCorrelation(0, before, before, after);
  return real / (seen * (1 / before + 1 / after));
}

/** Mean over all pairs of two runs of captures, each given by its first place and its length. */
function meanCorrelation(first: number, count: number, second: number, length: number): number {
  let sum = 0;
  for (let a = first; a < first + count; a += 1) {
    for (let b = second; b < second + length; b += 1) sum += assumedCorrelation ** Math.abs(a - b);
  }
  return sum / (count * length);
}
