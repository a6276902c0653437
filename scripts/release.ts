/** `./farol release --out <dir>`: everything of one version. docs/guides/release.md explains it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { releaseCommand, type ReleaseOptions } from '../src/cli/tree/repository.ts';
import { debianArchitectures } from './debian-archives.ts';
import { buildCosign, type Signer } from './release/cosign.ts';
import { releaseImages } from './release/images.ts';
import { pushRelease } from './release/push-release.ts';
import { demandEmpty, isFinished, runRelease } from './release/run-release.ts';

const root = path.resolve(import.meta.dirname, '..');

await releaseCommand(run).parseAsync();

function run(given: ReleaseOptions): void {
  const work = mkdtempSync(path.join(os.tmpdir(), 'farol-release-'));
  try {
    release(given, work);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function release(given: ReleaseOptions, work: string): void {
  const { tag, push } = given;
  if (process.getuid?.() !== 0) {
    throw new Error('run this as root: the Profiler image holds a file with capabilities, which only root can write');
  }
  const out = path.resolve(given.out);
  const isBuilt = push.length > 0 && isFinished(out);
  const source = readSource();
  if (given.key !== undefined && !isBuilt && source.isChanged) refuseChanged(source.revision);
  const signer = given.key === undefined ? undefined : { cosign: buildCosign(say), key: path.resolve(given.key) };
  if (isBuilt) say(`${out} holds a finished release: it is published as it is`);
  else build(given, { out, work, signer, source });
  if (signer === undefined) return;
  for (const registry of push) for (const image of pushRelease(out, tag, registry, signer)) say(`published ${image}`);
}

function build(
  { tag, arch, image, packages, recordPackages, builder }: ReleaseOptions,
  { out, work, signer, source: { revision, isChanged } }: BuildPlaces,
): void {
  demandEmpty(out);
  if (isChanged) say(`the working tree differs from ${revision}: no one can build this again`);
  runRelease({
    repository: root,
    out,
    tag,
    revision,
    isChanged,
    builder,
    work,
    say,
    date: Number(process.env['SOURCE_DATE_EPOCH'] ?? git('log', '-1', '--format=%ct')),
    architectures: arch.length > 0 ? arch : debianArchitectures,
    images: releaseImages.filter(({ name }) => image.length === 0 || image.includes(name)),
    packages: path.resolve(packages ?? path.join(work, 'packages')),
    recordsPackages: recordPackages === true,
    signer,
  });
  say(signer === undefined ? `${tag} is in ${out}; it is not signed (--key)` : `${tag} is in ${out}, signed`);
}

interface BuildPlaces {
  readonly out: string;
  readonly work: string;
  readonly signer: Signer | undefined;
  readonly source: Source;
}

interface Source {
  readonly revision: string;
  /** Whether the working tree differs from it. */
  readonly isChanged: boolean;
}

function readSource(): Source {
  return { revision: git('rev-parse', 'HEAD'), isChanged: git('status', '--porcelain') !== '' };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}

/** @throws always: a signature would vouch for a commit that these files are not. */
function refuseChanged(revision: string): never {
  throw new Error(`--key needs an unchanged working tree, but this one differs from ${revision}: commit or undo first`);
}

function say(line: string): void {
  process.stderr.write(`farol: ${line}\n`);
}
