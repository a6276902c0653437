/** Manifests for people without Helm, with the images of one release. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readVersion } from '../../src/core/version.ts';
import { type ImageDigests, partOf } from './read-layout.ts';
import { releaseImages } from './images.ts';

/** They name the images of this release by digest, where it has one. */
export function stageKubernetes(repository: string, folder: string, tag: string, digests: ImageDigests): void {
  mkdirSync(folder, { recursive: true });
  const from = path.join(repository, 'deploy/kubernetes');
  for (const file of globSync('*.yaml', { cwd: from })) {
    writeFileSync(path.join(folder, file), pinImages(readFileSync(path.join(from, file), 'utf8'), tag, digests));
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
