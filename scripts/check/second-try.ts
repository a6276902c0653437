/**
 * Tests of the collector measure a machine that others may use too: its host can stop it for a tenth of a second at any
 * place. A few that fail are run once more, alone. What passes then counts as passed and is named at the end of the run
 * with its first message, so that nobody overlooks a test that fails by chance; what fails again has failed.
 */
import { type Failure, renderFailure } from './failures.ts';

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures?: readonly Failure[];
  /** Why something was skipped. */
  whySkipped?: string;
  /** Tests that failed once and then passed. */
  unsteady?: readonly Failure[];
}

/** More than these are not chance. */
const mostUnsteady = 3;

/** The names to run again. None where so many failed, or one without a name, that chance explains nothing. */
export function namesForSecondTry({ failed, failures = [] }: Tally): string[] {
  if (failed > mostUnsteady || failures.length !== failed) return [];
  return [...new Set(failures.map(({ name }) => name))];
}

/** Both tries as one. A name that ran nothing the second time proves nothing. */
export function afterSecondTry(first: Tally, second: Tally, names: readonly string[]): Tally {
  if (second.failed > 0 || second.passed < names.length) return first;
  const { failures = [], failed, passed, skipped } = first;
  return { passed: passed + failed, failed: 0, skipped, unsteady: failures };
}

/** For people: which test it was, and how it failed at first. */
export function renderUnsteady(failure: Failure): string {
  return renderFailure({ ...failure, name: `${failure.name} (failed once, and passed when it was run again alone)` });
}
