/** By which digests a release names its own images, in everything that installs them from a registry. */
import path from 'node:path';
import { readLayout } from './read-layout.ts';

/** "sha256:…" of each manifest list by part: `control`, `agent`, `profiler`. Parts that were not built are absent. */
export type ImageDigests = Readonly<Record<string, string>>;

export function partOf(imageName: string): string {
  return imageName.replace('farol-', '');
}

/** Of the layouts below `out`. */
export function readDigests(out: string, images: readonly { readonly name: string }[]): ImageDigests {
  return Object.fromEntries(
    images.map(({ name }) => [partOf(name), readLayout(path.join(out, 'images', name)).digest] as const),
  );
}
