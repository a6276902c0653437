/** A running executable of about 400 MB with symbols and debug data: the size at which collectors run out of memory. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { startChild } from '../demo/child-process.ts';
import type { Bench } from './run-bench.ts';

const buildTimeoutMs = 30 * 60_000;

/** Its process id. Built only when no earlier build is there. */
export async function startBigTarget({ repository, workspace, narrator, onStarted }: Bench): Promise<number> {
  const folder = path.join(repository, 'profiler/ptop/bench/bigtarget');
  const file = path.join(folder, 'build/bigtarget-88-3000');
  const common = {
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    cwd: workspace.folder,
    logFile: path.join(workspace.folder, 'bigtarget.log'),
    identity: undefined,
  };
  if (!existsSync(file)) {
    narrator.step('Building the executable of about 400 MB (once; this takes minutes)');
    const args = ['-c', '"$0" && echo \'{"event":"built"}\'', path.join(folder, 'build.sh')];
    const build = startChild({ ...common, name: 'the build of the large executable', command: '/bin/sh', args });
    onStarted(() => build.stop());
    await build.waitFor('built', buildTimeoutMs);
  }
  // One thread: the collector needs the other processors.
  const target = startChild({ ...common, name: 'bigtarget', command: file, args: ['1', '60'] });
  onStarted(() => target.stop());
  return target.pid;
}
