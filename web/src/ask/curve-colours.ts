/** How the lines of a chart differ: six colours, and a pattern for each further round of them. */

/** More lines cannot be distinguished. */
export const drawnCurves = 20;

interface ChartColours {
  readonly curves: readonly string[];
  readonly ink: string;
  readonly grid: string;
}

/** Each curve keeps at least 4.5 : 1 against the ground. */
export const chartColours: Readonly<Record<'light' | 'dark', ChartColours>> = {
  light: {
    curves: ['#0b5a8c', '#b04a00', '#17633a', '#7b3294', '#a3231a', '#5c6670'],
    ink: '#4c5a65',
    grid: '#d5dcd9',
  },
  dark: {
    curves: ['#82c3ee', '#f5a25d', '#74d19b', '#d3a4e8', '#ff9d93', '#b9c4cc'],
    ink: '#a3b2bc',
    grid: '#2a3741',
  },
};

const dashes: readonly (readonly number[])[] = [[], [7, 4], [2, 4], [9, 4, 2, 4]];

export function lineOf(at: number, scheme: 'light' | 'dark') {
  const { curves } = chartColours[scheme];
  return { stroke: curves[at % curves.length] ?? '', dash: [...(dashes[Math.trunc(at / curves.length)] ?? [])] };
}
