/**
 * `farol control owner-link`: for an operator who lost the first link. It works on the store itself:
 * a user who reads the data directory has every right already.
 */
import { tellOperator } from '../../control/operator/operator-problem.ts';
import { openOperatorStore } from '../../control/operator/operator-store.ts';

/** Exit codes: 0 printed, 1 the store cannot be used. */
export async function printOwnerLink(
  env: Readonly<Record<string, string | undefined>>,
  { owner }: { readonly owner?: string },
): Promise<number> {
  try {
    const store = await openOperatorStore(env);
    try {
      process.stdout.write(`${await store.mintOwnerLink(owner)}\n`);
      return 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    process.stderr.write(`farol control owner-link: ${tellOperator(error)}\n`);
    return 1;
  }
}
