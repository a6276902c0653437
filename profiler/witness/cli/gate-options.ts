/** Options of a gate, the same for files and for a control plane, and how its answer ends a program. */
import { type Command, InvalidArgumentError } from 'commander';
import type { Diff } from '../diff/diff.ts';
import { gateExits } from './exit-codes.ts';
import { defaultRequiredAxes, judgeGate } from '../say/gate/gate.ts';
import { printable, printableJson } from '../../../src/core/text/hidden-characters.ts';
import { renderHeadline } from '../say/text/render-headline.ts';

export interface GateOptions {
  readonly requireAxis?: readonly string[];
  readonly requireDecision?: boolean;
  readonly failOnLikely?: boolean;
  readonly json?: boolean;
}

export function addGateOptions(command: Command): Command {
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
    .option('--json', 'print code, reasons and summary as JSON')
    .addHelpText(
      'after',
      ['\nExit codes:', ...Object.values(gateExits).map(({ code, meaning }) => `  ${code}  ${meaning}`)].join('\n'),
    );
}

function readAxes(text: string, before: readonly string[] = []): string[] {
  const named = text.split(',').map((one) => one.trim());
  if (named.includes('')) throw new InvalidArgumentError('Name an axis, as in cpu_stacks or files,network.');
  return [...new Set([...before, ...named])];
}

/** Prints the answer and returns the exit code. @throws RangeError naming an axis that does not exist. */
export function printGate(
  diff: Diff,
  { requireAxis, requireDecision, failOnLikely, json = false }: GateOptions,
): number {
  const { code, lines } = judgeGate(diff, { requiredAxes: requireAxis, requireDecision, failOnLikely });
  const text = json
    ? printableJson(JSON.stringify({ code, reasons: lines, summary: diff.summary }))
    : [...lines, '', ...renderHeadline(diff)].map(printable).join('\n');
  process.stdout.write(`${text}\n`);
  return code;
}

/** Sets the exit code; whatever keeps the gate from answering is operational. */
export async function runGate(program: string, work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : 'unknown cause';
    process.stderr.write(`${program} gate: ${message}\n`);
    process.exitCode = gateExits.operational.code;
  }
}
