import { expect, test } from 'vitest';
import { callGroups, readMeasured, refusedCalls } from './seccomp-groups.ts';
import { callsInContainer } from './calls-in-container.ts';

test('everything that was measured is allowed, but for what is refused with a reason', () => {
  const allowed = new Set(callGroups().flatMap(({ calls }) => calls));
  expect(readMeasured().filter((one) => !allowed.has(one))).toEqual(Object.keys(refusedCalls));
});

test('no call that reaches beyond the container is among them', () => {
  const allowed = callGroups().flatMap(({ calls }) => calls);
  for (const one of [
    'mount',
    'umount2',
    'keyctl',
    'add_key',
    'ptrace',
    'setns',
    'unshare',
    'init_module',
    'kexec_load',
    'pivot_root',
    'process_vm_writev',
  ]) {
    expect(allowed).not.toContain(one);
  }
});

test('a call with no stated purpose is named', () => {
  expect(() => callGroups(['bpf', 'reboot'])).toThrow('reboot');
});

test('a call counts once the filter is set, in that process and in its children', () => {
  const trace = [
    '10 mount("a") = 0',
    '10 seccomp(SECCOMP_SET_MODE_FILTER, 0, NULL) = -1 EFAULT (Bad address)',
    '11 keyctl(0) = 0',
    '10 prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, {len=1158, filter=0xc0}) = 0',
    '12 openat(AT_FDCWD, "x") = 3',
    '10 clone3({flags=0} <unfinished ...>',
    '10 <... clone3 resumed> ) = 12',
    '12 close(3) = 0',
    '11 umount2("a") = 0',
    '12 syscall_0x14f(0x1, 0x2) = 0',
  ];
  expect(callsInContainer(trace.join('\n'))).toEqual(['clone3', 'close', 'openat', 'uretprobe']);
});
