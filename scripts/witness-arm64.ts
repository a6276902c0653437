/**
 * `witness` on arm64, in emulation: stored captures have to give the stored comparisons, to the byte, and the functions
 * that verdicts are made of the bits that they have on this machine.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { readAnswer, runStored, storedComparisons } from '../test/same-bytes/comparisons.ts';
import { installNode } from '../test/node/releases.ts';
import { productNodeVersion } from './product-node.ts';
import type { Output, Tally } from './check/run-gates.ts';

const root = path.resolve(import.meta.dirname, '..');
const emulator = ['qemu-aarch64-static', '-L', '/usr/aarch64-linux-gnu'];

/** Skipped where the machine has no emulator, such as one of arm64 itself: there the tests compare the same bytes. */
export function runWitnessArm64({ say }: Pick<Output, 'say'>): Tally {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  if (spawnSync(emulator[0] ?? '', ['--version'], { stdio: 'ignore' }).error !== undefined) {
    say('skipped: qemu-aarch64-static is missing (scripts/debian-packages.txt says from where)');
    return { ...tally, skipped: storedComparisons.length + 1 };
  }
  try {
    const node = installNode('node-arm64', productNodeVersion(), 'arm64');
    const witness = [...emulator, node, path.join(root, 'dist/witness/witness.js')];
    for (const one of storedComparisons) {
      const isSame = runStored(one, witness) === readAnswer(one);
      say(
        `${one.name}: ${isSame ? 'the same bytes on arm64' : `on arm64 not the bytes of ${path.basename(one.answerFile)}`}`,
      );
      tally[isSame ? 'passed' : 'failed'] += 1;
    }
    const [here, there] = [digestFunctions([process.execPath]), digestFunctions([...emulator, node])];
    const differing = here.filter((line, at) => line !== there[at]).map((line) => line.split(' ')[0]);
    const isSame = differing.length === 0 && here.length === there.length;
    say(isSame ? 'functions: the same bits on arm64' : `functions: other bits on arm64: ${differing.join(', ')}`);
    tally[isSame ? 'passed' : 'failed'] += 1;
    return tally;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { ...tally, failed: tally.failed + 1 };
  }
}

function digestFunctions([command = '', ...first]: readonly string[]): string[] {
  const module = path.join(root, 'dist/profiler/witness/judge/statistics/special-functions.js');
  const program = path.join(root, 'test/same-bytes/digest-functions.ts');
  return execFileSync(command, [...first, program, module], { encoding: 'utf8', env: {} })
    .trim()
    .split('\n');
}

if (import.meta.main) {
  const { failed } = runWitnessArm64({ say: console.log });
  process.exitCode = failed === 0 ? 0 : 1;
}
