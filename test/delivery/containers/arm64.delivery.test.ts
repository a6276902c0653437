/**
 * The programs of the arm64 images start in emulation, and the collector's tests of unwinding, naming and parsing pass on
 * the libraries of its image. What attaches to a kernel is beyond an emulator.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildEmulatedTests, type EmulatedTests, notInEmulation } from '../../../scripts/arm64.ts';
import { Podman } from '../../../scripts/delivery/containers/podman.ts';
import { releaseImages } from '../../../scripts/release/images.ts';
import { productNodeVersion } from '../../../scripts/product-node.ts';
import { buildGoPrograms } from '../../profiler/go-programs.ts';
import { findArm64Release } from '../release-images.ts';

let podman: Podman;
const roots = new Map<string, string>();

beforeAll(async () => {
  const { folder, tag } = await findArm64Release();
  podman = new Podman(mkdtempSync(path.join(os.tmpdir(), 'farol-arm64-')));
  for (const { name } of releaseImages) {
    const from = `oci:${path.join(folder, 'images', name)}:${tag}`;
    execFileSync('skopeo', ['copy', '--quiet', '--override-arch=arm64', from, `containers-storage:localhost/${name}`], {
      env: podman.env,
      stdio: 'pipe',
    });
    roots.set(name, podman.read('image', 'mount', `localhost/${name}`));
  }
}, 900_000);
afterAll(() => podman.close());

/** A program of an image, with the libraries of that image. */
function run(image: string, program: string, ...args: readonly string[]): string {
  const root = roots.get(image) ?? '';
  const inside = args.map((one) => (one.startsWith('/') ? path.join(root, one) : one));
  return execFileSync('qemu-aarch64-static', ['-L', root, path.join(root, program), ...inside], {
    encoding: 'utf8',
    env: {},
  }).trim();
}

test.each(releaseImages.map(({ name }) => name))('%s: Node starts, for arm64', (name) => {
  expect(run(name, '/usr/local/bin/node', '-p', 'process.arch + " " + process.version')).toBe(
    `arm64 v${productNodeVersion()}`,
  );
});

test('farol-profiler: collector and aggregator start', () => {
  expect(run('farol-profiler', '/usr/local/bin/ptop', '--version')).toMatch(/^ptop \d+\.\d+\.\d+/u);
  const help = run('farol-profiler', '/usr/local/bin/node', '/opt/farol/dist/witness/witness.js', '--help');
  expect(help).toContain('Compare and export captures');
});

test.each(['farol-agent', 'farol-control'])('%s: the command line says its version', (name) => {
  expect(run(name, '/usr/local/bin/node', '/opt/farol/dist/src/cli/main.js', '--version')).toMatch(/^\d+\.\d+\.\d+$/u);
});

describe('the tests of unwinding, naming and parsing', () => {
  let left = 0;
  let programs: EmulatedTests[];
  // Cross-building them takes minutes where nothing is there yet.
  beforeAll(() => {
    // Those of unwinding read them.
    buildGoPrograms((line) => process.stderr.write(`${line}\n`));
    programs = buildEmulatedTests();
  }, 900_000);

  test('are the three programs that every run of the suite has too', () => {
    expect(programs.map(({ name }) => name).toSorted()).toEqual(['crafted', 'fuzz', 'stacks']);
  });

  test.each(['stacks', 'crafted', 'fuzz'])(
    '%s: pass on the libraries of the image of the Profiler',
    (name) => {
      const { file = '', folder = '' } = programs.find((one) => one.name === name) ?? {};
      const skips = Object.keys(notInEmulation).flatMap((one) => ['--skip', one]);
      const emulator = ['-L', roots.get('farol-profiler') ?? '', file, '--exact', ...skips];
      const { status, stdout, stderr } = spawnSync('qemu-aarch64-static', emulator, { cwd: folder, encoding: 'utf8' });
      const [, passed, failed, filtered] =
        /^test result: \w+\. (\d+) passed; (\d+) failed; .* (\d+) filtered out/mu.exec(stdout) ?? [];
      expect([status, Number(failed), status === 0 ? '' : stdout + stderr]).toEqual([0, 0, '']);
      expect(Number(passed)).toBeGreaterThan(0);
      left += Number(filtered);
    },
    900_000,
  );

  test('leave out only what an emulator does not have, each with its reason', () => {
    expect(left).toBe(Object.keys(notInEmulation).length);
  });
});
