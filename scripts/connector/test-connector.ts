/** `farol connector test`: what one connector must pass, with everything that it needs installed first. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { registry } from '../../connectors/registry.ts';
import { runCommand } from '../check/run-command.ts';
import { type Gate, type Output, runStage } from '../check/run-gates.ts';
import { typesArguments } from '../check/gates.ts';
import { prepareConnector } from './prepare.ts';
import { WrongPlan } from './scaffold-plan.ts';

export interface TestOptions {
  /** Also against the real systems, and whatever else takes longer than a person waits. */
  readonly isReal: boolean;
}

/** Suites of a connector's own that take longer than a person waits. */
const long = ['connectors/aws/sql-guard/**', 'connectors/aws/optional-members.test.ts'];
const real = ['**/real-*.test.ts'];
/** Of all connectors together. */
const ofAll = ['test/contract/all-connectors.test.ts'];

/** Lint and the rest of the suite are `./farol test`. Returns whether everything passed. */
export async function testConnector(root: string, id: string, { isReal }: TestOptions): Promise<boolean> {
  if (!registry.some(({ manifest }) => manifest.id === id)) {
    const known = registry.map(({ manifest }) => manifest.id).join(', ');
    throw new WrongPlan(`${id} is not in connectors/registry.ts, which has ${known}`);
  }
  await prepareConnector(root, id, isReal ? 'deep' : 'contract');
  const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);
  const leftOut = isReal ? [] : [...real, ...long];
  const own = globSync(`connectors/${id}/**/*.test.ts`, { cwd: root });
  const notRun = globSync(leftOut, { cwd: root }).filter((file) => own.includes(file));
  const contract = globSync('test/contract/*.test.ts', { cwd: root, exclude: ofAll });
  // By name: vitest applies no --exclude to a project that has one of its own.
  const files = [...contract, ...own.filter((file) => !notRun.includes(file))];
  // Some tests wait for a deadline, while the others can use both processors.
  const vitest = [bin('vitest'), 'run', '--project=tests', '--maxWorkers=3', ...files];
  const gate = (name: string, command: readonly string[], more: Partial<Gate> = {}): Gate => ({
    name,
    run: (output) => judge(root, command, output, { FAROL_TEST_CONNECTOR: id }),
    ...more,
  });
  const print = (text: string): void => void process.stdout.write(text);
  // A new schema or manifest changes what is generated, and the tests load that.
  const renewed = await runStage(
    [[gate('renewing generated files', [process.execPath, 'scripts/generate.ts'])]],
    print,
  );
  const judged = await runStage(
    [[gate('tests', vitest, { isLive: true })], [gate('types', [bin('tsc'), ...typesArguments])]],
    print,
  );
  const ends = [...renewed, ...judged];
  const red = ends.filter(({ tally }) => tally.failed > 0).map(({ name }) => name);
  process.stdout.write(`\n${id}: ${red.length === 0 ? 'green' : `FAILED: ${red.join(', ')}; see above`}\n`);
  if (notRun.length > 0) process.stdout.write(`not run without --real: ${notRun.toSorted().join(', ')}\n`);
  return red.length === 0;
}

async function judge(root: string, command: readonly string[], { onText }: Output, more: Record<string, string>) {
  const { status } = await runCommand(command, { cwd: root, onText, env: { ...process.env, ...more } });
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}
