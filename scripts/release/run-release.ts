/** Builds everything of one version into a folder, and signs it where a key is given. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DebianArchitecture, type DebianArchive, nodeNames } from '../debian-archives.ts';
import { productNodeVersion } from '../product-node.ts';
import { installNode } from '../../test/node/releases.ts';
import { buildCollector, collectorTargets, findStandardLibrary } from './build-collector.ts';
import { buildFoundation, buildImage, stageCollector } from './build-images.ts';
import { Buildah } from './buildah.ts';
import { type Signer, signFile } from './cosign.ts';
import { fetchBase } from './base-files.ts';
import { readDigests, readLayout } from './read-layout.ts';
import { paths, type ReleaseImage } from './images.ts';
import { describeChanged, readKnown, recordKnown } from './known-packages.ts';
import { listBundled, listCrates, listDebian, listNode, listNpm, listOnce, listRust, type Part } from './list-parts.ts';
import { packFolder } from './pack-folder.ts';
import { stageCompose } from './stage-compose.ts';
import { stageDeploy } from './stage-deploy.ts';
import { setModes, stageFiles } from './stage-files.ts';
import { writeArchive } from './write-archive.ts';
import { listImages, writeChart } from './write-chart.ts';
import { makeStatement } from './write-provenance.ts';
import { writeSbom } from './write-sbom.ts';

export interface ReleaseRequest {
  readonly repository: string;
  readonly out: string;
  /** v<major>.<minor>.<patch> */
  readonly tag: string;
  readonly revision: string;
  /** Whether the sources differ from that revision. */
  readonly isChanged: boolean;
  /** Seconds since 1970 that every file is dated with. */
  readonly date: number;
  readonly builder: string;
  readonly architectures: readonly DebianArchitecture[];
  readonly images: readonly ReleaseImage[];
  /** Folder of Debian's packages, an architecture each below it. */
  readonly packages: string;
  /** Whether those become what the next release is compared with. */
  readonly recordsPackages: boolean;
  /** Scratch space, which the caller removes. */
  readonly work: string;
  readonly signer: Signer | undefined;
  readonly say: (line: string) => void;
}

/** What one architecture is built on. */
interface Ground {
  readonly architecture: DebianArchitecture;
  readonly node: string;
  readonly foundation: string;
  /** Absent where no chosen image has it. */
  readonly collector: string | undefined;
  readonly archives: readonly DebianArchive[];
}

/** One image for one architecture. */
interface Built {
  readonly architecture: DebianArchitecture;
  /** As buildah names it. */
  readonly image: string;
  readonly parts: readonly Part[];
}

const nodeVersion = productNodeVersion();

export function runRelease(request: ReleaseRequest): void {
  const { out, tag, work, date, images, architectures, signer, say } = request;
  const buildah = new Buildah(path.join(work, 'storage'), date);
  mkdirSync(path.join(out, 'sbom'), { recursive: true });
  const grounds = architectures.map((one) => prepareGround(request, buildah, one));
  const parts: Part[] = [];
  for (const image of images) {
    const built = grounds.map((ground) => buildOne(request, buildah, image, ground));
    const layout = path.join(out, 'images', image.name);
    const made = built.map((one) => one.image);
    buildah.writeLayout(image.name, made, layout, tag);
    for (const one of built) {
      listImage(request, image, one, layout);
      parts.push(...one.parts);
    }
    say(`${image.name}: ${architectures.join(' and ')}`);
  }
  const digests = readDigests(out, images);
  const installed = listImages(out, tag, images);
  const listInstalled = (name: string, file: string): void => {
    writeFileSync(path.join(out, 'sbom', `${file}.cdx.json`), writeSbom({ name, version: tag, date }, installed));
  };
  for (const [name, stage] of Object.entries({ 'farol-compose': stageCompose, 'farol-deploy': stageDeploy })) {
    packStaged(request, `${name}-${tag}`, (folder) => stage(request.repository, folder, tag, digests));
    listInstalled(name, `${name}-${tag}.archive`);
  }
  listInstalled('farol', `${writeChart({ ...request, digests })}.chart`);
  const subjects = [
    ...globSync('{archives,charts,sbom}/*', { cwd: out }),
    ...globSync('images/*/index.json', { cwd: out }),
  ]
    .toSorted()
    .map((name) => ({ name, sha256: digestOf(path.join(out, name)) }));
  // Who has an image from a registry knows it by the digest of its manifest list.
  const served = installed.map(({ name, digest }) => ({ name, sha256: digest.value }));
  const statement = makeStatement({ ...request, parts }, [...subjects, ...served]);
  writeFileSync(path.join(out, 'provenance.json'), `${JSON.stringify(statement, null, 1)}\n`);
  subjects.push({ name: 'provenance.json', sha256: digestOf(path.join(out, 'provenance.json')) });
  const checksums = path.join(out, 'SHA256SUMS');
  writeFileSync(checksums, subjects.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''));
  if (signer !== undefined) signFile(signer, checksums);
}

function prepareGround(request: ReleaseRequest, buildah: Buildah, architecture: DebianArchitecture): Ground {
  const { repository, packages, work, say } = request;
  const archives = fetchBase(path.join(packages, architecture), architecture);
  for (const line of describeChanged(readKnown(architecture), archives)) say(line);
  if (request.recordsPackages) recordKnown(architecture, archives);
  const node = installNode(`node-${nodeNames[architecture]}-${nodeVersion}`, nodeVersion, nodeNames[architecture]);
  const needsCollector = request.images.some(({ hasCollector }) => hasCollector);
  if (needsCollector) say(`compiling the collector for ${architecture}`);
  const collector = needsCollector ? buildCollector(repository, architecture) : undefined;
  const folder = path.join(work, `foundation-${architecture}`);
  const foundation = buildFoundation(buildah, folder, { architecture, archives, node });
  return { architecture, node, foundation, collector, archives };
}

function buildOne(request: ReleaseRequest, buildah: Buildah, image: ReleaseImage, ground: Ground): Built {
  const { repository, out, tag, work, date } = request;
  const { architecture, node, collector, archives } = ground;
  const name = `${image.name}-${tag}-linux-${architecture}`;
  const folder = path.join(work, name);
  const files = stageFiles(repository, folder, image, tag.slice(1));
  const archive = { files, node, date, collector: image.hasCollector ? collector : undefined };
  writeArchive(path.join(out, 'archives'), name, image, archive);
  if (archive.collector !== undefined) stageCollector(files.program, archive.collector);
  const own = listOnce([
    listNode(nodeVersion, nodeNames[architecture]),
    ...(image.hasCollector ? listCollector(repository, architecture) : []),
    ...listNpm(repository, path.join(files.dependencies, paths.program)),
    ...listBundled(repository, image.spec.folders),
  ]);
  const all = [...listDebian(archives), ...own];
  const subject = { name: image.name, version: tag, architecture, date };
  writeFileSync(path.join(out, 'sbom', `${name}.archive.cdx.json`), writeSbom(subject, own));
  return { architecture, image: buildImage(buildah, image, { ...request, ...ground, files }), parts: all };
}

/** Written when the layout is: only then the image has its digest. */
function listImage({ out, tag, date }: ReleaseRequest, { name }: ReleaseImage, one: Built, layout: string): void {
  const { architecture, parts } = one;
  const found = readLayout(layout).architectures.find((image) => image.name === architecture);
  if (found === undefined) throw new Error(`${layout} has no image for ${architecture}`);
  const subject = { name, version: tag, imageDigest: found.digest, architecture, date };
  const file = path.join(out, 'sbom', `${name}-${tag}-linux-${architecture}.image.cdx.json`);
  writeFileSync(file, writeSbom(subject, parts));
}

function listCollector(repository: string, architecture: DebianArchitecture): Part[] {
  const { file, version } = findStandardLibrary(architecture);
  const library = listRust(version, file, nodeNames[architecture]);
  return [library, ...listCrates(repository, collectorTargets[architecture])];
}

function packStaged({ out, date }: ReleaseRequest, name: string, stage: (folder: string) => void): void {
  const folder = path.join(out, 'archives');
  stage(path.join(folder, name));
  setModes(path.join(folder, name), (mode) => (mode & 0o100) !== 0);
  packFolder(folder, name, date);
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** @throws when the folder has anything in it. */
export function demandEmpty(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`--out ${folder} is not empty; name a new folder`);
}

/**
 * Whether the folder holds a finished release: its sums are written last.
 *
 * @throws when a file of it is not what its sums say.
 */
export function isFinished(folder: string): boolean {
  if (!existsSync(path.join(folder, 'SHA256SUMS'))) return false;
  const { status, stdout } = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`--out ${folder} holds a release that was changed after it was built: ${stdout.trim()}`);
  }
  return true;
}
