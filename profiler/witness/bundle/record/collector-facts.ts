/**
 * Facts of a record that are no measure of the target: the machine, what it gave within the window, and what runs the
 * program. What could not be read is absent, never 0. Collectors before these facts wrote only the first seven of `Host`.
 */
import { z } from 'zod';
import { count } from './collector-stacks.ts';

/** Time within the window in which tasks of the machine waited: at least one (`some`), or all that were not idle (`full`). */
const Pressure = z.strictObject({
  cpu_some_ns: count,
  memory_some_ns: count,
  memory_full_ns: count,
  io_some_ns: count,
  io_full_ns: count,
});

export const Host = z.strictObject({
  kernel: z.string(),
  arch: z.string(),
  cpu_model: z.string(),
  online_cpus: count,
  boot_id: z.string(),
  mem_total_bytes: count,
  clocksource: z.string(),
  /** `none`, or the hypervisor: `kvm`, `xen`, `vmware`, `microsoft`, …; `other` for one without a name. */
  virtualization: z.string().optional(),
  /** Of the CPUs' frequency. Where CPUs have different ones, all of them in alphabetical order, joined by `+`. */
  governor: z.string().optional(),
  /** At the start of the window. */
  uptime_ns: count.optional(),
  /** Time that the hypervisor kept from all CPUs together within the window, counted in ticks. */
  steal_ns: count.optional(),
  pressure: Pressure.optional(),
});

/** The smallest limit among the cgroup of the target's first process and those above it. */
export const Quota = z.strictObject({
  cores: z.number().positive(),
  /** Of the cgroup that has the limit, within the window. `periods`: those in which it ran at all. */
  periods: count,
  throttled_periods: count,
  throttled_ns: count,
});

/** `version` as people call it: Node's, not that of its V8. */
export const LanguageRuntime = z.strictObject({
  kind: z.enum([
    'node',
    'python',
    'java',
    'go',
    'ruby',
    'dotnet',
    'php',
    'perl',
    'lua',
    'erlang',
    'deno',
    'bun',
    'javascript',
    'mono',
    'r',
    'julia',
  ]),
  version: z.string().min(1).optional(),
});
