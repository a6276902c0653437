/** The gates that several layers share. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { failuresOfVitest, type VitestReport } from './failures.ts';
import { changedSinceClean } from './lint-changed.ts';
import { runCommand } from './run-command.ts';
import type { Gate, Output, Tally } from './run-gates.ts';
import { deepTag, type Layer, layerVariable } from './test-files.ts';

export const root = path.resolve(import.meta.dirname, '../..');
export const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);

export function execute(
  command: readonly string[],
  { onText }: Output,
  more: { readonly keep?: boolean; readonly env?: NodeJS.ProcessEnv } = {},
) {
  return runCommand(command, { cwd: root, onText, ...more });
}

/** Counts as one test, which passes when the command ends with status 0. */
export function judge(name: string, command: readonly string[]): Gate {
  return {
    name,
    run: async (output) => {
      const isGreen = (await execute(command, output)).status === 0;
      return { passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, skipped: 0 };
    },
  };
}

/** For a gate that this machine cannot run: it is counted, and the end of the run says why. */
export function skipBecause(why: string, { say }: Output): Tally {
  say(`skipped: ${why}`);
  return { passed: 0, failed: 0, skipped: 1, whySkipped: why };
}

/** Checks the types of everything but the web app, again only where something changed: `.farol` remembers the rest. */
export const typesRecord = '.farol/types.tsbuildinfo';
const lintRecord = '.farol/lint.json';

/** Arguments of tsc, which runs at the root of the repository. */
export const typesArguments = ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', typesRecord] as const;
const webTypes = ['-p', 'web/tsconfig.json', '--incremental', '--tsBuildInfoFile', '.farol/web-types.tsbuildinfo'];

const lint = ['--type-aware', '--deny-warnings'];

const lintOfChanged: Gate = {
  name: 'lint',
  run: async (output) => {
    const list = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs', '*.cjs'];
    const listed = spawnSync('git', list, { cwd: root, encoding: 'utf8' });
    if (listed.status !== 0) throw new Error(`git does not list the files: ${listed.stderr}`);
    const all = listed.stdout.split('\n').filter(Boolean);
    const { files, remember } = changedSinceClean(root, all, path.join(root, lintRecord));
    output.say(`${files.length} of ${all.length} files are not as they were when they were last clean`);
    const isClean = files.length === 0 || (await execute([bin('oxlint'), ...lint, ...files], output)).status === 0;
    if (isClean) remember();
    return { passed: isClean ? 1 : 0, failed: isClean ? 0 : 1, skipped: 0 };
  },
};

/** What is judged without running a program of ours. */
export const sourceGates = (layer: Layer): readonly Gate[] => [
  judge('format', [bin('oxfmt'), '--check', '.']),
  layer === 'quick' ? lintOfChanged : judge('lint', [bin('oxlint'), ...lint]),
  judge('types', [bin('tsc'), ...typesArguments]),
  judge('types of the web app', [bin('tsc'), ...webTypes]),
  judge('dead code', [bin('knip')]),
  judge('generated files', [process.execPath, 'scripts/generate.ts', '--check']),
];

/** The releases that tests of the delivery install from, `next` and `breaking` being later versions; those that are there stay. */
export function buildReleases(...which: readonly ('amd64' | 'next' | 'breaking' | 'arm64')[]): Gate {
  return judge(`releases: ${which.join(', ')}`, [process.execPath, 'test/delivery/build-releases.ts', ...which]);
}

export interface VitestRun {
  readonly output: Output;
  /** Of vitest.config.ts. */
  readonly project: string;
  readonly layer: Layer;
  /** Receives the report, for what is said at the end. */
  readonly reports: VitestReport[];
}

/** A file system in memory, with room for what a run leaves behind, from which the programs that tests compile can start. */
function isRoomy(folder: string): boolean {
  const mounted = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const options = mounted.findLast(([, place, kind]) => place === folder && kind === 'tmpfs')?.[3]?.split(',');
  if (options === undefined || options.includes('noexec')) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 4 * 2 ** 30;
}

/**
 * Where the tests of a quick run put what they throw away: the embedded store and the audit log wait for the disk at each
 * record, which is half the time of their tests. The other layers meet a disk.
 */
const memory = '/dev/shm';

export async function runVitest({ output, project, layer, reports }: VitestRun): Promise<Tally> {
  const isInMemory = layer === 'quick' && isRoomy(memory);
  const scratch = mkdtempSync(path.join(isInMemory ? memory : os.tmpdir(), 'farol-check-'));
  // Tests start programs of unprivileged users from folders in it.
  if (isInMemory) chmodSync(scratch, 0o1777);
  const file = path.join(scratch, 'report.json');
  const filter = layer === 'deep' ? [] : [`--tags-filter=!${deepTag}`];
  const options = [
    `--project=${project}`,
    ...filter,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  try {
    const env = { ...process.env, [layerVariable]: layer, ...(isInMemory && { TMPDIR: scratch }) };
    const { status } = await execute([bin('vitest'), 'run', ...options], output, { env });
    const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
    reports.push(report);
    const failed = report.numFailedTests;
    const leftToDeep = report.testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status: end, tags }) => end === 'skipped' && tags.includes(deepTag)).length;
    return {
      passed: report.numPassedTests,
      // A file that does not load fails no test by name, but it fails the run.
      failed: status !== 0 && failed === 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests - leftToDeep,
      leftToDeep,
      failures: failuresOfVitest(report),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
