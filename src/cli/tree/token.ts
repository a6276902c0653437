import { Option } from 'commander';
import { defaultOverlapHours, maxExpiryHours, maxOverlapHours, maxUses } from '../../control/api/token-bounds.ts';
import type { CreateOptions, RotateOptions, StoreOptions } from '../commands/token.ts';
import { FarolCommand } from './farol-command.ts';
import { collect, wholeNumber } from './parse-values.ts';

export function tokenCommand(): FarolCommand {
  const command = new FarolCommand('token')
    .summary('create, list, rotate and revoke tokens')
    .description(
      'create, list, rotate and revoke tokens on the machine of the control plane (FAROL_DATA_DIR or FAROL_DATABASE_URL name its store)',
    );
  const load = () => import('../commands/token.ts');
  withStore(command.command('create'))
    .summary('create a token and print its value')
    .description('create a token and print its value, which is shown only once')
    .addOption(
      new Option('--kind <kind>', 'what it is for')
        .choices(['capture', 'read', 'mcp', 'incident', 'bootstrap'])
        .makeOptionMandatory(),
    )
    .requiredOption('--name <name>', 'its name in records; use one for each pipeline')
    .addOption(new Option('--class <class>', 'bootstrap tokens: what it enrols').choices(['agent', 'profiler']))
    .option(
      '--expires-in-hours <hours>',
      'when it stops working; bootstrap tokens: 24 unless given',
      wholeNumber(1, maxExpiryHours, 'hours'),
    )
    .option(
      '--uses <instances>',
      'bootstrap tokens: how many instances it enrols; 1 unless given',
      wholeNumber(1, maxUses, 'instances'),
    )
    .option(
      '--scope <scope>',
      'read tokens: operations lets it ask reads, the name of a write that write; mcp tokens: captures; incident tokens: workload:<name> and env:<name> restrict it; may be repeated',
      collect,
    )
    .addOption(
      new Option('--on <way>', 'bootstrap tokens: print only the command for this way to install').choices([
        'docker',
        'kubernetes',
        'host',
        'hand',
      ]),
    )
    .example(
      'farol token create --kind capture --name deploy-api > capture.token',
      'farol token create --kind bootstrap --class agent --name eu-west',
    )
    .action(async (options: CreateOptions) => (await load()).createToken(options));
  withStore(command.command('list'))
    .description('list tokens, never their values')
    .example('farol token list')
    .action(async (options: StoreOptions) => (await load()).listTokens(options));
  withStore(command.command('rotate').argument('<id>', 'id as listed'))
    .summary('replace a token by a new value')
    .description('replace a token by a new value with the same scopes and print it; the former one works for a while')
    .option(
      '--overlap-hours <hours>',
      `how long the former value still works; ${defaultOverlapHours} unless given, 0 ends it at once`,
      wholeNumber(0, maxOverlapHours, 'hours'),
    )
    .example('farol token rotate <id> > capture.token')
    .action(async (id: string, options: RotateOptions) => (await load()).rotateToken(id, options));
  withStore(command.command('revoke').argument('<id>', 'id as listed'))
    .description('revoke a token; enrolled instances stay')
    .example('farol token revoke <id>')
    .action(async (id: string, options: StoreOptions) => (await load()).revokeToken(id, options));
  return command;
}

function withStore(command: FarolCommand): FarolCommand {
  return command
    .option('--data-dir <folder>', 'data directory of the control plane')
    .option('--organization <name>', 'organization, when there are several')
    .option('--json', 'print JSON');
}
