/**
 * Commands of a clone of the repository; no release has them. `scripts/connector.ts` and `scripts/release.ts` parse with
 * the same definition.
 */
import { existsSync, readdirSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { measureNames } from '../../../bench/bench-report.ts';
import type { BenchOptions } from '../../../bench/run-bench.ts';
import type { DemoOptions } from '../../../demo/run-demo.ts';
import { deliveredPrograms } from '../../core/delivered/delivered-programs.ts';
import { readVersion } from '../../core/version.ts';
import { FarolCommand } from './farol-command.ts';
import { collect, wholeNumber } from './parse-values.ts';

export function demoCommand(): FarolCommand {
  return new FarolCommand('demo')
    .summary('capture two versions here and compare them')
    .description('start everything on this machine, capture two versions of a process and show what changed')
    .option('--once', 'exit when the comparison is printed')
    .option('--json', 'print one JSON object as the last line')
    .option('--recorded', 'replay recorded captures instead of measuring; labelled so everywhere, exit status 1')
    .option('--record <folder>', 'keep the bundles of this run as a recording')
    .option('--keep', 'keep the working folder')
    .option('--verbose', 'print every axis of the comparison, not only its headline')
    .example('./farol demo', './farol demo --once --json')
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import('../../../demo/run-demo.ts');
      process.exitCode = await runDemo(options);
    });
}

export function benchCommand(): FarolCommand {
  return new FarolCommand('bench')
    .summary('measure this machine beside peers')
    .description('measure this machine: costs, latencies and memory, as ratios to a peer where one exists')
    .addOption(new Option('--only <name>', 'run one measure').choices(measureNames))
    .option('--repeat <n>', 'repetitions of every measure, 1 to 100', wholeNumber(1, 100), 5)
    .option('--window <seconds>', 'length of a capture of the collector, 2 to 60', wholeNumber(2, 60), 10)
    .option(
      '--minutes <n>',
      'length of a soak, of 120 minutes otherwise, or for how long replicas of a fleet are killed one after the other, 5 and at most 10',
      wholeNumber(1, 1440),
    )
    .option('--instances <n>', 'simulated instances of the fleet, 20 to 2000', wholeNumber(20, 2000), 2000)
    .option(
      '--big',
      'also measure the collector on executables of about 400 MB and 1 GB; the first time their build takes minutes',
    )
    .option('--attack <part>', 'with --only hostile: only attacks that have this in their name')
    .option('--axes', 'also measure the overhead of each axis alone')
    .option('--json', 'print one JSON object as the last line')
    .example('./farol bench --only gate', './farol bench --repeat 3 --json')
    .action(async (options: BenchOptions) => {
      const { runBench } = await import('../../../bench/run-bench.ts');
      process.exitCode = await runBench(options);
    });
}

/** Of a script. */
type Done = void | Promise<void>;

export function testCommand(work: (options: { quick?: true; deep?: true; delivery?: true }) => Done): FarolCommand {
  const layer = (flag: string, text: string): Option =>
    new Option(`--${flag}`, text).conflicts(['quick', 'deep', 'delivery'].filter((one) => one !== flag));
  return new FarolCommand('test')
    .summary('run the tests')
    .description('run the tests of a layer; CONTRIBUTING.md says what each holds')
    .addOption(layer('quick', 'format, lint, types, unit and contract tests; under 2 minutes'))
    .addOption(layer('deep', 'everything; hours'))
    .addOption(layer('delivery', 'build, sign, install and upgrade releases; as root'))
    .example('./farol test --quick')
    .action(work);
}

export interface ReleaseOptions {
  readonly out: string;
  readonly tag: string;
  readonly arch: readonly ('amd64' | 'arm64')[];
  readonly image: readonly string[];
  readonly packages?: string;
  readonly recordPackages?: boolean;
  readonly key?: string;
  readonly push: readonly string[];
  readonly builder: string;
}

export function releaseCommand(work: (options: ReleaseOptions) => Done): FarolCommand {
  const architectures = ['amd64', 'arm64'];
  const images = Object.values(deliveredPrograms);
  return new FarolCommand('release')
    .summary('build a release')
    .description('build images, archives, lists of contents, provenance and checksums of one version')
    .wrongCallEndsWith(1)
    .requiredOption('--out <folder>', 'folder that receives everything; created, and must be empty')
    .addOption(
      new Option('--tag <tag>', 'v<major>.<minor>.<patch>')
        .argParser(parseTag)
        .default(`v${readVersion()}`, 'that of package.json'),
    )
    .option('--arch <name>', `only this architecture: ${architectures.join(' or ')}`, choose(architectures), [])
    .option('--image <name>', `only this image: ${images.join(', ')}`, choose(images), [])
    .option('--packages <folder>', "keep Debian's packages there, and take those that are there already")
    .option(
      '--record-packages',
      "note this release's packages of Debian in the repository: the next one names what differs",
    )
    .option('--key <file>', 'sign with this private key of cosign; its password is in COSIGN_PASSWORD')
    .option(
      '--push <registry>',
      'publish the images there and sign them, for example registry.example/team; repeat it for more',
      (text: string, before: string[]) => [...before, text.replace(/\/+$/u, '')],
      [],
    )
    .option('--builder <uri>', 'who builds, for the provenance', 'urn:farol:builder:unnamed')
    .example('./farol release --out release', './farol release --out release --arch amd64 --key cosign.key')
    .hook('preAction', (command) => {
      const { out, push, key } = command.opts<ReleaseOptions>();
      // A release that is finished is published from its folder.
      if (push.length === 0 && existsSync(out) && readdirSync(out).length > 0) {
        command.error(`error: --out ${out} is not empty; name a new folder`);
      }
      if (push.length > 0 && key === undefined) {
        command.error('error: --push needs --key: an image without a signature cannot be verified');
      }
    })
    .action(work);
}

export interface ConnectorWork {
  readonly create: (id: string, options: { title?: string; operation: string[] }) => Done;
  readonly addOperation: (
    id: string,
    operation: string,
    options: { call: string[]; grant?: string[]; summary: string },
  ) => Done;
  readonly test: (id: string, options: { real?: true }) => Done;
}

export function connectorCommand({ create, addOperation, test }: ConnectorWork): FarolCommand {
  const connector = new FarolCommand('connector')
    .summary('add a connector or an operation, and test it')
    .description('write the files of a connector or of one operation, and run what every connector must pass');
  connector
    .command('new')
    .summary('write the files of a new connector')
    .description('write the files of a new connector, which passes its tests')
    .argument('<id>', 'lower-case letters and digits')
    .option('--title <name>', 'as people write it; default: the id')
    .requiredOption('--operation <domain.operation>', 'what it answers; repeat it for more', collect)
    .example('./farol connector new acme --title Acme --operation deploy.listProjects')
    .action(create);
  connector
    .command('add-operation')
    .summary('write the skeleton of an operation')
    .description('write the skeleton of an operation of a connector, and list the files that are left to write')
    .argument('<connector>', 'its id')
    .argument('<domain.operation>', 'name in the catalog, new or known')
    .requiredOption('--call <call>', 'what it calls, in the spelling of the vendor; repeat it for more', collect)
    .option('--grant <grant>', 'what it needs, in the spelling of the vendor; repeat it for more', collect)
    .requiredOption('--summary <text>', 'one sentence')
    .example(
      "./farol connector add-operation vercel deploy.listDomains \\\n      --call 'GET /v5/domains' --summary 'Domains of the team.'",
    )
    .action(addOperation);
  connector
    .command('test')
    .summary('run what a connector must pass')
    .description('run the types, the contract tests, the tests of the connector and the check of generated pages')
    .argument('<connector>', 'its id')
    .option('--real', 'also the tests with the real system')
    .example('./farol connector test vercel')
    .action(test);
  return connector;
}

function parseTag(text: string): string {
  if (!/^v\d+\.\d+\.\d+$/u.test(text)) throw new InvalidArgumentError('A tag has the form v<major>.<minor>.<patch>.');
  return text;
}

/** One value of a list that may be given again and again. */
function choose(choices: readonly string[]): (text: string, before: readonly string[]) => string[] {
  return (text, before) => {
    const found = choices.find((one) => one === text);
    if (found === undefined) throw new InvalidArgumentError(`One of ${choices.join(', ')}.`);
    return [...new Set([...before, found])];
  };
}
