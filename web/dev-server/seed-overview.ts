/** What a capture holds at a glance: complete axes, one that is partial, one that is missing, two builds. */
import type { CaptureOverview, CaptureRecord } from '../../src/control/api/api.ts';

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
    axes: [
      { ...complete, axis: 'cpu_time', total: { value: 1342.2, unit: 'CPU ms/s' } },
      { ...complete, axis: 'cpu_stacks', total: { value: 1338.9, unit: 'CPU ms/s' } },
      { ...complete, axis: 'syscalls', total: { value: 15_303.4, unit: 'calls/s' } },
      missing.length === 0
        ? { ...complete, axis: 'files', keys: 57 }
        : { axis: 'files', state: 'missing', why: missing },
      { ...complete, axis: 'network', keys: 1 },
      { ...complete, axis: 'file_io', total: { value: 4_812_300, unit: 'bytes/s' } },
      {
        axis: 'memory',
        state: 'partial',
        why: ['memory.faults: 12 events were lost.'],
        total: { value: 881, unit: 'faults/s' },
      },
    ],
  };
}
