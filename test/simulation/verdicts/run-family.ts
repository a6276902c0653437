/** How often likely changes are wrong, and which are found: `node test/simulation/verdicts/run-family.ts [reports]`, 1,000 by default. */
import { besideLevel } from '../../../profiler/witness/judge/statistics/judge-family.ts';
import {
  type FamilyCell,
  listBesidePromises,
  listCloseCaptures,
  listConfirmedPowers,
  listFirstCaptures,
  listLikelyPowers,
  listLikelyPromises,
  measureAsked,
  measureFamilyCell,
} from './family-cells.ts';

const reports = Number(process.argv[2] ?? 1000);
const share = (value: number): string => (value / reports).toFixed(3);

function printFalse(cells: readonly FamilyCell[]): void {
  let sum = 0;
  for (const cell of cells) {
    const { withFalse } = measureFamilyCell(cell, reports);
    sum += withFalse / cells.length;
    process.stdout.write(`${cell.name}: false ${share(withFalse)}\n`);
  }
  process.stdout.write(`mean of ${cells.length}: ${share(sum)}\n`);
}

printFalse(listLikelyPromises());
printFalse(listFirstCaptures());
printFalse(listCloseCaptures());
printFalse(listBesidePromises(besideLevel));
for (const noise of [0.01, 0.02, 0.03, 0.05]) {
  for (const cell of [...listLikelyPowers(noise), ...listConfirmedPowers(noise, besideLevel)]) {
    process.stdout.write(`${cell.name}: found ${share(measureFamilyCell(cell, reports).found)}\n`);
  }
}
for (const axes of [
  [12, 3, 12],
  [20, 5, 32],
  [39, 6, 45],
  [100, 30, 100],
]) {
  const [cpu, dominant] = [measureAsked(axes, 'cpu', reports), measureAsked(axes, 'function', reports)];
  process.stdout.write(
    `3 + 3 of 10 s, axes ${axes.join()}: cpu ×1.25 ${cpu.toFixed(3)}, function ×1.5 ${dominant.toFixed(3)}\n`,
  );
}
