/** What a capture holds at a glance: complete axes, one that is partial, one that is missing, two builds. */
import type { CaptureOverview, CaptureRecord, CaptureProcesses } from '../../src/control/api/api.ts';

const javaHint =
  'HotSpot describes inlined methods only at safepoints, so time in them counts for the compiled method that contains them. Start Java with -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints to distinguish them.';

/** `undefined` when no instance of that name has a bundle of the capture. */
export function seedOverview(
  { instances, workload, duration_sec: sec }: CaptureRecord,
  asked?: string,
): CaptureOverview | undefined {
  const found = instances.find((one) => one.bundle_id !== undefined && (asked === undefined || one.instance === asked));
  if (found === undefined) return undefined;
  const complete: { state: 'complete'; why: string[] } = { state: 'complete', why: [] };
  const exe = `/srv/${workload}/bin/${workload}`;
  const missing = found.probes?.missing.map(({ why }) => why) ?? [];
  return {
    instance: found.instance,
    // A capture without the network probes has no unit of work.
    ...(missing.length === 0 && { work_per_sec: 480.5 }),
    views: 16,
    measured_sec: sec - 0.4,
    requested_sec: sec,
    builds: {
      listed: [
        { exe_path: exe, exe_sha256: '4be1'.repeat(16), build_id: '9f4d2c11a07be3', processes: 2 },
        { exe_path: '/usr/bin/convert-im6.q16', exe_sha256: '07aa'.repeat(16), processes: 3 },
      ],
      unlisted_processes: 1204,
    },
    relatives_outside: { count: 64, pids: [4213, 4214, 4215] },
    axes: [
      { ...complete, axis: 'capabilities', keys: 0 },
      { ...complete, axis: 'cpu_time', total: { value: 1342.2, unit: 'CPU ms/s' } },
      { ...complete, axis: 'cpu_stacks', hints: [javaHint], total: { value: 1338.9, unit: 'CPU ms/s' } },
      { ...complete, axis: 'syscalls', total: { value: 15_303.4, unit: 'calls/s' } },
      missing.length === 0
        ? { ...complete, axis: 'files', keys: 57 }
        : { axis: 'files', state: 'missing', why: missing },
      { ...complete, axis: 'network', keys: 1 },
      { ...complete, axis: 'executable_memory', keys: 0 },
      { ...complete, axis: 'signals', keys: 0 },
      { ...complete, axis: 'file_io', total: { value: 4_812_300, unit: 'bytes/s' } },
      {
        axis: 'memory',
        state: 'partial',
        why: ['memory.faults: 12 of 9212 events were lost'],
        total: { value: 881, unit: 'faults/s' },
      },
    ],
  };
}

/** The processes of a captured service that starts programs; `undefined` when no instance of that name has a bundle of the capture. */
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
