/** Commands on the machine of an Agent. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import type { ChainEnd } from '../../agent/audit/audit-line.ts';
import { documentNames } from '../../policy/policy-files.ts';
import type { AuditOptions, VerifyOptions } from '../commands/audit.ts';
import type { RunOptions } from '../commands/run.ts';
import { FarolCommand } from './farol-command.ts';
import { collect } from './parse-values.ts';

interface JsonOption {
  readonly json?: true;
}

export function runCommand(): FarolCommand {
  return new FarolCommand('run')
    .summary('run an operation of the catalog')
    .description('run an operation of the catalog here, with the configuration of an Agent and no control plane')
    .argument('<operation>', 'name as `farol catalog` lists it')
    .option('--args <json>', 'arguments as JSON; - reads them from standard input', '{}')
    .option('--source <source>', 'the source to use, when several can answer; all, or again for another', collect)
    .option('--json', 'print the whole envelope, or { "error": … }')
    .example(
      'farol run deploy.listProjects',
      `farol run compute.listInstances --args '{"region":"eu-west-1"}' --json`,
      'farol run compute.listInstances --source all',
    )
    .action(async (operation: string, options: RunOptions) => {
      const { runOperation } = await import('../commands/run.ts');
      await runOperation(operation, options);
    });
}

export function healthCommand(): FarolCommand {
  return new FarolCommand('health')
    .summary('run the checks of the connectors')
    .description('run the checks of the sources here, with the configuration of an Agent and no control plane')
    .option('--source <source>', 'only this source, or all of this connector')
    .addOption(new Option('--connector <connector>', 'the same').conflicts('source'))
    .option('--json', 'print the report as the control plane receives it')
    .example('farol health --source grafana')
    .action(async (options: { connector?: string; source?: string } & JsonOption) => {
      const { checkHealth } = await import('../commands/health.ts');
      await checkHealth(options);
    });
}

export function sourcesCommand(): FarolCommand {
  const command = new FarolCommand('sources')
    .summary('list what can be read, and whether it can')
    .description('list the sources that are configured here, each with its connector and the state of its worst check')
    .option('--offline', 'send nothing: leave out the checks')
    .option('--json', 'print JSON')
    .example('farol sources', 'farol sources --offline --json')
    .action(async (options: { offline?: true } & JsonOption) => {
      const { listSources } = await import('../commands/sources.ts');
      await listSources(options);
    });
  command
    .command('accounts')
    .summary('print the accounts of an AWS organization as sources')
    .description(
      'ask AWS Organizations for its accounts, and print each as an entry for the sources file that assumes a role there; changes nothing',
    )
    .requiredOption(
      '--source <source>',
      'the source of AWS that asks, of the management account or a delegated administrator',
    )
    .requiredOption('--role <name>', 'name of the role in every account, with its path if it has one')
    .option('--external-id <id>', 'external id that the roles require; default: that of the source')
    .example('farol sources accounts --source aws --role farol-agent > accounts.json')
    .action(async (options: { source: string; role: string; externalId?: string }) => {
      const { listAccountSources } = await import('../commands/source-accounts.ts');
      await listAccountSources(options);
    });
  return command;
}

export function catalogCommand(): FarolCommand {
  const load = () => import('../commands/catalog.ts');
  const command = new FarolCommand('catalog')
    .summary('list the operations and what they need')
    .description('list the operations, one a line; with a name: its arguments, its connectors and the grants they need')
    .argument('[operation]', 'print everything about this one')
    .option('--json', 'print JSON')
    .example('farol catalog', 'farol catalog metrics.query')
    .action(async (operation: string | undefined, options: JsonOption) =>
      (await load()).showCatalog(operation, options),
    );
  command
    .command('lock')
    .summary('write the operations of this version into a lock file')
    .description('write the lock file for RUNNER_CATALOG_LOCK_FILE with the operations of this version')
    .option('--out <file>', 'replace this file; standard output when left out')
    .example('farol catalog lock --out catalog.lock.json')
    .action(async (options: { out?: string }) => (await load()).lockCatalog(options));
  command
    .command('diff')
    .summary('show what changed since a lock file was written')
    .description('show what this version added, changed and removed since a lock file was written')
    .argument('<file>', 'the lock file')
    .option('--json', 'print JSON')
    .example('farol catalog diff catalog.lock.json')
    .action(async (file: string, options: JsonOption) => (await load()).diffCatalog(file, options));
  return command;
}

export function policyCommand(): FarolCommand {
  const load = () => import('../commands/policy.ts');
  const command = new FarolCommand('policy')
    .summary('print, compare and narrow the permission documents')
    .description('print, compare and narrow the permission documents');
  command
    .command('print')
    .description('print a permission document')
    .addArgument(new Argument('<document>', 'which one').choices([...documentNames.keys()]))
    .option('--strict', 'aws: without wildcards')
    .option('--prefix <prefix>', 'aws-secret-store: the prefix below which secrets are read')
    .option('--region <region>', 'aws-secret-store: region of the secrets')
    .option('--account <account>', 'aws-secret-store: account of the secrets')
    .option('--partition <partition>', 'aws-secret-store: aws, aws-cn or aws-us-gov')
    .option('--role <arn...>', 'aws-assume-role: a role to assume')
    .option('--base <arn...>', 'aws-trust: user or role of the base credential')
    .option('--external-id <id>', 'aws-trust: external id that is required')
    .example('farol policy print aws --strict', 'farol policy print kubernetes | kubectl apply -f -')
    .action(async (name: string, options) => (await load()).printPolicy(name, options));
  command
    .command('accounts')
    .summary('print what each account of AWS needs')
    .description(
      'print what the roles need that sources assume: policy of the base credential, and for each account of AWS the trust policy and permissions of each role',
    )
    .option('--sources <file>', 'the sources file; default: RUNNER_SOURCES_FILE')
    .option('--base <arn...>', 'user or role of the base credential')
    .option('--strict', 'without wildcards')
    .option('--out <folder>', 'write base.json and one file for each account there; standard output when left out')
    .example('farol policy accounts --sources sources.json --out aws-accounts')
    .action(async (options: { sources?: string; base?: string[]; strict?: true; out?: string }) => {
      const { printAccounts } = await import('../commands/policy-accounts.ts');
      await printAccounts(options);
    });
  command
    .command('diff')
    .summary('show what changed between two AWS policies')
    .description('show what changed between two AWS policies, each a released version or a file')
    .argument('<before>', 'a version, as in 1.0.0, or a file')
    .argument('<after>', 'a version or a file')
    .option('--json', 'print JSON')
    .example('farol policy diff applied.json new.json')
    .action(async (before: string, after: string, options: JsonOption) =>
      (await load()).diffTwoPolicies(before, after, options),
    );
  command
    .command('for')
    .summary('print the least AWS policy for an allow file')
    .description('print the least AWS policy for exactly the operations that an allow file enables')
    .requiredOption('--enabled <file>', 'an allow file, as for RUNNER_ALLOW_FILE')
    .option('--strict', 'without wildcards')
    .example('farol policy for --enabled allow.json > policy.json')
    .action(async (options: { enabled: string; strict?: true }) => (await load()).printLeastPolicy(options));
  command
    .command('without')
    .summary('show what stops working without a statement')
    .description('show which operations stop working without a statement of the AWS policy')
    .argument('<sid>', 'the statement')
    .option('--json', 'print JSON')
    .example('farol policy without CloudWatchMetrics')
    .action(async (sid: string, options: JsonOption) => (await load()).showWithout(sid, options));
  return command;
}

export function auditCommand(): FarolCommand {
  const load = () => import('../commands/audit.ts');
  const audit = new FarolCommand('audit')
    .summary('verify the record of every request')
    .description('verify the record of every request to the Agent on this machine, and add up what it returned');
  withFolder(audit.command('verify'))
    .description('check the hash chain, and name the first bad record and its change')
    .option(
      '--anchor <index:hash>',
      "a record of the Agent's log that is known from its health report, its own log or an earlier verification; may be repeated",
      parseAnchor,
    )
    .example('farol audit verify --dir /var/lib/farol')
    .action(async (options: VerifyOptions) => (await load()).verifyLogs(options));
  withFolder(audit.command('egress'))
    .summary('add up what was returned')
    .description('add up what was returned: requests, rows and bytes by day, operation and source')
    .example('farol audit egress --dir /var/lib/farol --json')
    .action(async (options: AuditOptions) => (await load()).sumEgress(options));
  return audit;
}

export function supportBundleCommand(): FarolCommand {
  return new FarolCommand('support-bundle')
    .summary('write a redacted document for support')
    .description('write a redacted document about the Agent on this machine, for support')
    .option('--out <file>', 'file to create; default: farol-support-<time>.json')
    .option('--offline', 'send nothing: leave out the control plane and the connectors')
    .example('farol support-bundle --out support.json')
    .action(async (options: { out?: string; offline?: true }) => {
      const { writeSupportBundle } = await import('../commands/support-bundle.ts');
      await writeSupportBundle(options);
    });
}

function withFolder(command: FarolCommand): FarolCommand {
  return command
    .option('--dir <folder>', 'folder of the log; default: RUNNER_IDENTITY_DIR')
    .option('--json', 'print JSON');
}

function parseAnchor(text: string, earlier: readonly ChainEnd[] = []): readonly ChainEnd[] {
  const parts = /^(?<seq>[1-9]\d{0,14}):(?<hash>[0-9a-f]{64})$/u.exec(text)?.groups;
  if (parts === undefined) throw new InvalidArgumentError('<number of the record>:<its hash> is expected.');
  return [...earlier, { seq: Number(parts['seq']), hash: parts['hash'] ?? '' }];
}
