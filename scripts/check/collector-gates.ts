/** The gates of the collector, a Cargo workspace. */
import path from 'node:path';
import { emulatedTests, notInEmulation, prepareCrossTools, target as arm64 } from '../arm64.ts';
import { crashesOfCargo, failuresOfCargo } from './failures.ts';
import { execute, judge, root, skipBecause } from './gates.ts';
import type { Gate, Output, Tally } from './run-gates.ts';

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

export const collectorLints: readonly Gate[] = [
  judgeWith('fmt', 'collector format', cargo('fmt', '--all', '--check')),
  judgeWith('clippy', 'collector lint', clippy),
];
export const fuzzingCompiles: Gate = judge('collector fuzzing compiles', fuzzing);
export const collectorOnArm64: Gate = { name: 'collector for arm64', run: runArm64 };

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

interface CollectorTests {
  readonly threads: number;
  /** Those marked `#[ignore = "deep"]` too, which are otherwise counted as left to that layer. */
  readonly isDeep: boolean;
}

export function runCollectorTests(crate: 'ptop' | 'stacks', { threads, isDeep }: CollectorTests): Gate {
  const options = [`--test-threads=${threads}`, ...(isDeep ? ['--include-ignored'] : [])];
  const command = cargo('test', '--locked', '--quiet', '--no-fail-fast', '-p', crate, '--', ...options);
  return {
    name: crate === 'stacks' ? 'tests of stacks and symbols' : 'collector tests',
    run: async (output) => {
      const { ignored, ...tally } = tallyOf(await execute(command, output, { keep: true }), output);
      return { ...tally, leftToDeep: ignored };
    },
  };
}

function tallyOf(
  { status, stdout }: { status: number | null; stdout: string },
  { say }: Output,
): Tally & { ignored: number } {
  say(stdout);
  const tally = { passed: 0, failed: 0, skipped: 0, ignored: 0, failures: failuresOfCargo(stdout) };
  for (const [, passed, failed, ignored] of stdout.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/gmu,
  )) {
    tally.passed += Number(passed);
    tally.failed += Number(failed);
    tally.ignored += Number(ignored);
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
  const tests = [...emulatedTests, '--', '--include-ignored', '--exact'];
  const all = cargo('test', '--locked', '--quiet', '--target', arm64).concat(tests);
  const done = await execute([...all, ...left.flatMap((name) => ['--skip', name])], output, keep);
  const { ignored, ...tally } = tallyOf(done, output);
  for (const [name, reason] of Object.entries(notInEmulation)) say(`not in emulation: ${name} (${reason})`);
  let leftOut = 0;
  for (const [, count] of done.stdout.matchAll(/(\d+) filtered out/gu)) leftOut += Number(count);
  const isLedgerTrue = leftOut === left.length && ignored === 0;
  if (!isLedgerTrue) say('a test that is left out in emulation does not exist any more: see scripts/arm64.ts');
  return {
    ...tally,
    passed: tally.passed + Number(isRunning),
    failed: tally.failed + Number(!isRunning) + Number(!isLedgerTrue),
  };
}
