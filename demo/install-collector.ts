/** Installs the collector as the guide does: root's, for one group, with five capabilities on the file. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync } from 'node:fs';
import path from 'node:path';
import { fileCapabilities as collectorCapabilities } from '../src/core/delivered/delivered-programs.ts';
import type { Identity } from './workspace.ts';

export { collectorCapabilities };

/**
 * `caller` is who starts it: its group alone may execute the file. Without root (then there is no caller) nothing can
 * be granted, and the Profiler itself says what is missing and what it costs. Returns the path of the file.
 */
export function installCollector(repository: string, folder: string, caller: Identity | undefined): string {
  const file = path.join(folder, 'ptop');
  copyFileSync(path.join(repository, 'profiler/ptop/target/release/ptop'), file);
  if (caller !== undefined) chownSync(file, 0, caller.gid);
  chmodSync(file, 0o750);
  spawnSync('setcap', [collectorCapabilities, file], { stdio: 'ignore' });
  return file;
}
