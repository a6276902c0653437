import { expect, it } from 'vitest';
import { blocksOf, makeProcess, makeRecord, measured, ran, sampled } from '../../../../test/made-capture.ts';
import { CollectorRecord } from './collector-record.ts';

const plain = makeRecord();
const pressure = { cpu_some_ns: 5, memory_some_ns: 4, memory_full_ns: 3, io_some_ns: 2, io_full_ns: 0 };
const host = {
  ...plain.host,
  virtualization: 'kvm',
  governor: 'performance+schedutil',
  uptime_ns: 9e12,
  steal_ns: 0,
  pressure,
};
const quota = { cores: 1.5, periods: 600, throttled_periods: 3, throttled_ns: 120_000_000 };
const process = makeProcess(4321, { container_id: 'c'.repeat(64), runtime: { kind: 'node', version: '20.20.2' } });
const full = makeRecord({
  host,
  quota,
  processes: [process],
  window: { ...plain.window, start_boottime_ns: 9e12 },
  probes: [measured('cpu_time', 'cpu_time', { semantics: 1 })],
});

/** Where a record is refused, or nothing. */
const refusal = (record: unknown): string[] => {
  const parsed = CollectorRecord.safeParse(record);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
};

it('accepts every fact, and a record of a collector that knows none of them', () => {
  expect(refusal(full)).toEqual([]);
  expect(CollectorRecord.parse(full)).toEqual(full);
  expect(refusal(plain)).toEqual([]);
});

it('accepts what each of two builds has of a function', () => {
  const shares = ['a', 'b'].map((digit, index) => ({
    exe_sha256: digit.repeat(64),
    self: index + 1,
    self_blocks: blocksOf(index + 1),
  }));
  const cpu_stacks = sampled([{ ...ran('work', 3), self_by_build: shares }]);
  expect(refusal({ ...plain, axes: { ...plain.axes, cpu_stacks } })).toEqual([]);
  const none = sampled([{ ...ran('work', 3), self_by_build: [] }]);
  const where = 'axes.cpu_stacks.functions.0.self_by_build';
  expect(refusal({ ...plain, axes: { ...plain.axes, cpu_stacks: none } })).toEqual([where]);
});

it('accepts a runtime without a version', () => {
  expect(refusal({ ...plain, processes: [makeProcess(1, { runtime: { kind: 'ruby' } })] })).toEqual([]);
});

it.each([
  ['host.pressure.io_full_ns', { ...full, host: { ...host, pressure: { ...pressure, io_full_ns: undefined } } }],
  ['host.steal_ns', { ...full, host: { ...host, steal_ns: -1 } }],
  ['quota.cores', { ...full, quota: { ...quota, cores: 0 } }],
  ['quota', { ...full, quota: { ...quota, burst_ns: 1 } }],
  ['processes.0.container_id', { ...full, processes: [{ ...process, container_id: 'C'.repeat(64) }] }],
  ['processes.0.runtime.kind', { ...full, processes: [{ ...process, runtime: { kind: 'cobol' } }] }],
  ['window.start_boottime_ns', { ...full, window: { ...full.window, start_boottime_ns: 0.5 } }],
  ['probes.0.semantics', { ...full, probes: [{ ...full.probes[0], semantics: 0 }] }],
])('names %s when it makes no sense', (field, record) => {
  expect(refusal(record)).toEqual([field]);
});
