/** The Helm chart of a release, as `helm package` would name it: with the version of the release, whose images it installs. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderChart } from '../generate/chart/chart.ts';
import type { Part } from './list-parts.ts';
import { packFolder } from './pack-folder.ts';
import { readLayout } from './read-layout.ts';
import { setModes } from './stage-files.ts';

export interface ChartRelease {
  readonly repository: string;
  /** Folder of the release; the chart comes into `charts` below it. */
  readonly out: string;
  /** v<major>.<minor>.<patch> */
  readonly tag: string;
  /** Seconds since 1970 that every file is dated with. */
  readonly date: number;
}

/** Returns the name of the file, without its ending. */
export function writeChart({ repository, out, tag, date }: ChartRelease): string {
  const folder = path.join(out, 'charts');
  const staged = path.join(folder, 'farol');
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(repository, 'deploy/helm/farol'), staged, { recursive: true });
  writeFileSync(path.join(staged, 'Chart.yaml'), renderChart(tag));
  cpSync(path.join(repository, 'LICENSE'), path.join(staged, 'LICENSE'));
  setModes(staged, () => false);
  const name = `farol-${tag.slice(1)}`;
  packFolder(folder, 'farol', date, path.join(folder, `${name}.tgz`));
  return name;
}

/** The manifest lists that the chart of this release installs, of those that were built. */
export function listImages(out: string, tag: string, images: readonly { readonly name: string }[]): Part[] {
  return images.map(({ name }) => {
    const { digest } = readLayout(path.join(out, 'images', name));
    const value = digest.replace('sha256:', '');
    return { kind: 'image', name, version: tag, license: 'Apache-2.0', digest: { algorithm: 'sha256', value } };
  });
}
