/** What the real programs of a bench have in common: whether they are installed, how they start and end. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type Child, startChild } from '../demo/child-process.ts';
import type { Bench } from './bench.ts';

export interface RunningProgram {
  /** Of all its processes, asked again for each capture. */
  pids(): readonly number[];
  stop(): Promise<void>;
}

export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';

  constructor(what: string, debianPackage: string) {
    super(`${what} is not installed (Debian package ${debianPackage})`);
  }
}

/** @throws NotInstalled */
export function needCommand(command: string, debianPackage: string): void {
  if (spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined) return;
  throw new NotInstalled(path.basename(command), debianPackage);
}

export interface Start {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The unprivileged one of the workload, unless this is false. */
  readonly asOtherUser?: boolean;
}

/** In the workspace, with nothing of this process's environment but PATH. */
export function startHere({ workspace, onStarted }: Bench, { name, command, args, asOtherUser = true }: Start): Child {
  const child = startChild({
    name,
    command,
    args,
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    cwd: workspace.folder,
    logFile: path.join(workspace.folder, `${name}.log`),
    identity: asOtherUser ? workspace.workload : undefined,
  });
  onStarted(() => child.stop());
  return child;
}
