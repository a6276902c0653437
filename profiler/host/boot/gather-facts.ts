/** Gathers facts about this machine for `judgeBoot`. Decides nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { readCgroupMemory } from '../capture/memory-cgroup.ts';
import { lookAtCollectorFile } from './collector-file.ts';
import type { BootFacts } from './judge-boot.ts';

/** The initial pid namespace has this inode on every kernel (PROC_PID_INIT_INO). */
const initialPidNamespace = 'pid:[4026531836]';

type MachineFacts = Omit<BootFacts, 'config' | 'token' | 'identity' | 'targets' | 'allocations'>;

/** `targetsFile` is the list that this process accepts; undefined when there is none, and nothing to ask about. */
export function gatherMachineFacts(collectorPath: string, targetsFile: string | undefined): MachineFacts {
  const collector = askCollector(collectorPath);
  const canAnswer = collector.state === 'started' && targetsFile !== undefined;
  return {
    own: readOwnStatus(),
    collector,
    collectorFile: lookAtCollectorFile(collectorPath),
    collectorsView: canAnswer ? askAboutList(collectorPath, targetsFile) : undefined,
    hasKernelBtf: existsSync('/sys/kernel/btf/vmlinux'),
    perfEventParanoid: readNumber('/proc/sys/kernel/perf_event_paranoid'),
    mounts: readMounts(),
    isHostPidNamespace: attempt(() => readlinkSync('/proc/self/ns/pid')) === initialPidNamespace,
    memory: readCgroupMemory(),
  };
}

function readOwnStatus(): BootFacts['own'] {
  const status = readFileSync('/proc/self/status', 'utf8');
  const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'mu').exec(status)?.[1] ?? '0';
  return {
    uid: process.getuid?.() ?? 0,
    effective: BigInt(`0x${field('CapEff')}`),
    permitted: BigInt(`0x${field('CapPrm')}`),
    bounding: BigInt(`0x${field('CapBnd')}`),
    noNewPrivs: field('NoNewPrivs') === '1',
  };
}

const Hex = z.string().regex(/^[\da-f]{1,16}$/u);
const CapabilityAnswer = z.object({ version: z.string(), permitted: Hex, effective: Hex });

/**
 * Asks the collector what the kernel gave it when it was started from here: the file's capabilities as
 * they count in this container, mount options and no_new_privs included, and not as they are written.
 */
function askCollector(file: string): BootFacts['collector'] {
  const { status, error, stdout } = spawnSync(file, ['capabilities', '--json'], {
    encoding: 'utf8',
    timeout: 10_000,
    env: {},
  });
  if (error !== undefined) {
    return { state: 'not_started', path: file, code: 'code' in error ? String(error.code) : error.message };
  }
  const answer = CapabilityAnswer.safeParse(attempt(() => JSON.parse(stdout)));
  if (status !== 0 || !answer.success) {
    return { state: 'not_started', path: file, code: `exit status ${status ?? 'none'}` };
  }
  const { version, permitted, effective } = answer.data;
  return { state: 'started', version, permitted: BigInt(`0x${permitted}`), effective: BigInt(`0x${effective}`) };
}

const Accepted = z.object({ targets: z.number().int().positive() });
const Refused = z.object({ message: z.string().max(2000), fix: z.string().max(500) });

/** Asks the collector, which reads the list itself at every capture, whether it accepts it. */
function askAboutList(file: string, targetsFile: string): BootFacts['collectorsView'] {
  const { status, stdout } = spawnSync(file, ['targets', '--json', '--targets', targetsFile], {
    encoding: 'utf8',
    timeout: 10_000,
    env: {},
  });
  const answer = attempt((): unknown => JSON.parse(stdout));
  if (status === 0 && Accepted.safeParse(answer).success) return { isAccepted: true };
  const refused = Refused.safeParse(answer);
  if (refused.success) return { isAccepted: false, ...refused.data };
  const message = `The collector does not say whether it accepts the target list ${targetsFile} (exit status ${status ?? 'none'})`;
  return { isAccepted: false, message, fix: 'Use the collector of the same version as the Profiler.' };
}

function readMounts(): BootFacts['mounts'] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const isMounted = (type: string, folder: string): boolean =>
    mounts.some(([, at, kind]) => kind === type && at === folder);
  return { tracefs: isMounted('tracefs', '/sys/kernel/tracing'), debugfs: isMounted('debugfs', '/sys/kernel/debug') };
}

function readNumber(file: string): number | undefined {
  const text = attempt(() => readFileSync(file, 'utf8').trim());
  return text !== undefined && /^-?\d+$/u.test(text) ? Number(text) : undefined;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
