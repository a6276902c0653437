/**
 * Which system calls the Profiler's container may make: those that were measured, the forms of each that another
 * architecture or a longer run uses, and nothing else. Pure.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface CallGroup {
  readonly purpose: string;
  readonly calls: readonly string[];
}

/** Measured, and refused all the same, with what follows. */
export const refusedCalls: Readonly<Record<string, string>> = {
  io_uring_setup: 'Node tries it once and then uses threads',
};

const list = (text: string): string[] => text.trim().split(/\s+/u);

/** Every call that was measured is in exactly one of these. */
const purposes: readonly CallGroup[] = [
  { purpose: 'the probes', calls: ['bpf', 'perf_event_open', 'uretprobe'] },
  {
    purpose: 'memory',
    calls: ['brk', 'madvise', 'memfd_create', 'mmap', 'mprotect', 'mremap', 'munmap'],
  },
  {
    purpose: 'files and folders',
    calls: list(`
      access chdir chmod close close_range dup2 dup3 faccessat2 fadvise64 fchown fcntl fstat fstatfs
      fsync getcwd getdents64 ioctl lseek mkdir newfstatat openat openat2 pipe2 pread64 preadv2 readlink
      readlinkat rename renameat rmdir statx unlink unlinkat read write writev
    `),
  },
  {
    purpose: 'network',
    calls: list(`
      accept accept4 bind connect getsockname getsockopt listen recvfrom recvmsg sendto setsockopt
      shutdown socket socketpair
    `),
  },
  {
    purpose: 'waiting and time',
    calls: list(`
      clock_gettime clock_nanosleep epoll_create1 epoll_ctl epoll_pwait eventfd2 futex nanosleep poll
    `),
  },
  {
    purpose: 'processes and threads, without new namespaces',
    calls: list(`
      arch_prctl clone clone3 execve exit exit_group getpid getppid getrusage gettid pidfd_open prlimit64
      rseq sched_getaffinity sched_getparam sched_getscheduler set_robust_list set_tid_address sysinfo
      uname wait4 getrandom
    `),
  },
  {
    purpose: 'signals',
    calls: ['kill', 'rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn', 'sigaltstack'],
  },
  {
    purpose: 'users and capabilities, as the container starts and as the collector drops what it no longer needs',
    calls: list(`
      capget capset getegid geteuid getgid getresuid getuid prctl setgid setgroups setuid
    `),
  },
];

/** One call in the forms that kernels, architectures and C libraries know. With one of a row the others come along. */
const forms: readonly (readonly string[])[] = [
  ['access', 'faccessat', 'faccessat2'],
  ['chmod', 'fchmod', 'fchmodat'],
  ['fchown', 'fchownat'],
  ['dup2', 'dup', 'dup3'],
  ['mkdir', 'mkdirat'],
  ['newfstatat', 'fstat', 'stat', 'lstat', 'statx'],
  ['fstatfs', 'statfs'],
  ['fsync', 'fdatasync', 'ftruncate'],
  ['getdents64', 'getdents'],
  ['openat', 'open'],
  ['pipe2', 'pipe'],
  ['preadv2', 'preadv', 'readv', 'pread64'],
  ['writev', 'pwrite64', 'pwritev', 'pwritev2'],
  ['readlink', 'readlinkat'],
  ['rename', 'renameat', 'renameat2'],
  ['recvmsg', 'recvmmsg'],
  ['sendto', 'sendmsg', 'sendmmsg'],
  ['getsockname', 'getpeername'],
  ['clock_gettime', 'clock_getres', 'gettimeofday', 'time'],
  ['epoll_pwait', 'epoll_wait', 'epoll_pwait2'],
  ['poll', 'ppoll', 'select', 'pselect6'],
  ['nanosleep', 'restart_syscall', 'sched_yield'],
  ['kill', 'tgkill', 'rt_sigtimedwait'],
  ['prlimit64', 'getrlimit', 'setrlimit'],
  ['clone', 'fork', 'vfork'],
  ['wait4', 'waitid'],
  ['set_robust_list', 'get_robust_list', 'membarrier'],
  ['getresuid', 'getresgid', 'getgroups'],
  ['setuid', 'setresuid', 'setresgid'],
  ['madvise', 'mincore'],
];

const measuredFile = path.join(import.meta.dirname, 'measured-calls.json');

export function readMeasured(): readonly string[] {
  return JSON.parse(readFileSync(measuredFile, 'utf8')) as string[];
}

/** @throws Error naming a measured call that has no purpose here. */
export function callGroups(measured: readonly string[] = readMeasured()): readonly CallGroup[] {
  const allowed = measured.filter((one) => !Object.hasOwn(refusedCalls, one));
  const known = new Set(purposes.flatMap(({ calls }) => calls));
  const unknown = allowed.filter((one) => !known.has(one));
  if (unknown.length > 0) throw new Error(`seccomp-groups.ts states no purpose for: ${unknown.join(', ')}`);
  return purposes.map(({ purpose, calls }) => {
    const used = calls.filter((one) => allowed.includes(one));
    const further = forms.filter((row) => row.some((one) => used.includes(one))).flat();
    return { purpose, calls: [...new Set([...used, ...further])].toSorted() };
  });
}
