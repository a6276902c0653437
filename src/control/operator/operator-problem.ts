/** Refusals that the operator can fix: printed as they are, while a failure of ours keeps its stack. */
import { BackupRefused } from '../backup/copy-store.ts';
import { ConfigProblems } from '../config/config.ts';
import { KeyRefusal } from '../keys/store-key.ts';
import { RotationRefused } from '../keys/rotation.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { NewerStore } from '../store/migrate.ts';

/** What the operator can fix; printed without a stack. */
export class OperatorProblem extends Error {
  override readonly name = 'OperatorProblem';
}

/** The words for a refusal. @throws the error itself when it is not one: a failure of ours keeps its stack. */
export function tellOperator(error: unknown): string {
  const refusals = [
    OperatorProblem,
    ConfigProblems,
    ApiProblem,
    KeyRefusal,
    RotationRefused,
    BackupRefused,
    NewerStore,
  ];
  if (error instanceof Error && refusals.some((one) => error instanceof one)) return error.message;
  throw error;
}
