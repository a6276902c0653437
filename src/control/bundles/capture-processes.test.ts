import { expect, test } from 'vitest';
import { makeBundle } from '../../../test/made-bundle.ts';
import { makeProcess } from '../../../test/made-capture.ts';
import { CaptureProcesses } from '../api/api.ts';
import { listProcesses } from './capture-overview.ts';

test('processes are listed by their CPU time, with what was measured of each', () => {
  const listed = listProcesses(
    makeBundle({
      processes: [
        makeProcess(10),
        makeProcess(12, { cpu_ns: 5e8, samples: 49, hits: { syscalls: 7, cpu_time: 3 } }),
        makeProcess(11, { comm: 'child', forked: true, present_at_end: false, cpu_ns: 9e8, samples: 90, hits: {} }),
      ],
    }),
  );
  expect(CaptureProcesses.parse(listed)).toEqual({
    instance: 'node-1',
    further: 0,
    processes: [
      expect.objectContaining({ pid: 11, comm: 'child', forked: true, present_at_end: false, cpu_ns: 9e8, hits: {} }),
      expect.objectContaining({ pid: 12, samples: 49, hits: { syscalls: 7, cpu_time: 3 } }),
      { pid: 10, comm: 'app', exe_path: '/usr/bin/app', forked: false, present_at_end: true },
    ],
  });
});

test('of many the busiest are listed, and all others are counted', () => {
  const processes = Array.from({ length: 130 }, (_, pid) => makeProcess(pid + 1, { cpu_ns: pid * 1e6 }));
  const listed = listProcesses(makeBundle({ processes, processes_cut: 7000 }));
  expect(listed.processes.map(({ pid }) => pid)).toEqual(Array.from({ length: 100 }, (_, at) => 130 - at));
  expect(listed.further).toBe(30 + 7000);
});
