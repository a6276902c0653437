import { describe, expect, test } from 'vitest';
import { axisOf, bundleWith } from '../../../../test/made-bundle.ts';
import { blocksOf, called, ended, idleAxes, sampled } from '../../../../test/made-capture.ts';
import { countEvents } from '../aggregate.ts';
import type { AxisId, CollectorAxes } from './collector-record.ts';

describe('facts that contradict one another make a probe silent and not zero [P-SVC-7]', () => {
  test.each([
    ['cpu_stacks', { cpu_stacks: sampled([]) }],
    ['cpu_time', { cpu_time: { total_ns: 0, blocks_ns: blocksOf(0), threads: [] } }],
    ['syscalls', { syscalls: { calls: [], cut: 0 } }],
    ['files', { files: { opens: [], cut: 0 } }],
    ['file_changes', { file_changes: { changes: [], cut: 0 }, syscalls: { calls: [called('mkdir')], cut: 0 } }],
    ['file_io', { file_io: { transfers: [], cut: 0 }, syscalls: { calls: [called('read')], cut: 0 } }],
    [
      'processes',
      {
        syscalls: { calls: [called('execve', 10), called('openat', 9)], cut: 0 },
        processes: { programs: [], exits: [ended('app')], cut: 0 },
      },
    ],
  ] satisfies [AxisId, CollectorAxes][])('%s', (axis, contradicted) => {
    const bundle = bundleWith(contradicted);
    expect(axisOf(bundle, axis).state).toBe('missing');
    expect(axisOf(bundle, axis)).not.toHaveProperty('features');
    const probes = bundle.probes.filter((one) => one.axis === axis);
    expect(new Set(probes.map(({ state }) => state))).toEqual(new Set(['attached_silent']));
    expect(probes[0]).not.toHaveProperty('hits');
    expect(probes[0]).toMatchObject({ reason_code: 'contradicted', liveness: { method: 'invariant' } });
    expect(axis !== 'cpu_stacks' || bundle.stacks === undefined).toBe(true);
  });

  test('a zero that nothing contradicts is a measured zero', () => {
    const bundle = bundleWith(idleAxes);
    expect(new Set(bundle.axes.map(({ state }) => state))).toEqual(new Set(['complete']));
    expect(countEvents(bundle)).toBe(0);
  });
});
