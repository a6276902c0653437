/**
 * `farol control organization`: several organizations in one installation. It works on the store itself: no route of
 * the control plane makes or renames one. Each command ends with one of `operatorExits`.
 */
import { operatorExits } from '../../core/exit-codes.ts';
import type { OperatorOrganizations } from '../../control/operator/operator-organizations.ts';

export const createOrganization = (name: string): Promise<void> =>
  run('create', async (all) => print(await all.create(name)));

export const renameOrganization = (from: string, to: string): Promise<void> =>
  run('rename', (all) => all.rename(from, to));

export function listOrganizations({ json = false }: { readonly json?: boolean }): Promise<void> {
  return run('list', async (all) => {
    const organizations = (await all.list()).map(({ id, name, createdAt, people }) => ({
      id,
      name,
      created_at: new Date(createdAt).toISOString(),
      people,
    }));
    if (json) print(JSON.stringify({ organizations }));
    else for (const one of organizations) print(`${one.name}  ${one.created_at}  people: ${one.people}  ${one.id}`);
  });
}

async function run(name: string, work: (organizations: OperatorOrganizations) => Promise<void>): Promise<void> {
  const [{ openOperatorOrganizations }, { tellOperator }] = await Promise.all([
    import('../../control/operator/operator-organizations.ts'),
    import('../../control/operator/operator-problem.ts'),
  ]);
  try {
    const organizations = await openOperatorOrganizations(process.env);
    try {
      await work(organizations);
      process.exitCode = operatorExits.done.code;
    } finally {
      await organizations.close();
    }
  } catch (error) {
    process.stderr.write(`farol control organization ${name}: ${tellOperator(error)}\n`);
    process.exitCode = operatorExits.refused.code;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
