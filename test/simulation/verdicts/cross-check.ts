/**
 * What the median ratio of the keys would say of the load, beside the work that was counted: in how many reports in
 * which nothing changed it would contradict. `node test/simulation/verdicts/cross-check.ts [reports]`, 500 by default.
 */
import { meanOf } from '../../../profiler/witness/judge/statistics/sums.ts';
import { leastEffect } from '../../../profiler/witness/judge/statistics/rate-verdicts.ts';
import { simulate } from './simulated-report.ts';

const reports = Number(process.argv[2] ?? 500);
const captures = 3;
/** Fewer keys are none to take a median of. */
const sizes = [30, 100, 400];

/** Natural logarithms of after over before: the middle one of the keys that are counted often enough, and the work's. */
function ratiosOf(size: number, loadRatio: number, independent: number, seed: number): readonly [number, number] {
  const plan = { captures, axes: [size], loadRatio, independent, tails: 'normal', correlation: 0.35 } as const;
  const { report } = simulate(plan, Math.imul(seed, 2_654_435_761));
  const shiftOf = (values: readonly number[]): number =>
    meanOf(values.slice(captures)) - meanOf(values.slice(0, captures));
  const shifts = (report.axes[0]?.keys ?? []).filter(({ events }) => events >= 10).map(({ values }) => shiftOf(values));
  const middle = shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0;
  return [middle, shiftOf((report.work ?? []).map(Math.log))];
}

for (const loadRatio of [1, 1.5, 2]) {
  for (const independent of [0, 0.25, 0.5]) {
    const shares = sizes.map((size) => {
      let contradicted = 0;
      for (let seed = 1; seed <= reports; seed += 1) {
        const [median, work] = ratiosOf(size, loadRatio, independent, seed);
        if (Math.abs(median - work) > leastEffect) contradicted += 1;
      }
      return `${(contradicted / reports).toFixed(3)} of ${size}`;
    });
    process.stdout.write(
      `load ×${loadRatio}, ${independent * 100} % independent: contradicted in ${shares.join(', ')} keys\n`,
    );
  }
}
