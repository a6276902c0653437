/** Options of a gate, the same for files and for a control plane. */
import { type Command, InvalidArgumentError } from 'commander';
import { defaultRequiredAxes } from '../say/gate/required-axes.ts';

export interface GateOptions {
  readonly requireAxis?: readonly string[];
  readonly requireDecision?: boolean;
  readonly failOnLikely?: boolean;
  readonly json?: boolean;
}

export function addGateOptions<T extends Command>(command: T): T {
  return command
    .option(
      '--require-axis <axis>',
      `axis that has to be complete, comparable and judged; repeat it or separate axes by commas; default ${defaultRequiredAxes.join(',')}`,
      readAxes,
    )
    .option('--require-decision', 'exit with 2 while a key of a required axis is undecided')
    .option(
      '--fail-on-likely',
      'exit with 1 also on a likely regression, and with 0 where single captures show none; odds are at least 19 to 1',
    )
    .option('--json', 'print code, reasons and summary as JSON');
}

function readAxes(text: string, before: readonly string[] = []): string[] {
  const named = text.split(',').map((one) => one.trim());
  if (named.includes('')) throw new InvalidArgumentError('Name an axis, as in cpu_stacks or files,network.');
  return [...new Set([...before, ...named])];
}
