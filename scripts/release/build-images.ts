/** From staged files to images: four layers each, the lower two shared by all of one architecture. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { collectorCapabilities } from '../../demo/install-collector.ts';
import type { DebianArchitecture, DebianArchive } from '../debian-archives.ts';
import { farolUser, stageBase } from './base-files.ts';
import type { Buildah, ImageConfig } from './buildah.ts';
import { paths, type ReleaseImage } from './images.ts';
import { setModes, type StagedFiles } from './stage-files.ts';

export interface FoundationParts {
  readonly architecture: DebianArchitecture;
  readonly archives: readonly DebianArchive[];
  /** File of Node for that architecture. */
  readonly node: string;
}

/** Returns an image of the C libraries and Node. `folder` is scratch space. */
export function buildFoundation(buildah: Buildah, folder: string, parts: FoundationParts): string {
  const { architecture, archives, node } = parts;
  const [base, scratch, upper] = [path.join(folder, 'base'), path.join(folder, 'scratch'), path.join(folder, 'node')];
  for (const one of [base, scratch, path.join(upper, paths.bin)]) mkdirSync(one, { recursive: true });
  stageBase(base, archives, scratch);
  setModes(base, (mode) => (mode & 0o100) !== 0);
  chmodSync(path.join(base, 'tmp'), 0o1777);
  chmodSync(path.join(base, paths.data), 0o700);
  chownSync(path.join(base, paths.data), farolUser.id, farolUser.id);
  copyFileSync(node, path.join(upper, paths.bin, 'node'));
  setModes(upper, () => true);
  return buildah.addLayer(buildah.addLayer('scratch', base, architecture), upper, architecture);
}

/** Puts the collector where its image has it: root's, executable by one group alone, with exactly the five capabilities. */
export function stageCollector(folder: string, collector: string): void {
  const file = path.join(folder, paths.bin, 'ptop');
  mkdirSync(path.dirname(file), { recursive: true });
  copyFileSync(collector, file);
  chownSync(file, 0, farolUser.id);
  chmodSync(file, 0o750);
  execFileSync('setcap', [collectorCapabilities, file], { stdio: 'pipe' });
}

export interface ImageParts {
  readonly architecture: DebianArchitecture;
  readonly foundation: string;
  readonly files: StagedFiles;
  readonly tag: string;
  readonly revision: string;
  /** Seconds since 1970. */
  readonly date: number;
}

export function buildImage(buildah: Buildah, image: ReleaseImage, parts: ImageParts): string {
  const { architecture, foundation, files, tag, revision, date } = parts;
  const config: ImageConfig = {
    user: `${farolUser.id}:${farolUser.id}`,
    entrypoint: [path.posix.join(paths.bin, 'node'), ...image.start],
    environment: { NODE_ENV: 'production', PATH: paths.bin, HOME: paths.data, ...image.environment },
    ports: image.ports,
    workingDir: paths.program,
    volumes: [paths.data],
    annotations: {
      'org.opencontainers.image.title': image.title,
      'org.opencontainers.image.version': tag,
      'org.opencontainers.image.revision': revision,
      'org.opencontainers.image.created': new Date(date * 1000).toISOString(),
      'org.opencontainers.image.licenses': 'Apache-2.0',
    },
  };
  const upper = buildah.addLayer(foundation, files.dependencies, architecture);
  return buildah.addLayer(upper, files.program, architecture, config);
}
