import type { CollectorRecord } from '../../profiler/witness/bundle/record/collector-record.ts';

/**
 * The record as a collector would have written it if the probe had not loaded: its own numbers are gone, and so is
 * the axis that needs it.
 * @throws Error when the record has no measured probe of that id.
 */
export function loseProbe(record: CollectorRecord, id: string): CollectorRecord {
  const lost = record.probes.find((probe) => probe.id === id && probe.state === 'measured');
  if (lost === undefined) throw new Error(`the record has no measured probe ${id}`);
  const { axis, required, attach } = lost;
  const failed = {
    id,
    axis,
    required,
    attach,
    state: 'failed' as const,
    reason_code: 'planted',
    reason: 'its numbers were taken out of the record to test the comparison',
    fix: 'Leave the record as it is.',
  };
  const { [axis]: removed, ...others } = record.axes;
  return {
    ...record,
    probes: record.probes.map((probe) => (probe === lost ? failed : probe)),
    axes: required || removed === undefined ? others : record.axes,
    processes: record.processes.map(({ hits, samples, ...process }) => ({
      ...process,
      ...(samples !== undefined && axis !== 'cpu_stacks' && { samples }),
      ...(hits !== undefined && { hits: Object.fromEntries(Object.entries(hits).filter(([probe]) => probe !== id)) }),
    })),
  };
}
