/** What the collector writes about memory: faults, residence, what is asked of the kernel and of the allocator. */
import { z } from 'zod';
import { Blocks, count, Sites } from './collector-stacks.ts';

export const Memory = z.strictObject({
  /** By the target's own code (`user`) and by the kernel for it; `major` of both waited for a disk. */
  faults: z.strictObject({ user: count, kernel: count, blocks: Blocks, major: count, major_blocks: Blocks }),
  fault_sites: Sites,
  /** All processes together. Each value but `first_bytes` may be off by `uncertain_bytes`. */
  resident: z.strictObject({
    kinds: z.array(
      z.strictObject({
        kind: z.enum(['file', 'anonymous', 'swap', 'shared']),
        first_bytes: count,
        last_bytes: count,
        highest_bytes: count,
      }),
    ),
    highest_bytes: count,
    /** At the end of each block, without swap. */
    blocks_bytes: Blocks,
    uncertain_bytes: count,
  }),
  /** Asked of the kernel and given back, in bytes of addresses; what was refused has no bytes. */
  requests: z.array(
    z.strictObject({
      call: z.enum(['brk', 'mmap', 'munmap', 'mremap']),
      change: z.enum(['grow', 'shrink', 'move']),
      area: z.enum(['heap', 'anonymous', 'shared', 'reserved', 'file', 'any']),
      outcome: z.string(),
      count,
      bytes: count,
      blocks: Blocks,
      bytes_blocks: Blocks,
    }),
  ),
  /** Where heap, anonymous and shared memory was asked for. */
  growth_sites: Sites,
  cut: count,
});

export const Allocations = z.strictObject({
  functions: z.array(
    z.strictObject({
      function: z.string(),
      module: z.string(),
      count,
      bytes: count,
      failed: count,
      blocks: Blocks,
      bytes_blocks: Blocks,
    }),
  ),
  sites: Sites,
  /** `late`: forked or started inside the window, and measured from when they were seen. */
  processes: z.strictObject({ watched: count, late: count, unwatched: count }),
  /** Failures of smaller requests were not followed; 0 when all were. */
  failures_from_bytes: count,
  cut: count,
});
