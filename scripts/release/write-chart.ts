/**
 * The Helm chart of a release, as `helm package` would name it. It installs the images of that release by their digests,
 * whatever a registry has under their tags.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { renderChart } from '../generate/chart/chart.ts';
import { type ImageDigests, readLayout } from './read-layout.ts';
import type { Part } from './list-parts.ts';
import { packFolder } from './pack-folder.ts';
import { setModes } from './stage-files.ts';

export interface ChartRelease {
  readonly repository: string;
  /** Folder of the release; the chart comes into `charts` below it. */
  readonly out: string;
  /** v<major>.<minor>.<patch> */
  readonly tag: string;
  /** Seconds since 1970 that every file is dated with. */
  readonly date: number;
  readonly digests: ImageDigests;
}

/** Returns the name of the file, without its ending. */
export function writeChart({ repository, out, tag, date, digests }: ChartRelease): string {
  const folder = path.join(out, 'charts');
  const staged = path.join(folder, 'farol');
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(repository, 'deploy/helm/farol'), staged, { recursive: true });
  writeFileSync(path.join(staged, 'Chart.yaml'), renderChart(tag));
  pinImages(path.join(staged, 'values.yaml'), digests);
  cpSync(path.join(repository, 'LICENSE'), path.join(staged, 'LICENSE'));
  setModes(staged, () => false);
  const name = `farol-${tag.slice(1)}`;
  packFolder(folder, 'farol', date, path.join(folder, `${name}.tgz`));
  return name;
}

function pinImages(file: string, digests: ImageDigests): void {
  const values = parseDocument(readFileSync(file, 'utf8'));
  for (const [part, digest] of Object.entries(digests)) {
    const at = ['image', 'digests', part];
    if (!values.hasIn(at)) throw new Error(`${file} has no ${at.join('.')}`);
    values.setIn(at, digest);
  }
  writeFileSync(file, values.toString({ lineWidth: 0 }));
}

/** The manifest lists that the chart of this release installs, of those that were built. */
export function listImages(out: string, tag: string, images: readonly { readonly name: string }[]): Part[] {
  return images.map(({ name }) => {
    const { digest } = readLayout(path.join(out, 'images', name));
    const value = digest.replace('sha256:', '');
    return { kind: 'image', name, version: tag, licenses: ['Apache-2.0'], digest: { algorithm: 'sha256', value } };
  });
}
