/** A running executable of a chosen size with symbols and debug data; collectors run out of memory on the large ones. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Child, startChild } from '../demo/child-process.ts';
import type { Bench } from './bench.ts';

const buildTimeoutMs = 60 * 60_000;
/** The size of the build that every measure but `size` takes; its file was always called so. */
export const bigMegabytes = 478;

const folderIn = (repository: string): string => path.join(repository, 'profiler/ptop/bench/bigtarget');

/** Where the executable of that size is, once it was started. */
export function bigTargetFile(repository: string, megabytes = bigMegabytes): string {
  const name = megabytes === bigMegabytes ? 'bigtarget-88-3000' : `bigtarget-${megabytes}MB`;
  return path.join(folderIn(repository), 'build', name);
}

/** Built only when no earlier build is there. */
export async function startBigTarget(bench: Bench, megabytes = bigMegabytes): Promise<Child> {
  const { repository, workspace, narrator, onStarted } = bench;
  const folder = folderIn(repository);
  const file = bigTargetFile(repository, megabytes);
  const common = {
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    cwd: workspace.folder,
    logFile: path.join(workspace.folder, 'bigtarget.log'),
    identity: undefined,
  };
  if (!existsSync(file)) {
    narrator.step(`Building an executable of about ${megabytes} MB (once; a large one takes minutes)`);
    const make = [path.join(folder, 'build.sh'), '--megabytes', String(megabytes), '--output', file];
    const args = ['-c', '"$@" && echo \'{"event":"built"}\'', 'sh', ...make];
    const build = startChild({ ...common, name: 'the build of the large executable', command: '/bin/sh', args });
    onStarted(() => build.stop());
    await build.waitFor('built', buildTimeoutMs);
  }
  // One thread: the collector needs the other processors.
  const target = startChild({ ...common, name: 'bigtarget', command: file, args: ['1', '60'] });
  onStarted(() => target.stop());
  return target;
}
