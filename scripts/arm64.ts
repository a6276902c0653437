/**
 * The collector for arm64, built on a machine of another kind and run in emulation: the whole workspace is
 * cross-built, BPF programs included, then `ptop --version` and the tests of unwinding, naming and parsing run.
 * The emulation has no `bpf()`: what attaches is tested on real machines only.
 *
 * The libraries of arm64 come from Debian, unpacked into a folder of our own: the machine's own packages and its list
 * of architectures stay as they are.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { downloadDebian, readDebianArchives, unpackDebian } from './debian-archives.ts';

export interface CrossTools {
  /** For every cargo command that builds for arm64. */
  readonly environment: NodeJS.ProcessEnv;
  /** Runs `ptop`: put before it. */
  readonly runner: readonly string[];
  /** Folder with Rust's own library for arm64; undefined where the compiler finds it by itself. */
  readonly standardLibrary: string | undefined;
}

/** Tests of `stacks` that ask the machine for what the emulation does not have, with what that is. */
export const notInEmulation: Readonly<Record<string, string>> = {
  'files::regular_file::tests::links_cannot_lead_out_of_the_root': 'openat2 is not emulated',
  'gopclntab::tests::the_start_of_the_code_is_found_however_the_program_is_linked':
    'the Go programs are of the machine that emulates',
  'modules::definitions::tests::the_programs_own_functions_need_not_be_exported':
    'the program in /proc/self/exe is the emulator',
  'modules::lookup::tests::symbols_are_found_wherever_their_name_lies_in_the_table':
    'the program in /proc/self/exe is the emulator',
  'files::source_file::tests::what_was_in_the_page_cache_before_stays_there': 'preadv2 is not emulated',
  mappings_do_no_harm: 'openat2 is not emulated',
  names_do_no_harm: 'openat2 is not emulated',
  mangled_names_do_no_harm: 'openat2 is not emulated',
};

/** For `cargo test`: the programs that hold the tests of unwinding, naming and parsing. */
export const emulatedTests = ['-p', 'stacks', '--lib', '--test', 'crafted', '--test', 'fuzz'] as const;

export const target = 'aarch64-unknown-linux-gnu';

const root = path.resolve(import.meta.dirname, '..');
const state = path.join(root, '.farol');
const crossLibc = '/usr/aarch64-linux-gnu';
/** What `ptop` is linked with. */
const libraries = ['libelf1', 'libelf-dev', 'zlib1g', 'zlib1g-dev'];
const tools = ['aarch64-linux-gnu-gcc', 'qemu-aarch64-static', 'clang-14', 'pkg-config'];

/** @throws when something is missing that can be had neither here nor from Debian; the message says what. */
export function prepareCrossTools(): CrossTools {
  for (const tool of tools) {
    if (spawnSync(tool, ['--version'], { stdio: 'ignore' }).error !== undefined) {
      throw new Error(
        `${tool} is missing; ./farol test installs it on Debian (scripts/debian-packages.txt says from where)`,
      );
    }
  }
  if (!existsSync(path.join(crossLibc, 'include/stdio.h'))) {
    throw new Error('the C library of arm64 is missing: install libc6-dev-arm64-cross');
  }
  const native = unpacked('arm64-libraries', libraries);
  const nativeFolder = path.join(native, 'usr/lib/aarch64-linux-gnu');
  const standardLibrary = rustStandardLibrary();
  const loadable = [nativeFolder, path.join(native, 'lib/aarch64-linux-gnu')].join(':');
  const emulator = ['qemu-aarch64-static', '-L', crossLibc];
  // Not for the tests: the programs of this machine that they start would be given libraries of arm64.
  const runner = [...emulator, '-E', `LD_LIBRARY_PATH=${loadable}`];
  const sysroot = standardLibrary === undefined ? '' : ` --sysroot=${standardLibrary}`;
  const variable = target.replaceAll('-', '_');
  const environment = {
    ...process.env,
    [`CC_${variable}`]: 'aarch64-linux-gnu-gcc',
    [`AR_${variable}`]: 'aarch64-linux-gnu-ar',
    [`CFLAGS_${variable}`]: `-I${path.join(native, 'usr/include')}`,
    [`CARGO_TARGET_${variable.toUpperCase()}_LINKER`]: 'aarch64-linux-gnu-gcc',
    [`CARGO_TARGET_${variable.toUpperCase()}_RUSTFLAGS`]: `-Lnative=${nativeFolder}${sysroot}`,
    [`CARGO_TARGET_${variable.toUpperCase()}_RUNNER`]: emulator.join(' '),
    // Headers are found by what the libraries of arm64 say of themselves, not by what is installed here for the build.
    [`PKG_CONFIG_LIBDIR_${variable}`]: path.join(nativeFolder, 'pkgconfig'),
    [`PKG_CONFIG_SYSROOT_DIR_${variable}`]: native,
  };
  return { environment, runner, standardLibrary };
}

/** A program of the collector's tests, for arm64. */
export interface EmulatedTests {
  readonly name: string;
  readonly file: string;
  /** Of its package, where it expects to be started. */
  readonly folder: string;
}

const Artifact = z.looseObject({
  executable: z.string().nullish(),
  target: z.object({ name: z.string() }).optional(),
  manifest_path: z.string().optional(),
});

/** Builds the programs of `emulatedTests`; minutes where nothing is there yet. @throws when one does not compile. */
export function buildEmulatedTests(): EmulatedTests[] {
  const args = [
    'test',
    '--manifest-path',
    'profiler/ptop/Cargo.toml',
    '--locked',
    '--target',
    target,
    ...emulatedTests,
  ];
  const said = execFileSync('cargo', [...args, '--no-run', '--quiet', '--message-format=json'], {
    cwd: root,
    env: prepareCrossTools().environment,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return said.split('\n').flatMap((line) => {
    const { executable, target: built, manifest_path: manifest } = Artifact.parse(JSON.parse(line || '{}'));
    if (typeof executable !== 'string' || built === undefined || manifest === undefined) return [];
    return [{ name: built.name, file: executable, folder: path.dirname(manifest) }];
  });
}

/**
 * Folder that holds Rust's own library for arm64, when the compiler does not find it by itself. A compiler of rustup is
 * asked to fetch it; that of Debian has a package of the same version.
 */
function rustStandardLibrary(): string | undefined {
  const folder = execFileSync('rustc', ['--print', 'target-libdir', '--target', target], { encoding: 'utf8' }).trim();
  const isThere = (): boolean => existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('libstd-'));
  if (isThere()) return undefined;
  if (spawnSync('rustup', ['target', 'add', target], { stdio: 'inherit' }).status === 0 && isThere()) return undefined;
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${Version}', 'rustc-web'], { encoding: 'utf8' });
  if (asked.status !== 0) {
    throw new Error(`Rust's library for ${target} is missing: install it (rustup target add ${target})`);
  }
  return path.join(unpacked('arm64-rust', [`libstd-rust-web-dev=${asked.stdout.trim()}`]), 'usr');
}

/** Packages of arm64, fetched once. Made under another name first, so that half of it is never taken for the whole. */
function unpacked(name: string, packages: readonly string[]): string {
  const folder = path.join(state, name);
  const stamp = path.join(folder, packages.join(' '));
  if (existsSync(stamp)) return folder;
  const work = path.join(state, `${name}.${process.pid}`);
  rmSync(work, { recursive: true, force: true });
  const unpackedRoot = path.join(work, 'root');
  mkdirSync(unpackedRoot, { recursive: true });
  try {
    downloadDebian(work, 'arm64', packages);
    for (const { file } of readDebianArchives(work)) unpackDebian(file, unpackedRoot);
    writeFileSync(path.join(unpackedRoot, packages.join(' ')), '');
    rmSync(folder, { recursive: true, force: true });
    renameSync(unpackedRoot, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
