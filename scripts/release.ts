/** `./farol release --out <dir>`: everything of one version. docs/guides/release.md explains it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { type DebianArchitecture, debianArchitectures } from './debian-archives.ts';
import { buildCosign, type Signer } from './release/cosign.ts';
import { releaseImages } from './release/images.ts';
import { pushRelease } from './release/push-release.ts';
import { demandEmpty, isFinished, runRelease } from './release/run-release.ts';

const root = path.resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const names = releaseImages.map(({ name }) => name);

interface Options {
  readonly out: string;
  readonly tag: string;
  readonly arch: readonly DebianArchitecture[];
  readonly image: readonly string[];
  readonly packages?: string;
  readonly recordPackages?: boolean;
  readonly key?: string;
  readonly push: readonly string[];
  readonly builder: string;
}

const options = new Command('farol release')
  .description('build images, archives, lists of contents, provenance and checksums of one version')
  .requiredOption('--out <dir>', 'folder that receives everything; created, and must be empty')
  .option('--tag <tag>', 'v<major>.<minor>.<patch>', parseTag, `v${manifest.version}`)
  .option(
    '--arch <name>',
    `only this architecture: ${debianArchitectures.join(' or ')}`,
    choose(debianArchitectures),
    [],
  )
  .option('--image <name>', `only this image: ${names.join(', ')}`, choose(names), [])
  .option('--packages <dir>', "keep Debian's packages there, and take those that are there already")
  .option(
    '--record-packages',
    "note this release's packages of Debian in the repository: the next one names what differs",
  )
  .option('--key <file>', 'sign with this private key of cosign; its password is in COSIGN_PASSWORD')
  .option(
    '--push <registry>',
    'publish the images there and sign them, for example registry.example/team; repeat it for more',
    (text: string, before: string[]) => [...before, text.replace(/\/+$/u, '')],
    [],
  )
  .option('--builder <uri>', 'who builds, for the provenance', 'urn:farol:builder:unnamed')
  .parse()
  .opts<Options>();

const work = mkdtempSync(path.join(os.tmpdir(), 'farol-release-'));
try {
  release(options);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

function release(given: Options): void {
  const { tag, push } = given;
  if (process.getuid?.() !== 0) {
    throw new Error('run this as root: the Profiler image holds a file with capabilities, which only root can write');
  }
  if (push.length > 0 && given.key === undefined) {
    throw new Error('--push needs --key: an image without a signature cannot be verified');
  }
  const out = path.resolve(given.out);
  const isBuilt = push.length > 0 && isFinished(out);
  const source = readSource();
  if (given.key !== undefined && !isBuilt && source.isChanged) refuseChanged(source.revision);
  const signer = given.key === undefined ? undefined : { cosign: buildCosign(say), key: path.resolve(given.key) };
  if (isBuilt) say(`${out} holds a finished release: it is published as it is`);
  else build(given, out, signer, source);
  if (signer === undefined) return;
  for (const registry of push) for (const image of pushRelease(out, tag, registry, signer)) say(`published ${image}`);
}

function build(
  { tag, arch, image, packages, recordPackages, builder }: Options,
  out: string,
  signer: Signer | undefined,
  { revision, isChanged }: Source,
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

function parseTag(text: string): string {
  if (!/^v\d+\.\d+\.\d+$/u.test(text)) throw new InvalidArgumentError('A tag has the form v<major>.<minor>.<patch>.');
  return text;
}

/** One value of a list that may be given again and again. */
function choose<Choice extends string>(choices: readonly Choice[]): (text: string, before: Choice[]) => Choice[] {
  return (text, before) => {
    const found = choices.find((one) => one === text);
    if (found === undefined) throw new InvalidArgumentError(`One of ${choices.join(', ')}.`);
    return [...new Set([...before, found])];
  };
}
