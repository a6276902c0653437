/** The processes of a captured service that starts programs. */
import type { CaptureProcesses, CaptureRecord } from '../../src/control/api/api.ts';

/** `undefined` when no instance of that name has a bundle of the capture. */
export function seedProcesses({ instances, workload }: CaptureRecord, asked?: string): CaptureProcesses | undefined {
  const found = instances.find((one) => one.bundle_id !== undefined && (asked === undefined || one.instance === asked));
  if (found === undefined) return undefined;
  const serves = { comm: workload, exe_path: `/srv/${workload}/bin/${workload}`, forked: false, present_at_end: true };
  const converts = { comm: 'convert', exe_path: '/usr/bin/convert-im6.q16', forked: true, present_at_end: false };
  const hits = { cpu_samples: 4120, syscalls: 918_204, file_opens: 5210, net_bytes: 402_113, page_faults: 0 };
  return {
    instance: found.instance,
    processes: [
      { ...serves, pid: 4211, cpu_ns: 41_620_000_000, samples: 4120, hits },
      { ...serves, pid: 4212, cpu_ns: 38_900_000_000, samples: 3851, hits: { ...hits, cpu_samples: 3851 } },
      { ...converts, pid: 9120, cpu_ns: 71_300_000, samples: 7, hits: { syscalls: 1480, process_exec: 1 } },
      { ...converts, pid: 9121, cpu_ns: 800_000, samples: 0, hits: {} },
      { ...converts, pid: 9122 },
    ],
    further: 1204,
  };
}
