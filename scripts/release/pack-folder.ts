import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Packs the folder `name` below `folder` into `file`, a .tar.gz, removes the folder, and returns the file. The same files
 * give the same bytes. `date`: seconds since 1970 that every file is dated with.
 */
export function packFolder(
  folder: string,
  name: string,
  date: number,
  file = path.join(folder, `${name}.tar.gz`),
): string {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${date}`, '--format=posix'];
  const times = '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime';
  execFileSync('tar', ['-C', folder, ...same, times, '--use-compress-program=gzip -n', '-cf', file, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  rmSync(path.join(folder, name), { recursive: true });
  return file;
}
