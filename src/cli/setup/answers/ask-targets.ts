/** Which processes may be measured: chosen from those that run now, so that a name is not typed blind. */
import { existsSync, readFileSync } from 'node:fs';
import { autocompleteMultiselect } from '@clack/prompts';
import { parseTargetList, type Target } from '../../../../profiler/host/boot/target-list.ts';
import { nearest } from '../../help/suggest.ts';
import { printable } from '../../../core/text/hidden-characters.ts';
import { listRunningNames, type RunningName } from '../checks/running-names.ts';
import { targetsFile } from '../host-program.ts';
import { SetupProblem } from '../setup-problem.ts';
import { answered, type Asker, tell } from './ask.ts';

export interface ChosenTargets {
  /** Of the target list. */
  readonly text: string;
  readonly targets: readonly Target[];
  /** Of each target how many processes have its name now. */
  readonly running: ReadonlyMap<string, number>;
}

/** @throws SetupProblem */
export async function askTargets(given: readonly string[], asker: Asker, file = targetsFile): Promise<ChosenTargets> {
  const running = listRunningNames();
  const text = await chooseText(given, { asker, file, running });
  const list = parseTargetList(Buffer.from(text));
  if (list.targets === undefined) {
    const place = given.length > 0 ? '--target' : file;
    throw new SetupProblem(list.problems.map(({ cause, fix }) => `${place}: ${cause}. ${fix}`).join('\n'));
  }
  const counts = new Map(running.map(({ name, processes }) => [name, processes]));
  for (const { workload } of list.targets) {
    if (!counts.has(workload)) tell(sayAbsent(workload, running));
  }
  return {
    text,
    targets: list.targets,
    running: new Map(list.targets.map(({ workload }) => [workload, counts.get(workload) ?? 0])),
  };
}

async function chooseText(
  given: readonly string[],
  { asker, file, running }: { readonly asker: Asker; readonly file: string; readonly running: readonly RunningName[] },
): Promise<string> {
  if (given.length > 0) return renderTargets([...new Set(given)]);
  // A person reviewed it.
  if (existsSync(file)) return readFileSync(file, 'utf8');
  if (!asker.isInteractive) {
    throw new SetupProblem('--target is missing, and there is no terminal to ask at. Repeat it for each process name.');
  }
  const chosen = await autocompleteMultiselect({
    message: 'Which processes may be measured? Type to search, Tab selects, Enter ends (--target)',
    options: running.map(({ name, processes, example }) => ({
      value: name,
      label: `${printable(name)} (${processes === 1 ? '1 process' : `${processes} processes`})`,
      hint: printable(example),
    })),
    required: true,
    maxItems: 12,
  });
  return renderTargets(answered(chosen));
}

/** One target a line, so that a change is one line of a diff. */
export function renderTargets(names: readonly string[]): string {
  const rows = names.map((workload) => `    ${JSON.stringify({ workload })}`);
  return `{\n  "targets": [\n${rows.join(',\n')}\n  ]\n}\n`;
}

function sayAbsent(workload: string, running: readonly RunningName[]): string {
  const near = nearest(
    workload,
    running.map(({ name }) => name),
  );
  const hint = near === undefined ? '' : ` A process that does is ${printable(near)}.`;
  return `No process named ${printable(workload)} runs now.${hint} It stays in the list.`;
}
