/** The AppArmor profiles are parsed, and the seccomp profile refuses in a container what the Profiler never needs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Podman } from '../../../scripts/delivery/containers/podman.ts';
import { findRelease } from '../release-images.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const seccomp = path.join(root, 'deploy/seccomp/farol-profiler.json');
let podman: Podman;
let image: string;

beforeAll(async () => {
  const { folder, tag } = await findRelease();
  podman = new Podman(mkdtempSync(path.join(os.tmpdir(), 'farol-profiles-')));
  podman.load(folder, tag);
  image = `localhost/farol-profiler:${tag}`;
}, 600_000);
afterAll(() => podman.close());

const profiles = globSync('deploy/apparmor/*', { cwd: root }).toSorted();

test('there is a profile for Docker and one for Kubernetes', () => {
  expect(profiles.map((file) => path.basename(file))).toEqual(['farol-profiler', 'farol-profiler-kubernetes']);
});

test.each(profiles)('%s is accepted by apparmor_parser; no kernel here enforces it [P-AA-3]', (file) => {
  const parsed = spawnSync('apparmor_parser', ['-Q', '-K', '-W', '-r', path.join(root, file)], { encoding: 'utf8' });
  expect([parsed.status, parsed.stderr.replaceAll(/^Cache read\/write disabled.*\n|^Warning.*\n/gmu, '')]).toEqual([
    0,
    '',
  ]);
});

test('calls beyond the measured ones are refused, even for root with the capability for them', () => {
  const program = path.join(podman.folder, 'refused-calls');
  execFileSync('cc', ['-static', '-o', program, path.join(import.meta.dirname, 'refused-calls.c')], { stdio: 'pipe' });
  chmodSync(program, 0o755);
  const call = (profile: string): Record<string, number> => {
    const options = ['--rm', '--network=none', '--user=0:0', '--cap-drop=all', '--cap-add=SYS_ADMIN'];
    const mounted = [`--volume=${program}:/refused-calls:ro`, '--entrypoint=["/refused-calls"]'];
    const said = podman.read('run', ...options, `--security-opt=seccomp=${profile}`, ...mounted, image);
    return Object.fromEntries(
      said
        .split('\n')
        .map((line) => line.split(' '))
        .map(([name, code]) => [name, Number(code)]),
    );
  };
  const [permissionDenied, notImplemented] = [1, 38];
  expect(call(seccomp)).toEqual({
    mount: permissionDenied,
    keyctl: permissionDenied,
    ptrace: permissionDenied,
    unshare: permissionDenied,
    clone: permissionDenied,
    clone3: notImplemented,
    io_uring_setup: permissionDenied,
    getpid: 0,
  });
  // Without the profile the same calls reach the kernel, which has other reasons.
  const unfiltered = call('unconfined');
  for (const name of ['mount', 'keyctl', 'ptrace', 'unshare']) expect(unfiltered[name]).not.toBe(permissionDenied);
});
