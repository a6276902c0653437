/**
 * Which tests of the delivery every run of `./farol test` includes: those that need no program which takes minutes to
 * compile beyond what that run has anyway. `./farol test --delivery` runs all.
 */
import { spawnSync } from 'node:child_process';

/** Relative to the repository. `beside` other tests run those that start no container and measure no process. */
export const deliveredInEveryRun = {
  beside: [
    'scripts/release/release.delivery.test.ts',
    'test/delivery/cloud/cloudformation.delivery.test.ts',
    'test/delivery/kubernetes/api-server.delivery.test.ts',
    'test/delivery/kubernetes/node-folder.delivery.test.ts',
  ],
  alone: [
    'test/delivery/containers/install.delivery.test.ts',
    'test/delivery/containers/profiles.delivery.test.ts',
    'test/delivery/containers/wrong-settings.delivery.test.ts',
    'test/delivery/enrol/install-on-docker.delivery.test.ts',
    'test/delivery/enrol/install-on-host.delivery.test.ts',
    'test/delivery/hosts/systemd.delivery.test.ts',
    'test/delivery/kubernetes/several-profilers.delivery.test.ts',
  ],
} as const;

export interface Machine {
  /** As Node names it. */
  readonly architecture: string;
  /** Undefined where there are no users. */
  readonly user: number | undefined;
  /** Whether it may mount a file system in a namespace of its own. */
  readonly mounts: boolean;
}

/** Why this machine cannot build a release and run its containers. Undefined when it can. */
export function whyNotDelivered({ architecture, user, mounts }: Machine): string | undefined {
  if (architecture !== 'x64') return `the collector of the release is for amd64, and this machine is ${architecture}`;
  if (user !== 0) return 'containers are started and files with capabilities written by root alone: run it as root';
  return mounts ? undefined : 'root may not mount anything here: run it where containers can be started';
}

export function thisMachine(): Machine {
  const tried = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
  return { architecture: process.arch, user: process.getuid?.(), mounts: tried.status === 0 };
}
