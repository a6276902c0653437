import { expect, test } from 'vitest';
import { orderTiles } from './order-tiles.ts';

const complete = { state: 'complete' as const, why: [] };
const axes = [
  { ...complete, axis: 'capabilities', keys: 0 },
  { ...complete, axis: 'signals', keys: 2 },
  { ...complete, axis: 'cpu_time', total: { value: 3, unit: 'CPU ms/s' } },
  { ...complete, axis: 'network_events', total: { value: 0, unit: 'events/s' } },
  { ...complete, axis: 'file_io', total: { value: 0, unit: 'bytes/s' }, hints: ['Reads by mmap are not seen.'] },
  { ...complete, axis: 'off_cpu', total: { value: 9, unit: 'ms/s' } },
  { axis: 'memory', state: 'partial' as const, why: ['12 events were lost.'], total: { value: 0, unit: 'faults/s' } },
  { axis: 'files', state: 'missing' as const, why: ['not mounted'] },
  { ...complete, axis: 'executable_memory', keys: 1 },
];

test('CPU, waits, memory and I/O come first, others as they are served', () => {
  expect(orderTiles(axes).shown.map(({ axis }) => axis)).toEqual([
    'cpu_time',
    'off_cpu',
    'memory',
    'file_io',
    'files',
    'signals',
    'executable_memory',
  ]);
});

test('what measured completely and saw nothing is named apart, unless it says more', () => {
  expect(orderTiles(axes).empty).toEqual(['capabilities', 'network_events']);
});
