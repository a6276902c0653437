/** The straight line through samples, with how sure it is. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Line {
  /** Of y for one of x. */
  readonly slope: number;
  /** Of the slope, in its unit: s·√(1/Σ(x−x̄)²), with s² the residual sum of squares over n−2. */
  readonly standardError: number;
}

/** Ordinary least squares. Undefined for fewer than three points, or when all share one x. */
export function fitLine(points: readonly Point[]): Line | undefined {
  const count = points.length;
  if (count < 3) return undefined;
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  if (spread === 0) return undefined;
  const slope = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
  const residual = sum(points.map(({ x, y }) => (y - meanY - slope * (x - meanX)) ** 2));
  return { slope, standardError: Math.sqrt(residual / (count - 2) / spread) };
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
