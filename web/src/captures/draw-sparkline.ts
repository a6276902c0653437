/** Where the points of a small line lie. Drawn from zero, so that a small difference looks small. */

export interface Size {
  readonly width: number;
  readonly height: number;
  /** Room for the marks at the edges. */
  readonly margin: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Sparkline {
  /** One text of points for each run of values without a gap. */
  readonly lines: readonly string[];
  readonly points: readonly Point[];
}

/** `undefined` is a gap. A single value lies at the right end, where the latest one is. */
export function drawSparkline(values: readonly (number | undefined)[], { width, height, margin }: Size): Sparkline {
  const highest = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE);
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  const lines: Point[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === undefined) {
      lines.push([]);
      continue;
    }
    const x = width - margin - (values.length - 1 - at) * step;
    const y = height - margin - (value / highest) * (height - 2 * margin);
    lines.at(-1)?.push({ x: round(x), y: round(y) });
  }
  return {
    lines: lines.filter((line) => line.length > 1).map((line) => line.map(({ x, y }) => `${x},${y}`).join(' ')),
    points: lines.flat(),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
