/**
 * Runtimes of languages of other releases of Debian, which the deep tests of the collector run beside the machine's own.
 * Each is unpacked into a folder of its own, with the libraries that it needs and the machine may lack; nothing of it is
 * installed.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { downloadDebian, readDebianArchives, unpackDebian } from '../../scripts/debian-archives.ts';

interface Runtime {
  /** Below `.farol`. */
  readonly folder: string;
  readonly release: string;
  readonly packages: readonly string[];
}

/** The C library of a newer release, by which its programs are started. */
const newerLibraries = ['libc6', 'libgcc-s1', 'libstdc++6', 'zlib1g'] as const;
const erlang = [...newerLibraries, 'erlang-base', 'libsystemd0', 'libtinfo6', 'libcap2'] as const;

const librariesOfPhp = ['libargon2-1', 'liblzma5', 'libpcre2-8-0', 'libsodium23', 'libxml2'] as const;

const runtimes: readonly Runtime[] = [
  {
    folder: 'perl-5.32',
    release: 'bullseye',
    packages: ['perl-base', 'perl-modules-5.32', 'libperl5.32'],
  },
  {
    folder: 'perl-5.40',
    release: 'trixie',
    packages: ['libc6', 'libcrypt1', 'perl-base', 'perl-modules-5.40', 'libperl5.40'],
  },
  {
    folder: 'ruby-2.7',
    release: 'bullseye',
    packages: ['ruby2.7', 'libruby2.7', 'libssl1.1', 'libffi7', 'libgdbm6', 'libyaml-0-2', 'libgmp10', 'libcrypt1'],
  },
  {
    folder: 'ruby-3.3',
    release: 'trixie',
    packages: [...newerLibraries, 'ruby3.3', 'libruby3.3', 'libgmp10', 'libcrypt1', 'libffi8', 'libyaml-0-2'],
  },
  {
    folder: 'php-7.4',
    release: 'bullseye',
    packages: ['php7.4-cli', 'php7.4-opcache', ...librariesOfPhp, 'libicu67', 'libssl1.1'],
  },
  {
    folder: 'php-8.4',
    release: 'trixie',
    packages: [...newerLibraries, 'php8.4-cli', 'php8.4-opcache', ...librariesOfPhp, 'libssl3t64', 'libzstd1'],
  },
  { folder: 'erlang-27', release: 'trixie', packages: erlang },
  { folder: 'luajit-2023', release: 'bookworm', packages: ['luajit2', 'libluajit2-5.1-common'] },
  { folder: 'luajit-2025', release: 'trixie', packages: ['libc6', 'libgcc-s1', 'luajit'] },
];

const kept = path.resolve(import.meta.dirname, '../../.farol');

/** Those that are missing, made under another name first. Tells `say` which. */
export function installLanguageRuntimes(say: (line: string) => void): void {
  if (process.arch !== 'x64') return;
  for (const { folder, release, packages } of runtimes) {
    const whole = path.join(kept, folder);
    if (existsSync(whole)) continue;
    say(`taking ${folder} from ${release}`);
    const making = path.join(kept, `${folder}.making.${process.pid}`);
    mkdirSync(making, { recursive: true });
    try {
      downloadDebian(making, 'amd64', packages, release);
      const tree = path.join(making, 'tree');
      for (const { file } of readDebianArchives(making)) unpackDebian(file, tree);
      renameSync(tree, whole);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
}

if (import.meta.main) installLanguageRuntimes((line) => process.stderr.write(`${line}\n`));
