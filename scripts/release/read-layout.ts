/** What an OCI layout of a release holds: one manifest list, and an image for each architecture. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const Layout = z.object({
  manifests: z.tuple([
    z.object({ digest: z.string(), annotations: z.object({ 'org.opencontainers.image.ref.name': z.string() }) }),
  ]),
});
const List = z.object({
  manifests: z.array(z.object({ digest: z.string(), platform: z.object({ architecture: z.string() }) })).min(1),
});

export interface ReleasedImage {
  readonly tag: string;
  /** Of the manifest list: "sha256:…". */
  readonly digest: string;
  readonly architectures: readonly { readonly name: string; readonly digest: string }[];
}

/** @throws when the folder holds no layout, or one with several lists. */
export function readLayout(folder: string): ReleasedImage {
  const [{ digest, annotations }] = Layout.parse(readJson(path.join(folder, 'index.json'))).manifests;
  const { manifests } = List.parse(readJson(path.join(folder, 'blobs', digest.replace(':', '/'))));
  return {
    tag: annotations['org.opencontainers.image.ref.name'],
    digest,
    architectures: manifests.map((one) => ({ name: one.platform.architecture, digest: one.digest })),
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

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
