/**
 * `farol control enrolment-files`: runs once beside a new control plane, so that Agent and Profiler of the same
 * machine enrol without a person who copies a token.
 */
import { systemClock } from '../../core/clock.ts';
import { prepareEnrolment } from '../../control/operator/enrolment-files.ts';
import { tellOperator } from '../../control/operator/operator-problem.ts';

/** Exit codes: 0 every file is as it should be, 1 the store or the folder cannot be used, or no control plane has started. */
export async function writeEnrolmentFiles(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Promise<number> {
  try {
    for (const line of await prepareEnrolment(env, folder, systemClock)) process.stderr.write(`${line}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`farol control enrolment-files: ${tellOperator(error)}\n`);
    return 1;
  }
}
