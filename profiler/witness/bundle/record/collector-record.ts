/**
 * What `ptop capture --out FILE` writes: one JSON document of raw, unnormalised facts about one
 * capture. The aggregator turns it into a bundle; nothing else reads it. Times are nanoseconds,
 * sizes are bytes, `blocks` are counts in the 12 equal parts of the measured window.
 */
import { z } from 'zod';
import { Host, LanguageRuntime, Quota } from './collector-facts.ts';
import { Allocations, Memory } from './collector-memory.ts';
import { NetworkAxis } from './collector-network.ts';
import { Blocks, count, EndsEarly, PythonStacks, SampledFunction } from './collector-stacks.ts';
import { Locks, OffCpu } from './collector-waits.ts';

export const AxisId = z.enum([
  'cpu_time',
  'cpu_stacks',
  'syscalls',
  'files',
  'file_changes',
  'file_io',
  'network',
  'processes',
  'signals',
  'executable_memory',
  'capabilities',
  'off_cpu',
  'locks',
  'memory',
  'allocations',
]);
export type AxisId = z.infer<typeof AxisId>;

const probeIdentity = {
  id: z.string(),
  axis: AxisId,
  /** A required probe that is not measured makes its axis `missing`. */
  required: z.boolean(),
  /** Version of what its keys and counts mean. Captures with equal ones can be compared, whatever built them. */
  semantics: z.number().int().positive().optional(),
  /** For example { kind: 'tp_btf', symbol: 'sched_switch' }. */
  attach: z.strictObject({ kind: z.string(), symbol: z.string() }),
};

/** How the probe was proved to fire before the window. */
export const Liveness = z.strictObject({
  method: z.enum(['canary', 'invariant']),
  expected: count,
  observed: count,
  detail: z.string().optional(),
});

/** Why a probe has no numbers. `fix` is one imperative sentence for the operator. */
const absent = { reason_code: z.string(), reason: z.string(), errno: z.string().optional(), fix: z.string() };

/** A number exists only under `measured`: zero cannot be written for a probe that did not measure. */
export const ProbeResult = z.discriminatedUnion('state', [
  z.strictObject({
    ...probeIdentity,
    state: z.literal('measured'),
    hits: count,
    drops: count,
    missed: count,
    run_ns: count,
    liveness: Liveness,
  }),
  z.strictObject({ ...probeIdentity, state: z.literal('attached_silent'), liveness: Liveness, ...absent }),
  z.strictObject({ ...probeIdentity, state: z.literal('failed'), ...absent }),
  z.strictObject({ ...probeIdentity, state: z.literal('unsupported'), ...absent }),
  z.strictObject({ ...probeIdentity, state: z.literal('disabled'), ...absent }),
  z.strictObject({ ...probeIdentity, state: z.literal('not_applicable'), ...absent }),
]);
export type ProbeResult = z.infer<typeof ProbeResult>;

/** How many, and the lowest pids of them. */
export const RelativesOutside = z.strictObject({ count, pids: z.array(z.number().int().positive()) });

/** An axis key is present exactly when every required probe of the axis was measured. */
export const CollectorAxes = z.strictObject({
  cpu_time: z
    .strictObject({
      total_ns: count,
      blocks_ns: Blocks,
      threads: z.array(z.strictObject({ comm: z.string(), threads: count, ns: count })),
    })
    .optional(),
  cpu_stacks: z
    .strictObject({
      requested_hz: z.number(),
      measured_hz: z.number(),
      samples: count,
      whole: count,
      /** Samples in or below code that is interpreted or was made at run time and is not understood; absent where not counted. */
      unread: count.optional(),
      ends_early: EndsEarly.optional(),
      frames: count,
      named: count,
      /**
       * Language runtimes of the target's processes; with a problem, their frames have no names. `hint`: what would
       * make samples more exact, where some were not.
       */
      runtimes: z.array(
        z.strictObject({ name: z.string(), problem: z.string().optional(), hint: z.string().optional() }),
      ),
      python: PythonStacks,
      functions: z.array(SampledFunction),
      /** Root first; each frame is an index into `functions`. */
      stacks: z.array(z.strictObject({ frames: z.array(count), count })),
      cut: z.strictObject({ functions: count, stacks: count }),
      /** Sampled addresses by what debug information says; `elsewhere`: in files that are not read. `cut`: left out. */
      source: z
        .strictObject({
          addresses_with_line: count,
          addresses_inlined: count,
          addresses_elsewhere: count,
          cut: count,
        })
        .optional(),
    })
    .optional(),
  syscalls: z
    .strictObject({
      /**
       * `outcome` is `ok` or the errno name. `hist[i]` counts latencies in [2^i, 2^(i+1)) ns; the last is open. `hist`
       * and `total_ns` are estimates for all calls from the `timed` of them.
       */
      calls: z.array(
        z.strictObject({
          name: z.string(),
          outcome: z.string(),
          count,
          timed: count,
          total_ns: count,
          hist: z.array(count).length(40),
          blocks: Blocks,
        }),
      ),
      cut: count,
    })
    .optional(),
  files: z
    .strictObject({
      /** `op`: `read` | `write` | `read_write` as opened; `outcome`: `ok` or the errno name. Paths are as the target saw them, absolute. */
      opens: z.array(z.strictObject({ path: z.string(), op: z.string(), outcome: z.string(), count, blocks: Blocks })),
      cut: count,
    })
    .optional(),
  file_changes: z
    .strictObject({
      /** Paths are as in `files`. A call with two paths is listed under each, as `rename_from` and `rename_to`. */
      changes: z.array(
        z.strictObject({
          path: z.string(),
          op: z.enum([
            'unlink',
            'rmdir',
            'rename_from',
            'rename_to',
            'mkdir',
            'mknod',
            'link_from',
            'link_to',
            'symlink',
            'chmod',
            'chown',
            'truncate',
          ]),
          outcome: z.string(),
          count,
          blocks: Blocks,
        }),
      ),
      cut: count,
    })
    .optional(),
  file_io: z
    .strictObject({
      /**
       * Calls that moved bytes, with `path` for what has kind `file`. `count` and `blocks` are calls; `hist` as in
       * `syscalls`; a call between two descriptors is listed under each, with its whole time.
       */
      transfers: z.array(
        z.strictObject({
          path: z.string().optional(),
          kind: z.enum([
            'file',
            'pipe',
            'socket',
            'character_device',
            'block_device',
            'directory',
            'anonymous',
            'closed',
          ]),
          op: z.enum(['read', 'write', 'fsync', 'fdatasync']),
          outcome: z.string(),
          count,
          timed: count,
          bytes: count,
          total_ns: count,
          hist: z.array(count).length(40),
          blocks: Blocks,
        }),
      ),
      cut: count,
    })
    .optional(),
  network: NetworkAxis.optional(),
  processes: z
    .strictObject({
      /**
       * Programs started, by path as it was asked for, absolute. `file`: `existing`, `changed` since the window
       * opened, or `unlinked` (no directory names it); of a script, its interpreter's.
       */
      programs: z.array(
        z.strictObject({ path: z.string(), file: z.enum(['existing', 'changed', 'unlinked']), count, blocks: Blocks }),
      ),
      /** Processes that ended. `outcome` is `code <n>`, or the signal's name, with ` with core` where it left one. */
      exits: z.array(z.strictObject({ comm: z.string(), outcome: z.string(), count, blocks: Blocks })),
      cut: count,
    })
    .optional(),
  signals: z
    .strictObject({
      /**
       * Signals sent to the target. `comm` names the sending process; it is empty for the process itself and for the
       * kernel. `merged`: one was pending already; `lost`: the queue was full.
       */
      received: z.array(
        z.strictObject({
          signal: z.string(),
          sender: z.enum(['self', 'child', 'parent', 'other', 'kernel']),
          comm: z.string(),
          outcome: z.enum(['queued', 'ignored', 'merged', 'lost']),
          count,
          blocks: Blocks,
        }),
      ),
      cut: count,
    })
    .optional(),
  executable_memory: z
    .strictObject({
      /**
       * Memory made executable that no unchanged file vouches for. `writable`: at once; `outcome`: `ok` or the errno
       * name; `unlinked_file`: no directory names it; `none`: nothing was mapped there.
       */
      grants: z.array(
        z.strictObject({
          call: z.enum(['mmap', 'mprotect']),
          area: z.enum(['anonymous', 'heap', 'stack', 'file', 'unlinked_file', 'none', 'unknown']),
          writable: z.boolean(),
          outcome: z.string(),
          count,
          blocks: Blocks,
        }),
      ),
      cut: count,
    })
    .optional(),
  capabilities: z
    .strictObject({
      /**
       * Capabilities that the kernel checked, by the system call that asked for it, `none` outside of one.
       * `inner`: in a user namespace below the initial one.
       */
      checks: z.array(
        z.strictObject({
          capability: z.string(),
          outcome: z.enum(['granted', 'denied']),
          call: z.string(),
          user_namespace: z.enum(['initial', 'inner']),
          /** `memory_accounting`: asked only to decide how much memory is left for the process. */
          purpose: z.enum(['other', 'memory_accounting']),
          count,
          blocks: Blocks,
        }),
      ),
      cut: count,
    })
    .optional(),
  off_cpu: OffCpu.optional(),
  locks: Locks.optional(),
  memory: Memory.optional(),
  allocations: Allocations.optional(),
});
export type CollectorAxes = z.infer<typeof CollectorAxes>;

export const CollectorRecord = z.strictObject({
  schema: z.literal('ptop.capture.v1'),
  tool: z.strictObject({ version: z.string(), bpf_sha256: z.string() }),
  host: Host,
  /** Every process of the target at the start, then children forked inside the window (`forked: true`). */
  processes: z.array(
    z.strictObject({
      pid: count,
      start_ticks: count,
      forked: z.boolean(),
      /** Its own part of the target's CPU time and of the clock's samples; absent where the axis was not measured. */
      cpu_ns: count.optional(),
      samples: count.optional(),
      /**
       * Its own part of each measured probe's `hits`, by probe; none where nothing was seen of it. Absent for processes
       * beyond those that are counted apart.
       */
      hits: z.record(z.string(), count).optional(),
      present_at_end: z.boolean(),
      exe_path: z.string(),
      exe_bytes: count,
      /** SHA-256 of the size, the first and the last MiB. */
      exe_sha256: z.string(),
      build_id: z.string().optional(),
      comm: z.string(),
      uid: count,
      pid_ns_inode: count,
      cgroup: z.string(),
      /** Of the container that its cgroup belongs to, 64 hexadecimal digits. Absent outside of one. */
      container_id: z
        .string()
        .regex(/^[0-9a-f]{64}$/u)
        .optional(),
      /** Absent for native programs other than those of Go, and where the process could not be read. */
      runtime: LanguageRuntime.optional(),
      /** SHA-256 of argv; argv itself is never recorded and the environment is never read. */
      argv_hash: z.string(),
    }),
  ),
  /** Processes beyond those that are listed, when there are too many. What they did is in every axis. */
  processes_cut: count.optional(),
  /** Of the same executable and family as the target, and no part of it: they ran when the capture began. */
  relatives_outside: RelativesOutside.optional(),
  window: z.strictObject({
    warmup_ns: count,
    requested_ns: count,
    measured_ns: count,
    start_wall: z.string(),
    /** `CLOCK_BOOTTIME` at its start. */
    start_boottime_ns: count.optional(),
  }),
  /** Absent without a limit, and where the cgroup file system cannot be seen. */
  quota: Quota.optional(),
  probes: z.array(ProbeResult),
  axes: CollectorAxes,
  /** `estimated_bytes`: what the capture was taken to need at most, before it began. */
  memory: z.strictObject({ peak_rss_bytes: count, map_bytes: count, estimated_bytes: count.optional() }),
  overhead_cpu_ns: count,
});
export type CollectorRecord = z.infer<typeof CollectorRecord>;
