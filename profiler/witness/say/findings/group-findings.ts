/**
 * Which findings one change brings with it. Two signs say so, and without them a finding stays its own: both are of the
 * same peer, file or system call that one version alone has; or it changed by the same amount for each unit of work as
 * one such peer or file, which needs that system call, or as one function, which runs in that thread.
 */
import type { AxisDiff, Change, Diff } from '../../diff/diff.ts';
import { rateOf, totalKey } from '../../diff/read-diff.ts';
import type { Brought, Finding } from '../../diff/summary.ts';
import { isSevere, orderFindings } from './rank-findings.ts';

/** Differences up to this are never findings, and no reason to tell two amounts apart. */
const sameWithin = 1.1;

interface Group {
  readonly first: Finding;
  readonly brings: Brought[];
  /** Of what one version alone has. */
  readonly subject: Subject | undefined;
}

interface Facts {
  /** With the rows of the findings, and every row of a set. */
  readonly axes: readonly Pick<AxisDiff, 'axis' | 'changes'>[];
  readonly work: Diff['work_per_second'];
}

/** Those that are left carry the others. What is new says more of a subject than what it costs, and comes first. */
export function groupFindings(findings: readonly Finding[], facts: Facts): Finding[] {
  const isChange = ({ state }: Finding): number => Number(state === 'changed');
  const groups = groupBySubject(orderFindings(findings).toSorted((a, b) => isChange(a) - isChange(b)));
  const whole = groups.filter((group) => {
    const cause = findCause(group, groups, facts);
    cause?.brings.push(group.first, ...group.brings);
    return cause === undefined;
  });
  return whole.map(({ first, brings }) => (brings.length === 0 ? first : { ...first, brings: orderFindings(brings) }));
}

function groupBySubject(findings: readonly Finding[]): Group[] {
  const groups: Group[] = [];
  const known = new Map<string, Group>();
  for (const first of findings) {
    const side = sideOf(first);
    const subject = side === undefined ? undefined : subjectOf(first);
    const name = subject && `${side ?? ''} ${subject.kind} ${subject.name}`;
    // What is severe is never beneath another.
    const own = name === undefined || isSevere(first) ? undefined : known.get(name);
    if (own !== undefined) own.brings.push(first);
    else {
      const group = { first, brings: [], subject };
      groups.push(group);
      if (name !== undefined) known.set(name, group);
    }
  }
  return groups;
}

/** The side that alone has it. */
function sideOf({ state, only }: Finding): 'before' | 'after' | undefined {
  if (state === 'changed') return only;
  return state === 'new' ? 'after' : 'before';
}

/** The only group that explains it: of two, nobody knows which. */
function findCause(group: Group, groups: readonly Group[], facts: Facts): Group | undefined {
  const amount = differenceOf(group.first, facts);
  if (amount === undefined) return undefined;
  const causes = groups.filter((one) => {
    const explained = couldBring(one, group) ? amountOf(one, facts) : undefined;
    if (explained === undefined) return false;
    const ratio = amount / explained;
    return ratio <= sameWithin && ratio >= 1 / sameWithin;
  });
  return causes.length === 1 ? causes[0] : undefined;
}

function couldBring({ first, subject }: Group, { first: other }: Group): boolean {
  if (other.axis === 'cpu_time') return first.axis === 'cpu_stacks' && other.key !== totalKey && first.key !== totalKey;
  const call = subjectOf(other);
  if (call?.kind !== 'call' || subject === undefined || subject.kind === 'call') return false;
  return callsOf[subject.kind].has(call.name);
}

/** Of a peer or file, how often it was used. */
function amountOf({ first, subject }: Group, facts: Facts): number | undefined {
  return differenceOf(subject?.set ?? first, facts);
}

/** After less before, for each unit of work; undefined where that is not known. */
function differenceOf({ axis, key }: { axis: string; key: string }, { axes, work }: Facts): number | undefined {
  const change = rowOf(axes, axis, key);
  if (change === undefined || work === undefined) return undefined;
  return rateOf(change.after) / work.after - rateOf(change.before) / work.before;
}

function rowOf(axes: Facts['axes'], axis: string, key: string): Change | undefined {
  return axes.find((one) => one.axis === axis)?.changes.find((one) => one.key === key);
}

/** What a finding is about, where its key names it: a peer, a file, or a system call. Keys of several axes name the same one. */
interface Subject {
  readonly kind: 'peer' | 'file' | 'call';
  /** The same for the same subject on every axis. */
  readonly name: string;
  /** The key of the set that says how often it occurred. */
  readonly set: { readonly axis: string; readonly key: string };
}

const peerOf = (key: string): string | undefined =>
  /^(?:\S+ )*?(?<peer>(?:connect|accept|datagram) .+)$/u.exec(key)?.groups?.['peer'];

function subjectOf({ axis, key }: Pick<Finding, 'axis' | 'key'>): Subject | undefined {
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
const callsOf: Readonly<Record<'peer' | 'file', ReadonlySet<string>>> = {
  peer: new Set(`${either} ${ofPeers}`.split(' ')),
  file: new Set(`${either} ${ofFiles}`.split(' ')),
};
