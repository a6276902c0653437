/**
 * The lowest layer of every image: the C libraries that Node and the collector load, certificates, and the few files
 * that a C library reads. No shell, no package manager, no program.
 */
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deliveredUser } from '../../src/core/delivered/delivered-programs.ts';
import {
  type DebianArchitecture,
  type DebianArchive,
  downloadDebian,
  readDebianArchives,
  unpackDebian,
} from '../debian-archives.ts';

/** With what each is for. */
export const basePackages: Readonly<Record<string, string>> = {
  'base-files': 'os-release, so that scanners know whose packages these are',
  'gcc-12-base': 'the licence of the two libraries of GCC',
  'ca-certificates': 'public certificate authorities',
  libc6: 'Node and the collector',
  'libgcc-s1': 'Node and the collector',
  'libstdc++6': 'Node',
  libelf1: 'the collector',
  zlib1g: 'the collector',
};

/** User and group of every program; the group alone may execute the collector. */
export const farolUser = { name: 'farol', id: deliveredUser };

const kept = [
  'etc/debian_version',
  'lib/**',
  'lib64/**',
  'usr/lib/**',
  'usr/lib64/**',
  'usr/share/ca-certificates/mozilla/*.crt',
];
/** Text that no program of the image reads, or code that only other programs load. */
const left = ['usr/lib/*/gconv/**', 'usr/lib/*/audit/**', 'lib/systemd/**'];

/** Unpacks the archives below `scratch` and puts what an image needs of them into `folder`. */
export function stageBase(folder: string, archives: readonly DebianArchive[], scratch: string): void {
  for (const { file } of archives) unpackDebian(file, scratch);
  const exclude = new Set(globSync(left, { cwd: scratch }));
  for (const file of globSync(kept, { cwd: scratch, withFileTypes: true })) {
    const from = path.join(file.parentPath, file.name);
    const name = path.relative(scratch, from);
    if (file.isDirectory() || exclude.has(name)) continue;
    cpSync(from, path.join(folder, name), { recursive: true, verbatimSymlinks: true });
  }
  writeAuthorities(folder);
  writeAccounts(folder);
  writeFileSync(path.join(folder, 'etc/os-release'), readFileSync(path.join(scratch, 'usr/lib/os-release')));
  for (const archive of archives) writePackage(folder, archive, scratch);
  for (const name of ['tmp', 'var/lib/farol']) mkdirSync(path.join(folder, name), { recursive: true });
  chmodSync(path.join(folder, 'tmp'), 0o1777);
  chmodSync(path.join(folder, 'var/lib/farol'), 0o700);
}

/** One file of all authorities, where OpenSSL and Node look for it, in place of one for each. */
function writeAuthorities(folder: string): void {
  const mozilla = path.join(folder, 'usr/share/ca-certificates/mozilla');
  const files = globSync('*.crt', { cwd: mozilla }).toSorted();
  if (files.length < 100) throw new Error(`the package ca-certificates has only ${files.length} authorities`);
  const bundle = path.join(folder, 'etc/ssl/certs/ca-certificates.crt');
  mkdirSync(path.dirname(bundle), { recursive: true });
  writeFileSync(bundle, files.map((file) => readFileSync(path.join(mozilla, file), 'utf8')).join(''));
  rmSync(path.join(folder, 'usr/share/ca-certificates'), { recursive: true });
}

function writeAccounts(folder: string): void {
  const { name, id } = farolUser;
  const etc = (file: string, text: string): void => writeFileSync(path.join(folder, 'etc', file), text);
  etc('passwd', `root:x:0:0:root:/nonexistent:/nonexistent\n${name}:x:${id}:${id}:Farol:/var/lib/farol:/nonexistent\n`);
  etc('group', `root:x:0:\n${name}:x:${id}:\n`);
  etc('nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n');
}

/** What scanners read of images without a package manager, and the licence, of each package. */
function writePackage(folder: string, { name, version, architecture }: DebianArchive, scratch: string): void {
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const status = [`Package: ${name}`, `Version: ${version}`, `Architecture: ${architecture}`];
  write(`var/lib/dpkg/status.d/${name}`, `${status.join('\n')}\nStatus: install ok installed\n`);
  const copyright = `usr/share/doc/${name}/copyright`;
  write(copyright, readFileSync(path.join(scratch, copyright), 'utf8'));
}

/**
 * Debian's packages of this layer, from a folder where a release keeps them, or fetched into it.
 *
 * @throws when the folder has archives that are not of the base, or when one cannot be had.
 */
export function fetchBase(folder: string, architecture: DebianArchitecture): DebianArchive[] {
  mkdirSync(folder, { recursive: true });
  const names = Object.keys(basePackages);
  const present = readDebianArchives(folder);
  const others = present.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (others.length > 0) throw new Error(`${folder} holds packages that no image has: ${others.join(', ')}`);
  const missing = names.filter((name) => !present.some((one) => one.name === name));
  if (missing.length === 0) return present;
  downloadDebian(folder, architecture, missing);
  return readDebianArchives(folder);
}
