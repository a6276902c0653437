/**
 * From facts to everything that is wrong, at once. Refusals and warnings both say what it costs and
 * what to do. Pure: the facts are gathered elsewhere.
 */
import type { ConfigProblem } from '../../../src/tunnel/instance/config.ts';
import type { ListProblem, TargetList } from './target-list.ts';
import { targetsVariable } from './target-list.ts';
import type { BootProblem, BootVerdict } from './boot-problem.ts';
import { capabilities, missingFrom, surplusIn } from './capabilities.ts';
import { type CollectorFile, judgeCollectorFile } from './collector-file.ts';

export interface BootFacts {
  /** Of this process, from /proc/self/status. */
  readonly own: {
    readonly uid: number;
    readonly effective: bigint;
    readonly permitted: bigint;
    readonly bounding: bigint;
    readonly noNewPrivs: boolean;
  };
  readonly collector:
    | { readonly state: 'started'; readonly permitted: bigint; readonly effective: bigint; readonly version: string }
    | { readonly state: 'not_started'; readonly path: string; readonly code: string };
  /** Undefined when this process cannot see it. */
  readonly collectorFile: CollectorFile | undefined;
  /** What the collector itself says of the target list; undefined where there was nothing to ask. */
  readonly collectorsView:
    | { readonly isAccepted: true }
    | { readonly isAccepted: false; readonly message: string; readonly fix: string }
    | undefined;
  readonly config: readonly ConfigProblem[];
  /** Problems of the bootstrap token, where no identity makes it unnecessary. */
  readonly token: readonly ConfigProblem[];
  readonly identity: readonly { readonly cause: string; readonly remedy: string }[];
  readonly targets: TargetList;
  /** Problems of the names whose requests for memory are counted. */
  readonly allocations: readonly ListProblem[];
  readonly hasKernelBtf: boolean;
  /** Undefined when the kernel has no such setting. */
  readonly perfEventParanoid: number | undefined;
  readonly mounts: { readonly tracefs: boolean; readonly debugfs: boolean };
  readonly isHostPidNamespace: boolean;
  readonly memory: { readonly limitBytes: number | undefined; readonly swapBytes: number | undefined } | undefined;
}

const noCapture = 'no capture is possible';
const listCost = 'without a valid list nothing may be measured';

export function judgeBoot(facts: BootFacts): BootVerdict {
  return {
    refusals: [
      ...judgeSettings(facts),
      ...judgeTargets(facts),
      ...judgeCollectorsView(facts),
      ...judgeAllocations(facts),
      ...judgeOwnPrivilege(facts),
      ...judgeBounding(facts),
      ...judgeCollector(facts),
      ...judgeFile(facts),
      ...judgeKernel(facts),
    ],
    warnings: [...warnMounts(facts), ...warnNamespace(facts), ...warnMemory(facts)],
  };
}

function judgeSettings({ config, token, identity }: BootFacts): BootProblem[] {
  return [
    ...[...config, ...token].map(({ problem, remedy }) => ({
      code: 'configuration',
      cause: problem.replace(/\.$/u, ''),
      cost: 'the Profiler cannot reach its control plane',
      fix: remedy,
    })),
    ...identity.map(({ cause, remedy }) => ({
      code: 'identity',
      cause: cause.replace(/\.$/u, ''),
      cost: 'the Profiler cannot prove who it is',
      fix: remedy,
    })),
  ];
}

function judgeTargets({ targets }: BootFacts): BootProblem[] {
  return targets.problems.map(({ cause, fix }) => ({
    code: 'target_list',
    cause,
    cost: listCost,
    fix: `${fix} (${targetsVariable})`,
  }));
}

function judgeCollectorsView({ collectorsView }: BootFacts): BootProblem[] {
  if (collectorsView === undefined || collectorsView.isAccepted) return [];
  return [
    {
      code: 'target_list_untrusted',
      cause: collectorsView.message.replace(/\.$/u, ''),
      cost: 'the collector refuses a list that a user other than root could have written',
      fix: `${collectorsView.fix} (${targetsVariable})`,
    },
  ];
}

function judgeAllocations({ allocations }: BootFacts): BootProblem[] {
  return allocations.map(({ cause, fix }) => ({
    code: 'counted_allocations',
    cause,
    cost: 'the intended memory allocations would not be counted',
    fix,
  }));
}

function judgeOwnPrivilege({ own }: BootFacts): BootProblem[] {
  const problems: BootProblem[] = [];
  if (own.uid === 0) {
    problems.push({
      code: 'runs_as_root',
      cause: 'The control process runs as root',
      cost: 'the process that is connected to the network would have every privilege of the node',
      fix: 'Run it as an ordinary user; only the collector file carries capabilities.',
    });
  }
  if (own.effective !== 0n || own.permitted !== 0n) {
    problems.push({
      code: 'holds_capabilities',
      cause: `The control process holds capabilities (${(own.effective | own.permitted).toString(16)})`,
      cost: 'the process that is connected to the network would be privileged',
      fix: 'Grant the five capabilities to the container with a non-root user: they then reach the collector file only.',
    });
  }
  if (own.noNewPrivs) {
    problems.push({
      code: 'no_new_privs',
      cause: 'no_new_privs is set, so the kernel ignores the capabilities of the collector file without an error',
      cost: noCapture,
      fix: 'Remove no-new-privileges (allowPrivilegeEscalation: false) from this container only.',
    });
  }
  return problems;
}

function judgeBounding({ own }: BootFacts): BootProblem[] {
  return missingFrom(own.bounding).map(({ name, cost }) => ({
    code: 'capability_missing',
    cause: `The capability ${name} is missing from the bounding set of the container`,
    cost,
    fix: `Add ${name} to cap_add (securityContext.capabilities.add).`,
  }));
}

function judgeCollector({ collector, own }: BootFacts): BootProblem[] {
  if (collector.state === 'not_started') {
    // With a capability outside the bounding set exec fails with a bare EPERM: the missing one is named already.
    if (collector.code === 'EPERM' && missingFrom(own.bounding).length > 0) return [];
    return [
      {
        code: 'collector_not_started',
        cause: `The collector ${collector.path} cannot be started (${collector.code})`,
        cost: noCapture,
        fix:
          collector.code === 'EACCES'
            ? 'Run this process as a member of the group of that file (runAsGroup), on a file system mounted without noexec.'
            : 'Use the unchanged image, on a file system mounted without noexec and nosuid.',
      },
    ];
  }
  // no_new_privs empties the sets whatever the file says; it is reported as itself.
  if (own.noNewPrivs) return [];
  const missing = missingFrom(collector.permitted & collector.effective);
  // Root gets every capability of the bounding set whatever the file says; it is reported as itself.
  const surplus = own.uid === 0 ? [] : surplusIn(collector.permitted);
  return [
    ...missing.map(({ name, cost }) => ({
      code: 'file_capability_missing',
      cause: `The collector file does not carry the capability ${name}`,
      cost,
      fix: `Run setcap ${setcapText} on it, or use the unchanged image; a file system mounted nosuid ignores file capabilities.`,
    })),
    ...surplus.map((bit) => ({
      code: 'file_capability_surplus',
      cause: `The collector file carries capability number ${bit}, which it does not need`,
      cost: 'more privilege than was reviewed',
      fix: `Run setcap ${setcapText} on it.`,
    })),
  ];
}

/** If the file is missing or not a collector, only that is reported. */
function judgeFile({ collector, collectorFile }: BootFacts): BootProblem[] {
  const isKernelsRefusal = collector.state === 'not_started' && ['EPERM', 'EACCES'].includes(collector.code);
  if (collectorFile === undefined || (collector.state === 'not_started' && !isKernelsRefusal)) return [];
  return judgeCollectorFile(collectorFile);
}

const setcapText = `${capabilities.map(({ name }) => `cap_${name.toLowerCase()}`).join(',')}=ep`;

function judgeKernel({ hasKernelBtf, perfEventParanoid }: BootFacts): BootProblem[] {
  const problems: BootProblem[] = [];
  if (!hasKernelBtf) {
    problems.push({
      code: 'no_kernel_btf',
      cause: 'The kernel offers no type information (/sys/kernel/btf/vmlinux)',
      cost: noCapture,
      fix: 'Use a kernel built with CONFIG_DEBUG_INFO_BTF; every current distribution kernel is.',
    });
  }
  // Up to 2 CAP_PERFMON suffices; patched kernels use 3 and more to forbid perf events altogether.
  if (perfEventParanoid !== undefined && perfEventParanoid > 2) {
    problems.push({
      code: 'perf_event_paranoid',
      cause: `kernel.perf_event_paranoid is ${perfEventParanoid}`,
      cost: 'perf events may be refused even with CAP_PERFMON, so no stack would be sampled',
      fix: 'Set kernel.perf_event_paranoid to 2 on the node.',
    });
  }
  return problems;
}

function warnMounts({ mounts }: BootFacts): BootProblem[] {
  const warn = (name: string, folder: string): BootProblem => ({
    code: `${name}_not_mounted`,
    cause: `${folder} is not mounted`,
    // They attach by BTF, perf events and links of uprobes.
    cost: 'nothing in this version, whose probes do not need it',
    fix: `Mount ${folder} from the host, so that probes of later versions may use it.`,
    isHarmless: true,
  });
  return [
    ...(mounts.tracefs ? [] : [warn('tracefs', '/sys/kernel/tracing')]),
    ...(mounts.debugfs ? [] : [warn('debugfs', '/sys/kernel/debug')]),
  ];
}

function warnNamespace({ isHostPidNamespace }: BootFacts): BootProblem[] {
  if (isHostPidNamespace) return [];
  return [
    {
      code: 'not_host_pid_namespace',
      cause: 'This process does not see the processes of the host',
      cost: 'only processes of the same container or pod can be measured',
      fix: 'Set pid: host (hostPID: true), unless the target shares the process namespace of this pod.',
    },
  ];
}

function warnMemory({ memory }: BootFacts): BootProblem[] {
  if (memory?.limitBytes === undefined) {
    return [
      {
        code: 'no_memory_limit',
        cause: 'No memory limit is set',
        cost: 'a capture of an unusual target could take memory from other processes of the node',
        fix: 'Set mem_limit and memswap_limit to 512m.',
      },
    ];
  }
  if (memory.swapBytes === 0) return [];
  return [
    {
      code: 'swap_beyond_limit',
      cause: 'Swap is not turned off for this container',
      cost: 'at the limit the collector takes longer to die and this process is pushed into swap',
      fix: 'Set memswap_limit equal to mem_limit.',
    },
  ];
}
