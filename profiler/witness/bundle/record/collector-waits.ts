/** The two axes of waiting of `collector-record.ts`: time off the CPU, and waits for locks. */
import { z } from 'zod';
import { Blocks, count, EndsEarly, Histogram, PythonStacks } from './collector-stacks.ts';

/**
 * Stacks of waits, weighed in nanoseconds. Where there were more than could be shown, some were drawn at random and
 * represent the others: counts and times are then estimates.
 */
export const WaitStacks = z.strictObject({
  samples: count,
  /** Stacks that did not reach the collector. */
  lost: count,
  whole: count,
  ends_early: EndsEarly.optional(),
  frames: count,
  named: count,
  python: PythonStacks.optional(),
  functions: z.array(
    z.strictObject({
      name: z.string(),
      module: z.string(),
      self_ns: count,
      total_ns: count,
      self_blocks_ns: Blocks,
      file: z.string().optional(),
      line: z.number().int().positive().optional(),
    }),
  ),
  /** Root first; each frame is an index into `functions`. */
  stacks: z.array(z.strictObject({ frames: z.array(count), what: z.string(), count, ns: count })),
  cut: z.strictObject({ functions: count, stacks: count }),
});
export type WaitStacks = z.infer<typeof WaitStacks>;

/** How many, how long in all, and how long each. */
const waits = { count, total_ns: count, hist: Histogram, blocks: Blocks };

export const OffCpu = z.strictObject({
  /**
   * Exact. `woken` and `preempted` wait for a CPU, the others for something else. `count` and `hist`: intervals
   * that ended in the window; `unfinished`: those that went on at its end.
   */
  reasons: z.array(
    z.strictObject({
      reason: z.enum(['sleep', 'uninterruptible', 'stopped', 'woken', 'preempted']),
      count,
      unfinished: count,
      total_ns: count,
      hist: Histogram,
      blocks_ns: Blocks,
    }),
  ),
  /** Exact: system calls that blocked and returned in the window. */
  calls: z.array(
    z.strictObject({
      name: z.string(),
      reason: z.string(),
      ...waits,
    }),
  ),
  threads: z.array(z.strictObject({ comm: z.string(), threads: count, blocked_ns: count, runnable_ns: count })),
  /** Calls that blocked for less show no stack. */
  threshold_ns: count,
  /** Exact: time represented by stacks, and blocked time without a stack. */
  stack_ns: count,
  without_stack_ns: count,
  stacks: WaitStacks,
  cut: count,
});

export const Locks = z.strictObject({
  /** Exact: calls that wait for a futex. Locks that were free make none. */
  waits: z.array(
    z.strictObject({
      operation: z.string(),
      outcome: z.string(),
      ...waits,
    }),
  ),
  stacks: WaitStacks,
  /** Waits inside the kernel by the kind of lock; absent where they were not measured. */
  kernel: z.array(z.strictObject({ kind: z.string(), ...waits })).optional(),
  /**
   * Waits of goroutines for `sync.Mutex` and `sync.RWMutex`, which block no thread and are in none of the above. Absent
   * where no program of Go was found, or of older collectors.
   */
  goroutines: z
    .strictObject({
      /** Exact: those that ended in the window. */
      waits: z.array(
        z.strictObject({
          lock: z.enum(['mutex', 'rwmutex_write', 'rwmutex_read']),
          ...waits,
        }),
      ),
      stacks: WaitStacks,
      /** `late`: not from the window's start on. */
      processes: z.strictObject({ watched: count, late: count }),
      /** Versions of Go whose programs were not understood. */
      unread: z.array(z.string()),
    })
    .optional(),
  cut: count,
});
