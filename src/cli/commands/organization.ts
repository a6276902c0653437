/**
 * `farol control organization`: several organizations in one installation. It works on the store itself: no route of
 * the control plane makes or renames one. Each command ends with one of `operatorExits`.
 */
import { Command } from 'commander';
import { operatorExits } from '../../core/exit-codes.ts';
import type { OperatorOrganizations } from '../../control/operator/operator-organizations.ts';

export function organizationCommand(): Command {
  const command = new Command('organization').description(
    'create, list and rename the organizations of this installation, on the machine of the control plane',
  );
  command
    .command('create')
    .description('create an organization and print the one-time sign-in link of its first owner')
    .argument('<name>', 'lower-case letters, digits and inner hyphens')
    .action((name: string) => run('create', async (all) => print(await all.create(name))));
  command
    .command('list')
    .description('list the organizations, the first one first')
    .option('--json', 'print one JSON object')
    .action(({ json = false }: { json?: boolean }) =>
      run('list', async (all) => {
        const organizations = (await all.list()).map(({ id, name, createdAt, people }) => ({
          id,
          name,
          created_at: new Date(createdAt).toISOString(),
          people,
        }));
        if (json) print(JSON.stringify({ organizations }));
        else for (const one of organizations) print(`${one.name}  ${one.created_at}  people: ${one.people}  ${one.id}`);
      }),
    );
  command
    .command('rename')
    .description('give an organization another name')
    .argument('<name>')
    .argument('<new-name>', 'lower-case letters, digits and inner hyphens')
    .action((from: string, to: string) => run('rename', (all) => all.rename(from, to)));
  return command;
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
