/**
 * The whole suite: format, lint, types, dead code, generated files, TypeScript tests, collector
 * tests. Every gate runs even when an earlier one failed; the last line counts them all.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPython } from '../test/aws/python-environment.ts';
import { buildControlPlane } from '../test/eks/control-plane-binaries.ts';
import { target as arm64, notInEmulation, prepareCrossTools } from './arm64.ts';
import { installJavaRuntimes } from '../test/java/runtimes.ts';
import { installNodeReleases } from '../test/node/releases.ts';
import { buildGoPrograms } from '../test/profiler/go-programs.ts';
import { installInterpreters } from '../test/profiler/python-interpreters.ts';
import {
  crashesOfCargo,
  failuresOfCargo,
  failuresOfVitest,
  renderFailure,
  type VitestReport,
} from './check/failures.ts';
import { afterSecondTry, namesForSecondTry, renderUnsteady, type Tally } from './check/second-try.ts';

interface Gate {
  readonly name: string;
  readonly run: () => Tally;
}

const root = path.resolve(import.meta.dirname, '..');
const scratch = mkdtempSync(path.join(os.tmpdir(), 'farol-check-'));
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);
const cargoIn = (folder: string, command: string, args: readonly string[]): string[] => [
  'cargo',
  command,
  '--manifest-path',
  `${folder}/Cargo.toml`,
  ...args,
];
const cargo = (command: string, ...args: string[]): string[] => cargoIn('profiler/ptop', command, args);

const gates: readonly Gate[] = [
  { name: 'format', run: () => judge([bin('oxfmt'), '--check', '.']) },
  { name: 'lint', run: () => judge([bin('oxlint'), '--type-aware', '--deny-warnings']) },
  { name: 'types', run: () => judge([bin('tsc'), '-p', 'tsconfig.json']) },
  { name: 'types of the web app', run: () => judge([bin('tsc'), '-p', 'web/tsconfig.json']) },
  { name: 'dead code', run: () => judge([bin('knip')]) },
  { name: 'generated files', run: () => judge([process.execPath, 'scripts/generate.ts', '--check']) },
  { name: 'collector format', run: () => judgeWith('fmt', cargo('fmt', '--all', '--check')) },
  {
    name: 'collector lint',
    run: () =>
      judgeWith('clippy', [...cargo('clippy', '--locked', '--quiet', '--all-targets'), '--', '-D', 'warnings']),
  },
  {
    name: 'collector fuzzing compiles',
    run: () => judge(cargoIn('profiler/ptop/fuzz', 'check', ['--locked', '--quiet', '--lib', '--bins', '--examples'])),
  },
  { name: 'collector tests', run: runCollectorTests },
  { name: 'collector for arm64', run: runArm64 },
  { name: 'tests', run: runVitest },
];

function judge(command: readonly string[]): Tally {
  const isGreen = execute(command, 'inherit').status === 0;
  return { passed: isGreen ? 1 : 0, failed: isGreen ? 0 : 1, skipped: 0 };
}

/** A Rust compiler from Debian comes without these two tools: the gate is then skipped, and counted as such. */
function judgeWith(tool: string, command: readonly string[]): Tally {
  if (spawnSync('cargo', [tool, '--version'], { cwd: root, stdio: 'ignore' }).status === 0) return judge(command);
  console.log(`skipped: this Rust installation has no cargo ${tool}`);
  return { passed: 0, failed: 0, skipped: 1 };
}

function execute([command = '', ...args]: readonly string[], stdout: 'inherit' | 'pipe', env = process.env) {
  return spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', stdout, 'inherit'],
    encoding: 'utf8',
    maxBuffer: 256 << 20,
  });
}

function runCollectorTests(): Tally {
  // One at a time: each measures a program that keeps a CPU busy, and what it asserts must hold on two CPUs.
  const command = cargo('test', '--locked', '--quiet', '--no-fail-fast', '--', '--test-threads=1');
  const first = tallyOf(execute(command, 'pipe'));
  const names = namesForSecondTry(first);
  if (names.length === 0) return first;
  console.log(`a second try of ${names.join(', ')}`);
  return afterSecondTry(first, tallyOf(execute([...command, '--exact', ...names], 'pipe')), names);
}

function runVitest(): Tally {
  const file = path.join(scratch, 'vitest.json');
  const { status } = execute(
    [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    'inherit',
  );
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  const failed = report.numFailedTests;
  return {
    passed: report.numPassedTests,
    // A file that does not load fails no test by name, but it fails the run.
    failed: status !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: failuresOfVitest(report),
  };
}

function tallyOf({ status, stdout }: { status: number | null; stdout: string }): Tally {
  process.stdout.write(stdout);
  const tally = { passed: 0, failed: 0, skipped: 0, failures: failuresOfCargo(stdout) };
  for (const [, passed, failed, ignored] of stdout.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gmu,
  )) {
    tally.passed += Number(passed);
    tally.failed += Number(failed);
    tally.skipped += Number(ignored);
  }
  tally.failed += crashesOfCargo(stdout);
  if (status !== 0 && tally.failed === 0) tally.failed = 1;
  return tally;
}

/** Everything is built; what needs neither `bpf()` nor a compiler for the targets of the tests is run in emulation. */
function runArm64(): Tally {
  let tools;
  try {
    tools = prepareCrossTools();
  } catch (cause) {
    console.log(cause);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { environment, runner } = tools;
  const built = execute(cargo('build', '--locked', '--quiet', '--target', arm64), 'inherit', environment);
  if (built.status !== 0) return { passed: 0, failed: 1, skipped: 0 };
  const program = path.join(root, 'profiler/ptop/target', arm64, 'debug/ptop');
  const { status, stdout } = execute([...runner, program, '--version'], 'pipe', environment);
  console.log(stdout.trim());
  const isRunning = status === 0 && /^ptop \d+\.\d+\.\d+ \(bpf [0-9a-f]{12}\)$/u.test(stdout.trim());
  const left = Object.keys(notInEmulation);
  const tests = ['-p', 'stacks', '--lib', '--test', 'crafted', '--test', 'fuzz', '--', '--exact'];
  const all = cargo('test', '--locked', '--quiet', '--target', arm64).concat(tests);
  const done = execute([...all, ...left.flatMap((name) => ['--skip', name])], 'pipe', environment);
  const tally = tallyOf(done);
  for (const [name, reason] of Object.entries(notInEmulation)) console.log(`not in emulation: ${name} (${reason})`);
  let leftOut = 0;
  for (const [, count] of done.stdout.matchAll(/(\d+) filtered out/gu)) leftOut += Number(count);
  const isLedgerTrue = leftOut === left.length;
  if (!isLedgerTrue) console.log('a test that is left out in emulation does not exist any more: see scripts/arm64.ts');
  return {
    ...tally,
    passed: tally.passed + Number(isRunning),
    failed: tally.failed + Number(!isRunning) + Number(!isLedgerTrue),
  };
}

installPython();
installJavaRuntimes();
installNodeReleases();
await buildControlPlane(console.log);
installInterpreters(console.log);
buildGoPrograms(console.log);
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
const red: string[] = [];
const seen: string[] = [];
for (const { name, run } of gates) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const { passed, failed, skipped, failures = [], unsteady = [] } = run();
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  if (failed > 0) red.push(name);
  seen.push(...failures.map(renderFailure), ...unsteady.map(renderUnsteady));
  console.log(`== ${name}: ${failed === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
rmSync(scratch, { recursive: true, force: true });

const summary = process.env['FAROL_TEST_SUMMARY'];
const reasons = [...(red.length > 0 ? [`red: ${red.join(', ')}`] : []), ...seen].join('\n');
if (summary !== undefined) writeFileSync(summary, `${total.passed} ${total.failed} ${total.skipped}\n${reasons}\n`);
console.log(reasons === '' ? '' : `\n${reasons}\n`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
