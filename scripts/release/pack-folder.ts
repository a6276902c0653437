import { execFileSync } from 'node:child_process';

/** Packs the folder `name` of `folder` into `file`, a .tar.gz. The same files give the same bytes, dated `date` seconds after 1970. */
export function packFolder(folder: string, name: string, file: string, date: number): void {
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${date}`, '--format=posix'];
  const times = '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime';
  execFileSync('tar', ['-C', folder, ...same, times, '--use-compress-program=gzip -n', '-cf', file, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
