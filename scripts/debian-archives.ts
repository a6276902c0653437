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
 * `name=version`; of the machine's own release, or of the one that `release` names, from the same place.
 *
 * @throws when one cannot be had; the cause has the words of apt-get.
 */
export function downloadDebian(
  folder: string,
  architecture: DebianArchitecture,
  packages: readonly string[],
  release?: string,
): void {
  const work = path.join(folder, `apt.${process.pid}`);
  for (const below of ['lists/partial', 'cache/archives/partial']) {
    mkdirSync(path.join(work, below), { recursive: true });
  }
  writeFileSync(path.join(work, 'status'), '');
  const list = path.join(work, 'sources.list');
  if (release !== undefined) writeFileSync(list, sourceOf(release));
  const ofRelease = release === undefined ? [] : [`Dir::Etc::sourcelist=${list}`, 'Dir::Etc::sourceparts=-'];
  const settings = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    `Dir::State=${work}`,
    `Dir::State::status=${path.join(work, 'status')}`,
    `Dir::Cache=${path.join(work, 'cache')}`,
    'APT::Sandbox::User=root',
    ...ofRelease,
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

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** The line that apt-get reads for another release, from where the machine has its own. */
function sourceOf(release: string): string {
  const format = ['--format', '$(REPO_URI) $(RELEASE) $(LABEL) $(COMPONENT)'];
  const lines = execFileSync('apt-get', ['indextargets', ...format, 'Created-By: Packages'], { encoding: 'utf8' });
  const own = lines
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, suite = '', label, component]) => label === 'Debian' && component === 'main' && !suite.includes('-'));
  if (own === undefined) throw new Error('apt-get has no place of Debian in its lists: run apt-get update');
  return `deb [signed-by=${keyring}] ${own[0]} ${release} main\n`;
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
