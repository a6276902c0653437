/** The folder of a release as somebody downloads it, with a second version to upgrade to. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { releaseImages } from '../../../scripts/release/images.ts';
import type { Release } from '../release-images.ts';

/** Archives of amd64 and their sums. The later version is the same program with another number. */
export function stageRelease({ folder, tag }: Release, later: string, into: string): void {
  const archives = path.join(into, 'archives');
  mkdirSync(archives, { recursive: true });
  for (const { name } of releaseImages) {
    const file = path.join(folder, 'archives', `${name}-${tag}-linux-amd64.tar.gz`);
    if (!existsSync(file)) throw new Error(`${file} is missing: build the release with all images`);
    copyFileSync(file, path.join(archives, path.basename(file)));
    renumber(file, { name, tag, later, archives });
  }
  const sums = globSync('archives/*', { cwd: into })
    .toSorted()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(into, file)))
          .digest('hex')}  ${file}\n`,
    );
  writeFileSync(path.join(into, 'SHA256SUMS'), sums.join(''));
}

interface Renumbering {
  readonly name: string;
  readonly tag: string;
  readonly later: string;
  readonly archives: string;
}

function renumber(file: string, { name, tag, later, archives }: Renumbering): void {
  const scratch = path.join(archives, 'scratch');
  const [from, to] = [tag, later].map((one) => path.join(scratch, `${name}-${one}-linux-amd64`)) as [string, string];
  mkdirSync(scratch);
  execFileSync('tar', ['-xzf', file, '-C', scratch]);
  renameSync(from, to);
  const manifest = path.join(to, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace(`"version": "${tag.slice(1)}"`, `"version": "${later.slice(1)}"`));
  const packed = path.join(archives, `${path.basename(to)}.tar.gz`);
  execFileSync('tar', ['-C', scratch, '--use-compress-program=gzip -1', '-cf', packed, path.basename(to)]);
  rmSync(scratch, { recursive: true });
}
