/**
 * All cells with so many reports each (1,000 by default): `node test/simulation/verdicts/run.ts [reports] [further]`.
 * Ends with 1 when a promise is broken. `further`: only the cells of which nothing is promised.
 */
import { listFurther, listPowers, listPromises, promised } from './cells.ts';
import { type Measured, meansByLevel, measureCell, upperBound } from './measure-cell.ts';

const reports = Number(process.argv[2] ?? 1000);
if (!Number.isSafeInteger(reports) || reports < 1) throw new RangeError('reports: a positive number');

const share = (value: number): string => value.toFixed(3);

function print({ cell, reports: of, withFalse, falseShare, power }: Measured): boolean {
  const any = withFalse / of;
  const isKept =
    any <= (cell.anyFalse ?? 1) && falseShare <= (cell.falseShare ?? 1) && (power ?? 1) >= (cell.power ?? 0);
  const found = power === undefined ? '' : `, found ${share(power)}`;
  const mark = isKept ? ' ' : '!';
  process.stdout.write(
    `${mark} ${cell.name}: any false ${share(any)} (at most ${share(upperBound(withFalse, of))}), false share ${share(falseShare)}${found}\n`,
  );
  return isKept;
}

/** What cannot be reached, with the state that the report gives there. */
function printFurther(): void {
  for (const cell of listFurther()) {
    const { power = 0, planted, falseShare } = measureCell(cell, reports);
    const states = `undecided ${share(planted.undecided)}, no change ${share(planted.no_change)}, too rare ${share(planted.too_rare)}`;
    const isReached = power >= cell.wanted ? 'reached' : 'not reached';
    process.stdout.write(
      `  ${cell.name}: ${isReached}: found ${share(power)} (wanted ${share(cell.wanted)}), ${states}; false share ${share(falseShare)}\n`,
    );
  }
}

if (process.argv[3] === 'further') {
  printFurther();
  process.exit();
}

const measured = [...listPromises(), ...listPowers()].map((cell) => {
  const one = measureCell(cell, reports);
  return { one, isKept: print(one) };
});
for (const cell of listPowers().filter(({ plan }) => plan.kinds !== undefined)) {
  const { power = 0 } = measureCell({ ...cell, plan: { ...cell.plan, hidesKinds: true } }, reports);
  process.stdout.write(`  ${cell.name}: found ${share(power)} where the judge does not learn of the kinds\n`);
}
printFurther();
const means = meansByLevel(measured.filter(({ one }) => one.cell.power === undefined).map(({ one }) => one));
let isKept = measured.every((one) => one.isKept);
for (const { level, captures, mean } of means) {
  const most = captures === '2' ? promised[2] : promised[3];
  if (mean > most) isKept = false;
  process.stdout.write(`${mean > most ? '!' : ' '} mean at ${captures} captures, ${level}: ${share(mean)}\n`);
}
process.stdout.write(isKept ? 'every promise holds\n' : 'a promise is broken\n');
process.exitCode = isKept ? 0 : 1;
