/**
 * The seccomp profile of the Profiler's container. With `architectures` and without `archMap` the same file suits
 * Docker, podman and, as a profile of the node, Kubernetes; calls that an architecture does not have are ignored.
 */
import { callGroups } from '../delivery/containers/seccomp-groups.ts';
import type { Page } from './page.ts';

export const seccompFolder = 'deploy/seccomp';

/** CLONE_NEW… of every kind of namespace. */
const namespaceFlags = 0x7e020000;
const [permissionDenied, notImplemented] = [1, 38];

export function render(): Page[] {
  const calls = new Set(callGroups().flatMap((group) => group.calls));
  const plain = [...calls].filter((one) => one !== 'clone' && one !== 'clone3').toSorted();
  const profile = {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: permissionDenied,
    architectures: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'],
    syscalls: [
      { names: plain, action: 'SCMP_ACT_ALLOW' },
      {
        names: ['clone'],
        action: 'SCMP_ACT_ALLOW',
        args: [{ index: 0, value: namespaceFlags, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
      },
      // Its flags are in memory, which a filter cannot read. The C library then uses clone.
      { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: notImplemented },
    ],
  };
  return [{ path: `${seccompFolder}/farol-profiler.json`, text: `${JSON.stringify(profile, null, 2)}\n` }];
}
