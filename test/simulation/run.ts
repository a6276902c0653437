/**
 * Simulates many worlds, or one again: `node test/simulation/run.ts --seeds 1000000`, or
 * `node test/simulation/run.ts --first 4711 --seeds 1 --trace`. `--bug NAME` breaks one thing, `--bugs` each in turn.
 * Exit code 1 when an invariant was broken and no bug was asked for.
 */
import { parseArgs } from 'node:util';
import { bugs, type Bug } from './bugs.ts';
import { simulateMany } from './simulate-many.ts';

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '20000' },
    bug: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
  },
});
const range = { first: readNumber('first', values.first), seeds: readNumber('seeds', values.seeds) };

if (values.bugs) {
  for (const bug of bugs) await run(bug);
} else if (!(await run(readBug(values.bug))) && values.bug === undefined) process.exitCode = 1;

/** Prints what was found and how fast. True when every invariant held. */
async function run(bug: Bug | undefined): Promise<boolean> {
  const startedAt = performance.now();
  const found = await simulateMany({ ...range, bug, isTraced: values.trace, mostFailures: 20 });
  const seconds = (performance.now() - startedAt) / 1000;
  const rate = `${Math.round(found.seeds / seconds)} seeds/s`;
  const what = bug === undefined ? '' : `${bug}: `;
  process.stdout.write(
    `${what}${found.seeds} seeds, ${found.failed} broken worlds, ${seconds.toFixed(1)} s, ${rate}\n`,
  );
  if (bug === undefined || values.trace) process.stdout.write(found.report);
  if (bug === undefined) process.stdout.write(`${JSON.stringify(Object.fromEntries(found.counts), undefined, 1)}\n`);
  return found.failed === 0;
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--${name} is ${JSON.stringify(text)}, not a whole number above 0.`);
}

function readBug(name: string | undefined): Bug | undefined {
  const known = bugs.find((one) => one === name);
  if (known === undefined && name !== undefined) throw new Error(`--bug is none of ${bugs.join(', ')}.`);
  return known;
}
