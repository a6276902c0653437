/** Points of the time series that an operation returned. */

interface Series {
  readonly points?: readonly unknown[];
}

function seriesOf(data: unknown): readonly Series[] {
  if (typeof data !== 'object' || data === null || !('series' in data) || !Array.isArray(data.series)) return [];
  return data.series as Series[];
}

export function countPoints(data: unknown): number {
  let points = 0;
  for (const { points: some = [] } of seriesOf(data)) points += some.length;
  return points;
}

/** Of the first series. */
export function lastPoint(data: unknown): unknown {
  return seriesOf(data)[0]?.points?.at(-1);
}
