/**
 * The release that delivery tests install from: images and archives of amd64. FAROL_RELEASE_DIR names one that is there
 * already; otherwise it is built once for each state of the sources, below `.farol`, and every test shares it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '../..');
const cache = path.join(root, '.farol');

export interface Release {
  /** As `farol release --out` left it. */
  readonly folder: string;
  /** v<major>.<minor>.<patch> */
  readonly tag: string;
}

const ownTag = `v${(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version}`;

/** `tag`: builds the same sources under another version. A build takes one to four minutes; then the folder stays. */
export async function findRelease(tag = ownTag): Promise<Release> {
  const given = process.env['FAROL_RELEASE_DIR'];
  if (given !== undefined && tag === ownTag) return { folder: path.resolve(given), tag };
  return buildOnce(tag, 'amd64');
}

async function buildOnce(tag: string, architecture: string): Promise<Release> {
  const folder = path.join(cache, `release-${tag}-${architecture}-${digestOfSources()}`);
  const lock = `${folder}.lock`;
  await takeLock(lock, folder);
  try {
    if (!existsSync(path.join(folder, 'SHA256SUMS'))) build(folder, tag, architecture);
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
  return hasArm64 ? { folder: path.resolve(given), tag: ownTag } : buildOnce(ownTag, 'arm64');
}

/** The same sources under a later version, for upgrades. FAROL_NEXT_RELEASE_DIR names one that is there already. */
export async function findNextRelease(): Promise<Release> {
  const given = process.env['FAROL_NEXT_RELEASE_DIR'];
  if (given === undefined) return findRelease('v99.0.0');
  const names = readdirSync(path.join(given, 'archives')).join(' ');
  const tag = /farol-control-(?<tag>v\d+\.\d+\.\d+)-/u.exec(names)?.groups?.['tag'];
  if (tag === undefined) throw new Error(`FAROL_NEXT_RELEASE_DIR (${given}) has no archive of the control plane`);
  return { folder: path.resolve(given), tag };
}

/** What goes into a release. Tests and documents do not. */
const sources = ['src', 'catalog', 'connectors', 'profiler', 'demo', 'web', 'deploy', 'scripts', 'package-lock.json'];

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

function build(folder: string, tag: string, architecture: string): void {
  const making = `${folder}.${process.pid}`;
  rmSync(folder, { recursive: true, force: true });
  try {
    const args = [
      '--out',
      making,
      '--tag',
      tag,
      '--arch',
      architecture,
      '--packages',
      path.join(cache, 'debian-packages'),
    ];
    execFileSync(process.execPath, [path.join(root, 'scripts/release.ts'), ...args], { cwd: root, stdio: 'pipe' });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
