/**
 * The whole suite: format, lint, types, dead code, generated files, TypeScript tests, collector
 * tests. Every gate runs even when an earlier one failed; the last line counts them all.
 *
 * What measures nothing runs side by side. The collector's tests measure a machine of two processors and run alone. The
 * soak mostly waits, beside the TypeScript tests. What a release delivers is built beside the other compilers, examined
 * beside the TypeScript tests, and installed and run at the end, alone.
 */
import path from 'node:path';
import { registry } from '../connectors/registry.ts';
import { installJavaRuntimes } from '../test/java/runtimes.ts';
import { installNodeReleases } from '../test/node/releases.ts';
import { buildPprof } from '../test/pprof/real-pprof.ts';
import { buildGoPrograms } from '../test/profiler/go-programs.ts';
import { installInterpreters } from '../test/profiler/python-interpreters.ts';
import { emulatedTests, notInEmulation, prepareCrossTools, target as arm64 } from './arm64.ts';
import { crashesOfCargo, failuresOfCargo, type VitestReport } from './check/failures.ts';
import { deliveredInEveryRun, thisMachine, whyNotDelivered } from './check/delivery-tests.ts';
import { buildReleases, execute, judge, root, runVitest, skipBecause, sourceGates } from './check/gates.ts';
import type { Gate, Output } from './check/run-gates.ts';
import { runStages } from './check/run-stages.ts';
import { prepareConnector } from './connector/prepare.ts';
import { runWitnessArm64 } from './witness-arm64.ts';
import { afterSecondTry, namesForSecondTry, type Tally } from './check/second-try.ts';

const cargoIn = (folder: string, command: string, args: readonly string[]): string[] => [
  'cargo',
  command,
  '--manifest-path',
  `${folder}/Cargo.toml`,
  ...args,
];
const cargo = (command: string, ...args: string[]): string[] => cargoIn('profiler/ptop', command, args);
const clippy = [...cargo('clippy', '--locked', '--quiet', '--all-targets'), '--', '-D', 'warnings'];
const fuzzing = cargoIn('profiler/ptop/fuzz', 'check', ['--locked', '--quiet', '--lib', '--bins', '--examples']);

/** Of the TypeScript tests, the soak included. */
const reports: VitestReport[] = [];
const stages: readonly (readonly (readonly Gate[])[])[] = [
  [
    [...sourceGates, whereDelivered(buildReleases('amd64', 'next', 'breaking'))],
    [
      judgeWith('fmt', 'collector format', cargo('fmt', '--all', '--check')),
      judgeWith('clippy', 'collector lint', clippy),
      judge('collector fuzzing compiles', fuzzing),
      { name: 'collector for arm64', run: runArm64 },
      { name: 'witness on arm64', run: runWitnessArm64 },
    ],
  ],
  [
    [
      { name: 'tests of stacks and symbols', run: (output) => runCargoTests(output, 'stacks', 2), isLive: true },
      // One at a time: each measures a program that keeps a CPU busy, and what it asserts must hold on two CPUs.
      { name: 'collector tests', run: (output) => runCargoTests(output, 'ptop', 1), isLive: true },
    ],
  ],
  [
    [{ name: 'tests', run: (output) => runVitest({ output, options: [], reports }), isLive: true }],
    [
      { name: 'soak', run: (output) => runVitest({ output, options: ['--config', 'vitest.soak.config.ts'], reports }) },
      whereDelivered({ name: 'delivery without containers', run: (output) => runDelivered(output, 'beside') }),
    ],
  ],
  [[whereDelivered({ name: 'delivery', run: (output) => runDelivered(output, 'alone'), isLive: true })]],
];

/** Where no container can be run, the gate is skipped with its reason, and counted as such. */
function whereDelivered(gate: Gate): Gate {
  const why = whyNotDelivered(thisMachine());
  return why === undefined ? gate : { ...gate, run: (output) => skipBecause(why, output) };
}

function runDelivered(output: Output, where: keyof typeof deliveredInEveryRun): Promise<Tally> {
  const options = ['--config', 'vitest.delivery.config.ts', ...deliveredInEveryRun[where]];
  return runVitest({ output, options, reports });
}

/** A Rust compiler from Debian comes without these two tools: the gate is then skipped, and counted as such. */
function judgeWith(tool: string, name: string, command: readonly string[]): Gate {
  const { run } = judge(name, command);
  return {
    name,
    run: async (output) => {
      const found = await execute(['cargo', tool, '--version'], output, { keep: true });
      if (found.status === 0) return run(output);
      return skipBecause(`this Rust installation has no cargo ${tool}`, output);
    },
  };
}

async function runCargoTests(output: Output, crate: 'ptop' | 'stacks', threads: number): Promise<Tally> {
  const inThreads = `--test-threads=${threads}`;
  const command = cargo('test', '--locked', '--quiet', '--no-fail-fast', '-p', crate, '--', inThreads);
  const first = tallyOf(await execute(command, output, { keep: true }), output);
  const names = namesForSecondTry(first);
  if (names.length === 0) return first;
  output.say(`a second try of ${names.join(', ')}`);
  const second = await execute([...command, '--exact', ...names], output, { keep: true });
  return afterSecondTry(first, tallyOf(second, output), names);
}

function tallyOf({ status, stdout }: { status: number | null; stdout: string }, { say }: Output): Tally {
  say(stdout);
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
async function runArm64(output: Output): Promise<Tally> {
  const { say } = output;
  let tools;
  try {
    tools = prepareCrossTools();
  } catch (cause) {
    say(cause instanceof Error ? cause.message : String(cause));
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { environment, runner } = tools;
  const build = cargo('build', '--locked', '--quiet', '--target', arm64);
  const built = await execute(build, output, { env: environment });
  if (built.status !== 0) return { passed: 0, failed: 1, skipped: 0 };
  const program = path.join(root, 'profiler/ptop/target', arm64, 'debug/ptop');
  const keep = { keep: true, env: environment };
  const { status, stdout } = await execute([...runner, program, '--version'], output, keep);
  say(stdout.trim());
  const isRunning = status === 0 && /^ptop \d+\.\d+\.\d+ \(bpf [0-9a-f]{12}\)$/u.test(stdout.trim());
  const left = Object.keys(notInEmulation);
  const tests = [...emulatedTests, '--', '--exact'];
  const all = cargo('test', '--locked', '--quiet', '--target', arm64).concat(tests);
  const done = await execute([...all, ...left.flatMap((name) => ['--skip', name])], output, keep);
  const tally = tallyOf(done, output);
  for (const [name, reason] of Object.entries(notInEmulation)) say(`not in emulation: ${name} (${reason})`);
  let leftOut = 0;
  for (const [, count] of done.stdout.matchAll(/(\d+) filtered out/gu)) leftOut += Number(count);
  const isLedgerTrue = leftOut === left.length;
  if (!isLedgerTrue) say('a test that is left out in emulation does not exist any more: see scripts/arm64.ts');
  return {
    ...tally,
    passed: tally.passed + Number(isRunning),
    failed: tally.failed + Number(!isRunning) + Number(!isLedgerTrue),
  };
}

for (const { manifest } of registry) await prepareConnector(root, manifest.id, { isReal: true });
installJavaRuntimes();
installNodeReleases();
installInterpreters(console.log);
buildGoPrograms(console.log);
buildPprof(console.log);
process.exitCode = await runStages(stages, reports);
