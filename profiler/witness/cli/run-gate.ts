/** The answer of a gate, the same for files and for a control plane, and how it ends a program. */
import type { Diff } from '../diff/diff.ts';
import { judgeGate } from '../say/gate/gate.ts';
import { printable, printableJson } from '../../../src/core/text/hidden-characters.ts';
import { renderHeadline } from '../say/text/render-headline.ts';
import { gateExits } from './exit-codes.ts';
import type { GateOptions } from './gate-options.ts';

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
