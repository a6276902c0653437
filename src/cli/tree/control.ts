import { Option } from 'commander';
import { operatorExits } from '../../core/exit-codes.ts';
import { FarolCommand } from './farol-command.ts';

export function controlCommand(): FarolCommand {
  const control = new FarolCommand('control')
    .summary('run the control plane, or work on its store')
    .description('run the control plane; its commands work on its store, on the same machine')
    .example('farol control', 'farol control owner-link --owner ana')
    .action(async () => {
      const { runControl } = await import('../../control/main.ts');
      process.exitCode = await runControl(process.env);
    });
  control.addCommand(rotateKeysCommand());
  control.addCommand(organizationCommand());
  addBackups(control);
  addRepairs(control);
  return control;
}

function rotateKeysCommand(): FarolCommand {
  const acts = ['command', 'authority', 'storeKey', 'finish', 'lost'];
  const purposes = ['command', 'authority'];
  const act = (flags: string, description: string): Option => {
    const option = new Option(flags, description);
    return option.conflicts(acts.filter((one) => one !== option.attributeName()));
  };
  return new FarolCommand('rotate-keys')
    .summary('change the keys of the control plane')
    .description('change the keys of the control plane, in the store of a running one')
    .addOption(act('--command', 'create a new command key; the previous one signs for 30 more days'))
    .addOption(act('--authority', 'create a new certificate authority; the previous one is served for 30 more days'))
    .addOption(act('--store-key', 'encrypt the keys with FAROL_STORE_KEY_NEW instead of FAROL_STORE_KEY'))
    .option('--status', 'show the keys and which instances have not confirmed the new ones')
    .addOption(
      act('--finish [key]', 'end the previous key at once, for example because it was stolen').choices(purposes),
    )
    .option('--strand', 'with --finish: although instances know no other key, and must be mended one by one')
    .addOption(
      act('--lost <key>', 'give up a key whose private half is lost; the next start creates another one').choices(
        purposes,
      ),
    )
    .option('--json', 'print JSON')
    .example('farol control rotate-keys --status', 'farol control rotate-keys --command')
    .action(async (options) => {
      const { rotateKeys } = await import('../commands/rotate-keys.ts');
      process.exitCode = await rotateKeys(options);
    });
}

function organizationCommand(): FarolCommand {
  const command = new FarolCommand('organization')
    .summary('create, list and rename organizations')
    .description('create, list and rename the organizations of this installation, on the machine of the control plane');
  const load = () => import('../commands/organization.ts');
  command
    .command('create')
    .description('create an organization and print the sign-in link of its first owner')
    .argument('<name>', 'lower-case letters, digits and inner hyphens')
    .example('farol control organization create acme')
    .action(async (name: string) => (await load()).createOrganization(name));
  command
    .command('list')
    .description('list the organizations, the first one first')
    .option('--json', 'print one JSON object')
    .example('farol control organization list')
    .action(async (options: { json?: true }) => (await load()).listOrganizations(options));
  command
    .command('rename')
    .description('give an organization another name')
    .argument('<name>', 'its present name')
    .argument('<new-name>', 'lower-case letters, digits and inner hyphens')
    .example('farol control organization rename acme acme-europe')
    .action(async (from: string, to: string) => (await load()).renameOrganization(from, to));
  return command;
}

function addBackups(control: FarolCommand): void {
  const keyFile = [
    '--key-file <file>',
    'file with the key that encrypts the archive; default: FAROL_STORE_KEY',
  ] as const;
  const load = () => import('../commands/backup.ts');
  control
    .command('backup')
    .summary('write the store and its keys into one encrypted file')
    .description('write the whole store and its keys into one encrypted file, while the control plane runs')
    .requiredOption('--out <file>', 'file to create; it must not exist yet')
    .option(...keyFile)
    .option('--json', 'print JSON')
    .example('farol control backup --out farol.backup')
    .action(async (options) => (await load()).backUpStore(options));
  control
    .command('restore')
    .summary('restore a backup into an empty store')
    .description('restore a backup into an empty store and data directory, of either kind')
    .requiredOption('--from <file>', 'the backup')
    .option(...keyFile)
    .option('--json', 'print JSON')
    .example('farol control restore --from farol.backup')
    .action(async (options) => (await load()).restoreStore(options));
  control
    .command('migrate-to-postgres')
    .summary('copy the embedded store into PostgreSQL')
    .description('copy the embedded store of a stopped control plane into an empty PostgreSQL')
    .requiredOption('--to <url>', 'postgres:// address without a password; that comes from PGPASSWORD or PGPASSFILE')
    .option('--json', 'print JSON')
    .example('farol control migrate-to-postgres --to postgres://farol@db.example/farol')
    .action(async (options) => (await load()).migrateStore(options));
}

function addRepairs(control: FarolCommand): void {
  control
    .command('owner-link')
    .summary('print a one-time sign-in link for an owner')
    .description('print a one-time sign-in link for an owner, on the machine of the control plane')
    .option('--owner <name or id>', 'the owner to sign in; default: the one who joined first')
    .option('--organization <name>', 'default: that of FAROL_ORGANIZATION, or the first one')
    .example('farol control owner-link')
    .action(async (options: { owner?: string; organization?: string }) => {
      const { printOwnerLink } = await import('../commands/owner-link.ts');
      process.exitCode = await printOwnerLink(process.env, options);
    });
  control
    .command('reset-clock')
    .summary('set the time of the store back')
    .description('set the time of the store back to the clock of this machine, after that clock was wrongly ahead')
    .example('farol control reset-clock')
    .action(async () => {
      const { resetControlClock } = await import('../commands/reset-clock.ts');
      process.exitCode = await resetControlClock(process.env);
    });
  control
    .command('enrolment-files')
    .summary('write what new instances on this machine need to enrol')
    .description(
      'write the authority and a bootstrap token for each class that has no instance yet, for `docker compose`',
    )
    .requiredOption('--dir <folder>', 'folder that the instances read; it must exist')
    .example('farol control enrolment-files --dir /enrolment')
    .action(async (options: { dir: string }) => {
      const { writeEnrolmentFiles } = await import('../commands/enrolment-files.ts');
      process.exitCode = await writeEnrolmentFiles(process.env, options.dir);
    });
  control
    .command('make-store-key')
    .summary('print a new FAROL_STORE_KEY')
    .description('print a new FAROL_STORE_KEY, which encrypts the keys of the control plane in its store')
    .example('farol control make-store-key > store.key')
    .action(async () => {
      const { makeStoreKey } = await import('../../control/keys/store-key.ts');
      process.stdout.write(`${makeStoreKey().reveal()}\n`);
      process.exitCode = operatorExits.done.code;
    });
}
