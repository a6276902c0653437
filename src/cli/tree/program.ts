/**
 * Every command of `farol`, by group. A release has the commands of its own parts: a command whose part is not there is
 * left out.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProgramKind } from '../../core/delivered/delivered-programs.ts';
import { localExits } from '../../core/exit-codes.ts';
import { readVersion } from '../../core/version.ts';
import { findHostProgram } from '../setup/host-program.ts';
import { completionCommand } from './completion.ts';
import { FarolCommand, unknownCommand } from './farol-command.ts';

const program = path.resolve(import.meta.dirname, '../../..');
/** Above the compiled files; sources lie in it. */
const repository = path.basename(program) === 'dist' ? path.dirname(program) : program;

type Group = 'Start' | 'Captures' | 'Programs' | 'Agent' | 'Develop' | 'Shell';

/** Every user of a machine can read the arguments of every process: a token among them is refused, and not repeated. */
export function refuseTokens(args: readonly string[]): void {
  if (!args.some((argument) => /\br(?:api|boot|inc|link|mcp|pcap)_/u.test(argument))) return;
  process.stderr.write(
    'farol: a token was given as an argument. Give it in a variable or a file, and replace this one.\n',
  );
  process.exit(localExits.usage.code);
}

export async function farolProgram(): Promise<FarolCommand> {
  const farol = new FarolCommand('farol')
    .description('Ask questions of your own infrastructure without giving anyone a key.')
    .version(readVersion(), '-V, --version', 'print the version');
  const add = (group: Group, ...commands: FarolCommand[]): void => {
    for (const command of commands) farol.addCommand(command.helpGroup(group));
  };
  const isClone = existsSync(path.join(repository, 'scripts'));
  const kinds = presentKinds();
  const host = isClone ? undefined : findHostProgram(repository);
  if (isClone) add('Start', (await import('./repository.ts')).demoCommand());
  if (isClone || host !== undefined) {
    const { removeCommand, setupCommand } = await import('./setup.ts');
    for (const command of [setupCommand(host === undefined ? kinds : [host.kind]), removeCommand()]) {
      // A clone describes them for the reference, and is no archive that they could install.
      farol.addCommand(command.helpGroup('Start' satisfies Group), { hidden: isClone });
    }
  }
  if (has('src/control')) {
    const { loginCommand, logoutCommand } = await import('./login.ts');
    add('Start', loginCommand(), logoutCommand());
    add('Captures', (await import('./capture.ts')).captureCommand(), (await import('./token.ts')).tokenCommand());
    add('Programs', (await import('./control.ts')).controlCommand());
  }
  const instances = await import('./instances.ts');
  if (has('src/agent')) add('Programs', instances.agentCommand());
  if (has('profiler/host')) add('Programs', instances.profilerCommand());
  const { doctorCommand } = await import('./doctor.ts');
  if (has('src/agent')) {
    const agent = await import('./agent-machine.ts');
    add('Agent', agent.runCommand(), agent.catalogCommand(), agent.sourcesCommand(), agent.healthCommand());
    add('Agent', doctorCommand(kinds), agent.policyCommand(), agent.auditCommand(), agent.supportBundleCommand());
  } else add('Programs', doctorCommand(kinds));
  if (isClone) {
    const { testCommand, benchCommand, connectorCommand, releaseCommand } = await import('./repository.ts');
    const connector = (): Promise<void> => runScript('connector');
    add(
      'Develop',
      testCommand(() => runScript('check')),
      benchCommand(),
    );
    add('Develop', connectorCommand({ create: connector, addOperation: connector, test: connector }));
    add(
      'Develop',
      releaseCommand(() => runScript('release')),
    );
  }
  add('Shell', completionCommand(farol));
  farol.addCommand(helpCommand(farol), { hidden: true });
  return farol;
}

/** `farol help capture wait` is `farol capture wait --help`. */
function helpCommand(farol: FarolCommand): FarolCommand {
  return new FarolCommand('help')
    .description('print the help of a command')
    .argument('[command...]', 'as it is called')
    .action((names: readonly string[]) => {
      let command = farol;
      for (const name of names) {
        const below = command.children.find((one) => one.name() === name);
        if (below === undefined) return command.error(unknownCommand(name, command));
        command = below;
      }
      return command.outputHelp();
    });
}

/** In the order in which a person without a choice means them. */
function presentKinds(): [ProgramKind, ...ProgramKind[]] {
  const folders = { agent: 'src/agent', profiler: 'profiler/host', control: 'src/control' } as const;
  const kinds = (Object.keys(folders) as (keyof typeof folders)[]).filter((kind) => has(folders[kind]));
  const [first, ...others] = kinds;
  if (first === undefined) throw new Error(`${program} holds no program`);
  return [first, ...others];
}

function has(folder: string): boolean {
  return existsSync(path.join(program, folder));
}

/** In this process, with the arguments after the name of the command. */
async function runScript(name: string): Promise<void> {
  const script = path.join(repository, 'scripts', `${name}.ts`);
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
}
