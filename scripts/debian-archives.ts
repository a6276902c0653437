/**
 * Packages of Debian for either architecture, downloaded and unpacked into folders of our own: the machine's own
 * packages and its list of architectures stay as they are, and nothing of a package runs.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const debianArchitectures = ['amd64', 'arm64'] as const;
export type DebianArchitecture = (typeof debianArchitectures)[number];

/** As Node calls them. */
export const nodeNames: Readonly<Record<DebianArchitecture, string>> = { amd64: 'x64', arm64: 'arm64' };

export interface DebianArchive {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly file: string;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

/**
 * `apt-get` checks the signature of the archive's list and the digest of each file against it. It is given a state of
 * its own below `folder`, in which the downloaded files stay. `packages` are as apt-get takes them: `name` or
 * `name=version`.
 *
 * @throws when one cannot be had; the cause has the words of apt-get.
 */
export function downloadDebian(folder: string, architecture: DebianArchitecture, packages: readonly string[]): void {
  const work = path.join(folder, `apt.${process.pid}`);
  for (const below of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(path.join(work, below), { recursive: true });
  }
  writeFileSync(path.join(work, 'status'), '');
  const settings = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    `Dir::State=${work}`,
    `Dir::State::status=${path.join(work, 'status')}`,
    `Dir::Cache=${path.join(work, 'cache')}`,
    'APT::Sandbox::User=root',
  ].flatMap((setting) => ['-o', setting]);
  try {
    // `execFileSync` puts what the command complained about into the error.
    execFileSync('apt-get', [...settings, '-qq', 'update'], { stdio: 'pipe' });
    execFileSync('apt-get', [...settings, '-qq', 'download', ...packages], { cwd: folder, stdio: 'pipe' });
  } catch (cause) {
    throw new Error(`the ${architecture} packages ${packages.join(', ')} cannot be had from Debian`, { cause });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Those in the folder, by name. */
export function readDebianArchives(folder: string): DebianArchive[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .toSorted()
    .map((name) => describeArchive(path.join(folder, name)));
}

function describeArchive(file: string): DebianArchive {
  const fields = ['Package', 'Version', 'Architecture'];
  const said = execFileSync('dpkg-deb', ['-f', file, ...fields], { encoding: 'utf8' });
  const field = (name: string): string => new RegExp(`^${name}: (\\S+)$`, 'mu').exec(said)?.[1] ?? '';
  const [name = '', version = '', architecture = ''] = fields.map(field);
  return { name, version, architecture, file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
}

export function unpackDebian(file: string, into: string): void {
  execFileSync('dpkg-deb', ['-x', file, into], { stdio: 'pipe' });
}
