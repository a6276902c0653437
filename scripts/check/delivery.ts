/** Whether this machine can build a release and run its containers. */
import { spawnSync } from 'node:child_process';
import { skipBecause } from './gates.ts';
import type { Gate } from './run-gates.ts';

export interface Machine {
  /** As Node names it. */
  readonly architecture: string;
  /** Undefined where there are no users. */
  readonly user: number | undefined;
  /** Whether it may mount a file system in a namespace of its own. */
  readonly mounts: boolean;
}

/** Why this machine cannot. Undefined when it can. */
export function whyNotDelivered({ architecture, user, mounts }: Machine): string | undefined {
  if (architecture !== 'x64') return `the collector of the release is for amd64, and this machine is ${architecture}`;
  if (user !== 0) return 'containers are started and files with capabilities written by root alone: run it as root';
  return mounts ? undefined : 'root may not mount anything here: run it where containers can be started';
}

/** Where no container can be run, the gate is skipped with its reason, and counted as such. */
export function whereDelivered(gate: Gate): Gate {
  const tried = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
  const why = whyNotDelivered({
    architecture: process.arch,
    user: process.getuid?.(),
    mounts: tried.status === 0,
  });
  return why === undefined ? gate : { ...gate, run: (output) => skipBecause(why, output) };
}
