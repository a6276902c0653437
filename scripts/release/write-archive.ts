/** What a host without containers unpacks and runs: program, packages, Node, its unit and, for the Profiler, the collector. */
import { chmodSync, copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renderHostFiles } from '../delivery/hosts/render-unit.ts';
import { paths, type ReleaseImage } from './images.ts';
import { packFolder } from './pack-folder.ts';
import { setModes, type StagedFiles } from './stage-files.ts';

export interface ArchiveParts {
  readonly files: StagedFiles;
  readonly node: string;
  readonly collector: string | undefined;
  /** Seconds since 1970 that every file is dated with. */
  readonly date: number;
}

/** Writes `<folder>/<name>.tar.gz`, whose one folder is `name`, and returns it. The same parts give the same bytes. */
export function writeArchive(folder: string, name: string, image: ReleaseImage, parts: ArchiveParts): string {
  const { files, node, collector, date } = parts;
  const staged = path.join(folder, name);
  mkdirSync(staged, { recursive: true });
  for (const layer of [files.dependencies, files.program]) {
    cpSync(path.join(layer, paths.program), staged, { recursive: true });
  }
  const copy = (from: string, to: string): void => {
    copyFileSync(from, path.join(staged, to));
    chmodSync(path.join(staged, to), 0o755);
  };
  copy(node, 'node');
  // Without its capabilities: the installer grants them.
  if (collector !== undefined) copy(collector, 'ptop');
  writeStarter(path.join(staged, image.name), image.start);
  writeStarter(path.join(staged, 'farol'), ['dist/src/cli/main.js']);
  if (image.hasCollector) writeStarter(path.join(staged, 'witness'), ['dist/witness/witness.js']);
  writeHostFiles(path.join(staged, 'systemd'), image);
  // Copies have what the umask left of their modes.
  setModes(staged, (mode) => (mode & 0o100) !== 0);
  chmodSync(staged, 0o755);
  return packFolder(folder, name, date);
}

function writeStarter(file: string, start: readonly string[]): void {
  const args = start.map((one) => (one.endsWith('.js') ? `"$here/${one}"` : one)).join(' ');
  writeFileSync(file, `#!/bin/sh\nhere=$(dirname -- "$(readlink -f -- "$0")")\nexec "$here/node" ${args} "$@"\n`);
  chmodSync(file, 0o755);
}

function writeHostFiles(folder: string, image: ReleaseImage): void {
  mkdirSync(folder);
  for (const { name, text } of renderHostFiles(image)) writeFileSync(path.join(folder, name), text);
}
