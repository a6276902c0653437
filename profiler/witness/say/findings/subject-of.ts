/** What a finding is about, where its key names it: a peer, a file, or a system call. Keys of several axes name the same one. */
import type { Finding } from '../../diff/summary.ts';

export interface Subject {
  readonly kind: 'peer' | 'file' | 'call';
  /** The same for the same subject on every axis. */
  readonly name: string;
  /** The key of the set that says how often it occurred. */
  readonly set: { readonly axis: string; readonly key: string };
}

const peerOf = (key: string): string | undefined =>
  /^(?:\S+ )*?(?<peer>(?:connect|accept|datagram) .+)$/u.exec(key)?.groups?.['peer'];

export function subjectOf({ axis, key }: Pick<Finding, 'axis' | 'key'>): Subject | undefined {
  switch (axis) {
    case 'network':
    case 'network_bytes':
    case 'network_events': {
      const peer = peerOf(key);
      return peer === undefined ? undefined : { kind: 'peer', name: peer, set: { axis: 'network', key: peer } };
    }
    case 'files':
      return { kind: 'file', name: key, set: { axis, key } };
    case 'file_io':
    case 'file_io_time': {
      // "read /path" of what is opened as "/path read".
      const [, op = '', path = ''] = /^(\S+) (.+)$/u.exec(key) ?? [];
      const name = `${path} ${op}`;
      return { kind: 'file', name, set: { axis: 'files', key: name } };
    }
    case 'syscalls':
    case 'syscall_names': {
      const [name = ''] = key.split(' ');
      return { kind: 'call', name, set: { axis: 'syscall_names', key: name } };
    }
    default:
      return undefined;
  }
}

const either = 'read write readv writev close fcntl ioctl';
const ofPeers =
  'socket connect bind accept accept4 shutdown epoll_ctl sendto recvfrom sendmsg recvmsg setsockopt getsockopt getsockname getpeername';
const ofFiles = 'open openat openat2 creat pread64 pwrite64 lseek fstat newfstatat statx mmap munmap';

/** System calls without which a peer or a file cannot be used. */
export const callsOf: Readonly<Record<'peer' | 'file', ReadonlySet<string>>> = {
  peer: new Set(`${either} ${ofPeers}`.split(' ')),
  file: new Set(`${either} ${ofFiles}`.split(' ')),
};
