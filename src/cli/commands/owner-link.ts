/**
 * `farol control owner-link`: for an operator who lost the first link. It works on the store itself:
 * a user who reads the data directory has every right already.
 */
import { operatorExits } from '../../core/exit-codes.ts';
import { printable } from '../../core/text/hidden-characters.ts';
import { tellOperator } from '../../control/operator/operator-problem.ts';
import { openOperatorStore } from '../../control/operator/operator-store.ts';

/** Returns one of `operatorExits`. */
export async function printOwnerLink(
  env: Readonly<Record<string, string | undefined>>,
  { owner, organization }: { readonly owner?: string; readonly organization?: string },
): Promise<number> {
  try {
    const store = await openOperatorStore(env, organization);
    try {
      process.stdout.write(`${await store.mintOwnerLink(owner)}\n`);
      return operatorExits.done.code;
    } finally {
      await store.close();
    }
  } catch (error) {
    process.stderr.write(`farol control owner-link: ${tellOperator(error).split('\n').map(printable).join('\n')}\n`);
    return operatorExits.refused.code;
  }
}
