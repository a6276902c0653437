/** Where the time of the TypeScript tests went: at the end of a run, for the person who shortens it. */
import type { VitestReport } from './failures.ts';

const shown = 10;

/** One line for each of the slowest test files, slowest first; paths from `root`. */
export function renderSlowest({ testResults }: Pick<VitestReport, 'testResults'>, root: string): string[] {
  return testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, shown)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name.replace(`${root}/`, '')}`);
}
