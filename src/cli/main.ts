/**
 * `farol`: one entry for every program. Each command loads its part on first use, so that the Agent
 * never pays for the control plane and `farol --help` starts at once.
 */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { backupCommands } from './commands/backup.ts';
import { organizationCommand } from './commands/organization.ts';
import { rotateKeysCommand } from './commands/rotate-keys.ts';
import { localExits } from '../core/exit-codes.ts';
import type { DemoOptions } from '../../demo/run-demo.ts';

// Every user of a machine can read the arguments of every process: a token among them is refused, and not repeated.
if (process.argv.some((argument) => /\br(?:boot|pcap|api|link)_/u.test(argument))) {
  process.stderr.write(
    'farol: a token was given as an argument. Give it in a variable or a file, and replace this one.\n',
  );
  process.exit(localExits.usage.code);
}

const manifest = JSON.parse(readFileSync(findManifest(), 'utf8')) as { version: string };

const program = new Command('farol')
  .description('Ask questions of your own infrastructure without giving anyone a key.')
  .version(manifest.version)
  .enablePositionalOptions()
  // Inherited by the commands below: a wrong call ends with one code, as a wrong call of any of them does.
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? localExits.done.code : localExits.usage.code))
  .showHelpAfterError('(run with --help for the options)');

program
  .command('demo')
  .description('start everything on this machine, capture two versions of a process and show what changed')
  .option('--once', 'exit when the comparison is printed')
  .option('--json', 'print one JSON object as the last line')
  .option('--recorded', 'replay recorded captures instead of measuring; labelled so everywhere, exit status 1')
  .option('--record <folder>', 'keep the bundles of this run as a recording')
  .option('--keep', 'keep the working folder')
  .option('--verbose', 'print every axis of the comparison, not only its headline')
  .action(async (options: DemoOptions) => {
    const { runDemo } = await import('../../demo/run-demo.ts');
    process.exitCode = await runDemo(options);
  });

const control = program.command('control').description('run the control plane');
control.addCommand(rotateKeysCommand());
control.addCommand(organizationCommand());
for (const command of backupCommands()) control.addCommand(command);
control.action(async () => {
  const { runControl } = await import('../control/main.ts');
  process.exitCode = await runControl(process.env);
});
control
  .command('owner-link')
  .description('print a one-time sign-in link for an owner, on the machine of the control plane')
  .option('--owner <name or id>', 'the owner to sign in; default: the one who joined first')
  .option('--organization <name>', 'default: that of FAROL_ORGANIZATION, or the first one')
  .action(async (options: { owner?: string; organization?: string }) => {
    const { printOwnerLink } = await import('./commands/owner-link.ts');
    process.exitCode = await printOwnerLink(process.env, options);
  });
control
  .command('reset-clock')
  .description('set the time of the store back to the clock of this machine, after that clock was wrongly ahead')
  .action(async () => {
    const { resetControlClock } = await import('./commands/reset-clock.ts');
    process.exitCode = await resetControlClock(process.env);
  });
control
  .command('enrolment-files')
  .description(
    'write the authority and a bootstrap token for each class that has no instance yet, for `docker compose`',
  )
  .requiredOption('--dir <folder>', 'folder that the instances read; it must exist')
  .action(async (options: { dir: string }) => {
    const { writeEnrolmentFiles } = await import('./commands/enrolment-files.ts');
    process.exitCode = await writeEnrolmentFiles(process.env, options.dir);
  });
control
  .command('make-store-key')
  .description('print a new FAROL_STORE_KEY, which encrypts the keys of the control plane in its store')
  .action(async () => {
    const { makeStoreKey } = await import('../control/keys/store-key.ts');
    process.stdout.write(`${makeStoreKey().reveal()}\n`);
  });

program
  .command('agent')
  .description('run an Agent')
  .action(async () => {
    const { runAgent } = await import('../agent/main.ts');
    process.exitCode = await runAgent(process.env);
  });

program
  .command('profiler')
  .description('run a Profiler')
  .action(async () => {
    const { runProfiler } = await import('../../profiler/host/main.ts');
    process.exitCode = await runProfiler(process.env);
  });

const lazy: Record<string, () => Promise<Command>> = {
  capture: async () => (await import('./commands/capture.ts')).captureCommand(),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  run: async () => (await import('./commands/run.ts')).runCommand(),
  health: async () => (await import('./commands/health.ts')).healthCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  catalog: async () => (await import('./commands/catalog.ts')).catalogCommand(),
  policy: async () => (await import('./commands/policy.ts')).policyCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  'support-bundle': async () => (await import('./commands/support-bundle.ts')).supportBundleCommand(),
  bench: async () => (await import('./commands/bench.ts')).benchCommand(),
};
const wanted = process.argv[2] ?? '';
const isList = wanted === '' || wanted === 'help' || wanted === '--help' || wanted === '-h';
for (const name of isList ? Object.keys(lazy) : [wanted]) {
  const load = Object.hasOwn(lazy, name) ? lazy[name] : undefined;
  const command = await load?.().catch((error: unknown) => leaveOut(name, error));
  if (command !== undefined) program.addCommand(command);
}

await program.parseAsync();

/** The manifest lies two folders up from the source and three up from the compiled file. */
function findManifest(): URL {
  const here = new URL('.', import.meta.url);
  return here.pathname.endsWith('/dist/src/cli/')
    ? new URL('../../../package.json', here)
    : new URL('../../package.json', here);
}

/** An image holds what its program needs: the commands of the other programs are not in it. */
function leaveOut(name: string, error: unknown): undefined {
  const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  if (!isAbsent) throw error;
  if (isList) return;
  process.stderr.write(`farol: "${name}" is not a part of this image\n`);
  process.exit(localExits.usage.code);
}
