/** What of a file the page cache has when a run begins: it decides how much the run reads from the disk. */
import { execFileSync } from 'node:child_process';

/** All of the file, as where other copies of the program run or it was just installed; or nothing of it. */
export type CachedPart = 'all' | 'nothing';

/** @throws Error when the file cannot be read. */
export function cachePart(file: string, part: CachedPart): void {
  const args = part === 'all' ? ['of=/dev/null', 'bs=1M'] : ['iflag=nocache', 'count=0'];
  execFileSync('dd', [`if=${file}`, 'status=none', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
}
