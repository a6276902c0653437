/** What each process of a capture's target did, as its bundle has it. */
import type { Bundle } from '../../../profiler/witness/bundle/record/bundle.ts';
import type { CaptureProcesses } from '../api.ts';

const mostListed = 100;

/** Most CPU time first; of two that used as much, or were not measured, the lower id. */
export function listProcesses({ instance, target }: Pick<Bundle, 'instance' | 'target'>): CaptureProcesses {
  const { processes, processes_cut: cut = 0 } = target;
  const listed = processes
    .toSorted((a, b) => (b.cpu_ns ?? 0) - (a.cpu_ns ?? 0) || a.pid - b.pid)
    .slice(0, mostListed)
    .map(({ pid, comm, exe_path, forked, present_at_end, cpu_ns: cpu, samples, hits }) => ({
      pid,
      comm,
      exe_path,
      forked,
      present_at_end,
      ...(cpu !== undefined && { cpu_ns: cpu }),
      ...(samples !== undefined && { samples }),
      ...(hits !== undefined && { hits }),
    }));
  return { instance, processes: listed, further: processes.length - listed.length + cut };
}
