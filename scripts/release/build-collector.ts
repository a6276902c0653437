/** The collector for one architecture, the same bytes wherever its sources and those of its crates lie. */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { prepareCrossTools, target as arm64Target } from '../arm64.ts';
import { type DebianArchitecture, nodeNames } from '../debian-archives.ts';

export const collectorTargets: Readonly<Record<DebianArchitecture, string>> = {
  amd64: 'x86_64-unknown-linux-gnu',
  arm64: arm64Target,
};

/**
 * Returns its file. A machine of amd64 builds both; one of arm64 only its own.
 *
 * @throws when it cannot be built here; the message says what is missing.
 */
export function buildCollector(repository: string, architecture: DebianArchitecture): string {
  const isOwn = nodeNames[architecture] === process.arch;
  if (!isOwn && architecture === 'amd64') {
    throw new Error('the collector for amd64 is built on a machine of amd64; leave it out with --arch arm64');
  }
  const target = collectorTargets[architecture];
  const env = isOwn ? { ...process.env } : prepareCrossTools().environment;
  const remapped = [
    [repository, '/farol'],
    [process.env['CARGO_HOME'] ?? path.join(os.homedir(), '.cargo'), '/cargo'],
  ];
  const name = target.replaceAll('-', '_');
  const [flags, cFlags] = [`CARGO_TARGET_${name.toUpperCase()}_RUSTFLAGS`, `CFLAGS_${name}`];
  const add = (variable: string, option: string): void => {
    const all = remapped.map(([from, to]) => `${option}=${from}=${to}`);
    env[variable] = [env[variable], ...all].filter((one) => one !== undefined).join(' ');
  };
  add(flags, '--remap-path-prefix');
  add(cFlags, '-ffile-prefix-map');
  const folder = path.join(repository, '.farol/release-target');
  const manifest = path.join(repository, 'profiler/ptop/Cargo.toml');
  const where = ['--manifest-path', manifest, '--target-dir', folder, '--target', target];
  const command = ['build', '--release', '--locked', '--quiet', '-p', 'ptop'];
  const { status, error } = spawnSync('cargo', [...command, ...where], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error !== undefined) throw new Error('cargo could not be started', { cause: error });
  if (status !== 0) throw new Error(`the collector for ${architecture} was not built: cargo ended with ${status}`);
  return path.join(folder, target, 'release/ptop');
}

/**
 * Rust's own library, which is linked into the collector, and its version.
 *
 * @throws when the compiler does not have one for that architecture.
 */
export function findStandardLibrary(architecture: DebianArchitecture): { file: string; version: string } {
  const target = collectorTargets[architecture];
  const rustc = (...args: string[]): string => execFileSync('rustc', args, { encoding: 'utf8' });
  const isOwn = nodeNames[architecture] === process.arch;
  const sysroot = isOwn ? undefined : prepareCrossTools().standardLibrary;
  const other = sysroot === undefined ? [] : ['--sysroot', sysroot];
  const folder = rustc('--print', 'target-libdir', '--target', target, ...other).trim();
  const [name, ...more] = globSync('libstd-*.rlib', { cwd: folder });
  if (name === undefined || more.length > 0) {
    throw new Error(`${folder} does not have one library of Rust for ${target}`);
  }
  const version = /^release: (\S+)$/mu.exec(rustc('--version', '--verbose'))?.[1];
  if (version === undefined) throw new Error('rustc does not say its version');
  return { file: path.join(folder, name), version };
}
