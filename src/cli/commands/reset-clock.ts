/**
 * `farol control reset-clock`: for an operator whose machine had a clock that was wrongly ahead. The
 * control plane never goes back in time by itself, because an expired token would be valid again.
 */
import { operatorExits } from '../../core/exit-codes.ts';
import { tellOperator } from '../../control/operator/operator-problem.ts';
import { resetStoreClock } from '../../control/operator/operator-store.ts';

/** Returns one of `operatorExits`: refused while a control plane runs, and when the store cannot be used. */
export async function resetControlClock(env: Readonly<Record<string, string | undefined>>): Promise<number> {
  try {
    const reset = await resetStoreClock(env);
    switch (reset.result) {
      case 'reset':
        process.stdout.write(
          `The time of the store is ${textOf(reset.to)} again; it was ${textOf(reset.from)}. Everyone is signed out, and unused links have expired.\n`,
        );
        return operatorExits.done.code;
      case 'not_ahead':
        process.stdout.write(
          `Nothing to reset: the time of the store (${textOf(reset.mark)}) is not ahead of the clock of this machine (${textOf(reset.machine)}).\n`,
        );
        return operatorExits.done.code;
      case 'in_use':
        process.stderr.write(
          'farol control reset-clock: a control plane is running on this store and would set the time again. Stop every control plane of the store, then run this again.\n',
        );
        return operatorExits.refused.code;
    }
  } catch (error) {
    process.stderr.write(`farol control reset-clock: ${tellOperator(error)}\n`);
    return operatorExits.refused.code;
  }
}

function textOf(time: number | undefined): string {
  return time === undefined ? 'never set' : new Date(time).toISOString();
}
