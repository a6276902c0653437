/** `farol remove`: takes a program off a host, and says what stays. */
import type { HostProgram } from './host-program.ts';
import { carryOut, renderSteps } from './carry-out.ts';
import { planRemove } from './plan/plan-remove.ts';
import { SetupProblem } from './setup-problem.ts';

export interface RemoveOptions {
  readonly print?: true;
  readonly purge?: true;
}

/** Returns what to print. @throws SetupProblem */
export function runRemove(program: HostProgram, { print, purge }: RemoveOptions): string {
  const { steps, stays } = planRemove(program, purge === true);
  const kept = stays.map(([place, why]) => `  ${place}: ${why}`);
  if (print === true) return [renderSteps(steps), ...(kept.length > 0 ? ['', '# Stays:', ...kept] : [])].join('\n');
  if (process.getuid?.() !== 0) throw new SetupProblem('It removes from the whole host. Run it as root.');
  const changed = carryOut(steps, 'remove');
  const isAny = changed.some((title) => title !== 'systemd');
  return [
    isAny ? `The ${program.title} is removed from this host.` : `No ${program.title} was installed on this host.`,
    ...(kept.length > 0
      ? ['', 'What stays, until farol remove --purge is run from an unpacked archive:', ...kept]
      : []),
    ...(program.kind === 'control' || !isAny ? [] : ['', 'Next: revoke the instance on the Fleet page.']),
  ].join('\n');
}
