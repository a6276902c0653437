/**
 * The releases that delivery tests install from: images and archives of amd64. FAROL_RELEASE_DIR names one that is there
 * already; otherwise it is built once for each state of the sources, below `.farol`, and every test shares it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { laterMigrations } from './later-migrations.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.farol');

export interface Release {
  /** As `farol release --out` left it. */
  readonly folder: string;
  /** v<major>.<minor>.<patch> */
  readonly tag: string;
}

const ownTag = `v${(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version}`;

interface Build {
  readonly tag: string;
  readonly architecture: string;
  /** Only these images. */
  readonly images?: readonly string[];
  /** What the version changes in the store, of `later-migrations.ts`. */
  readonly migration?: keyof typeof laterMigrations;
}

/** A build takes one to four minutes; then the folder stays. */
export async function findRelease(): Promise<Release> {
  const given = process.env['FAROL_RELEASE_DIR'];
  if (given !== undefined) return { folder: path.resolve(given), tag: ownTag };
  return buildOnce({ tag: ownTag, architecture: 'amd64' });
}

async function buildOnce(wanted: Build): Promise<Release> {
  const { tag, architecture } = wanted;
  const folder = path.join(cache, `release-${tag}-${architecture}-${digestOfSources()}`);
  const lock = `${folder}.lock`;
  await takeLock(lock, folder);
  try {
    if (!existsSync(path.join(folder, 'SHA256SUMS'))) build(folder, wanted);
  } finally {
    rmdirSync(lock);
  }
  return { folder, tag };
}

/** With images of arm64: the release of FAROL_RELEASE_DIR where it has them, otherwise one that is built. */
export async function findArm64Release(): Promise<Release> {
  const given = process.env['FAROL_RELEASE_DIR'];
  const hasArm64 =
    given !== undefined && readdirSync(path.join(given, 'archives')).some((one) => /-arm64\./u.test(one));
  return hasArm64 ? { folder: path.resolve(given), tag: ownTag } : buildOnce({ tag: ownTag, architecture: 'arm64' });
}

/** A later version, which adds to the store. FAROL_NEXT_RELEASE_DIR names one that is there already. */
export function findNextRelease(): Promise<Release> {
  return findLater('FAROL_NEXT_RELEASE_DIR', { tag: 'v99.0.0', architecture: 'amd64', migration: 'additive' });
}

/**
 * The control plane of a version after that, with whose store the present one cannot work. FAROL_BREAKING_RELEASE_DIR names
 * one that is there already.
 */
export function findBreakingRelease(): Promise<Release> {
  const images = ['farol-control'];
  return findLater('FAROL_BREAKING_RELEASE_DIR', {
    tag: 'v100.0.0',
    architecture: 'amd64',
    images,
    migration: 'breaking',
  });
}

async function findLater(variable: string, wanted: Build): Promise<Release> {
  const given = process.env[variable];
  if (given === undefined) return buildOnce(wanted);
  const names = readdirSync(path.join(given, 'archives')).join(' ');
  const tag = /farol-control-(?<tag>v\d+\.\d+\.\d+)-/u.exec(names)?.groups?.['tag'];
  if (tag === undefined) throw new Error(`${variable} (${given}) has no archive of the control plane`);
  return { folder: path.resolve(given), tag };
}

/** What goes into a release. Other tests and documents do not. */
const sources = [
  'src',
  'catalog',
  'connectors',
  'profiler',
  'demo',
  'web',
  'deploy',
  'scripts',
  'package-lock.json',
  'test/delivery/later-migrations.ts',
  'test/delivery/next-version.ts',
];

/** Of their committed content and of what differs from it, new files included. */
function digestOfSources(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', [...args, '--', ...sources], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const added = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  const hash = createHash('sha256').update(git('ls-tree', 'HEAD')).update(git('diff', 'HEAD'));
  for (const file of added) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

/** A folder can be made by one process only. */
async function takeLock(lock: string, folder: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  for (let tries = 0; tries < 600; tries++) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      await sleep(1000);
    }
  }
  if (!existsSync(path.join(folder, 'SHA256SUMS'))) throw new Error(`${lock} is left by a run that ended: remove it`);
}

function build(folder: string, { tag, architecture, images = [], migration }: Build): void {
  const [making, packages] = [`${folder}.${process.pid}`, path.join(cache, 'debian-packages')];
  rmSync(folder, { recursive: true, force: true });
  for (const one of [making, packages]) mkdirSync(one, { recursive: true });
  const options = ['--out', making, '--tag', tag, '--arch', architecture, '--packages', packages];
  const chosen = images.flatMap((name) => ['--image', name]);
  const command = [process.execPath, path.join(root, 'scripts/release.ts'), ...options, ...chosen];
  const [program = '', ...args] =
    migration === undefined ? command : asLaterVersion(migration, { making, packages }, command);
  try {
    execFileSync(program, args, { cwd: root, stdio: 'pipe' });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/**
 * Runs `command` on changed sources in the place of these, which stay as they are: an overlay in a mount namespace. In the
 * same place the collector need not be compiled again. What is written to the two folders stays. Needs root.
 */
function asLaterVersion(
  migration: keyof typeof laterMigrations,
  { making, packages }: { readonly making: string; readonly packages: string },
  command: readonly string[],
): string[] {
  const script = `set -e
root=$1 making=$2 packages=$3 migration=$4
shift 4
mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/making /mnt/packages
mount --bind "$making" /mnt/making
mount --bind "$packages" /mnt/packages
mount -t overlay overlay -o "lowerdir=$root,upperdir=/mnt/upper,workdir=/mnt/work" "$root"
mount --bind /mnt/making "$making"
mount --bind /mnt/packages "$packages"
cd "$root"
"$1" test/delivery/next-version.ts "$migration"
exec "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', root, making, packages, migration, ...command];
}
