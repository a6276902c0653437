/** What Kubernetes needs besides the chart: manifests for people without Helm, and the profiles that nodes load. */
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readVersion } from '../../src/core/version.ts';
import { type ImageDigests, partOf } from './image-digests.ts';
import { releaseImages } from './images.ts';

const profiles = ['apparmor/farol-profiler-kubernetes', 'seccomp/farol-profiler.json'];

/** The manifests name the images of this release by digest, where it has one. */
export function stageKubernetes(repository: string, folder: string, tag: string, digests: ImageDigests): void {
  mkdirSync(folder, { recursive: true });
  const from = path.join(repository, 'deploy');
  for (const one of profiles) cpSync(path.join(from, one), path.join(folder, path.basename(one)));
  for (const file of globSync('*.yaml', { cwd: path.join(from, 'kubernetes') })) {
    const text = readFileSync(path.join(from, 'kubernetes', file), 'utf8');
    writeFileSync(path.join(folder, file), pinImages(text, tag, digests));
  }
}

function pinImages(text: string, tag: string, digests: ImageDigests): string {
  const rendered = `v${readVersion()}`;
  let pinned = text.replaceAll(`app.kubernetes.io/version: "${rendered}"`, `app.kubernetes.io/version: "${tag}"`);
  for (const { name } of releaseImages) {
    const digest = digests[partOf(name)];
    pinned = pinned.replaceAll(`/${name}:${rendered}`, digest === undefined ? `/${name}:${tag}` : `/${name}@${digest}`);
  }
  return pinned;
}
