import { describe, expect, test } from 'vitest';
import { axisOf, bundleWith, amountsOf, featuresOf, makeBundle } from '../../../../test/made-bundle.ts';
import {
  absent,
  allProbes,
  asked,
  blocksOf,
  held,
  measured,
  quietMemory,
  weighed,
} from '../../../../test/made-capture.ts';
import type { CollectorAxes } from '../record/collector-record.ts';

describe('memory', () => {
  const movesOf = (change: Partial<typeof quietMemory>) =>
    amountsOf('memory', { memory: { ...quietMemory, ...change } }).filter(([, count]) => count > 0);

  test('faults are minor unless they waited for a disk', () => {
    const faults = { user: 90, kernel: 12, blocks: blocksOf(102), major: 2, major_blocks: blocksOf(2) };
    expect(movesOf({ faults })).toEqual([
      ['fault minor', 100],
      ['fault major', 2],
    ]);
  });

  test('requests have the key of their call, their memory, their direction and a refusal, and their bytes', () => {
    const requests = [
      asked({ bytes: 4096 }),
      asked({ call: 'brk', area: 'heap', change: 'shrink', count: 3 }),
      asked({ call: 'munmap', area: 'any', change: 'shrink', count: 4 }),
      asked({ area: 'file', outcome: 'EBADF', count: 1, bytes: 0 }),
    ];
    expect(movesOf({ requests })).toEqual([
      ['call brk heap shrink', 3],
      ['call mmap anonymous grow', 2],
      ['call mmap file grow EBADF', 1],
      ['call munmap shrink', 4],
    ]);
    const features = featuresOf(bundleWith({ memory: { ...quietMemory, requests } }), 'memory');
    expect(features.find(({ key }) => key === 'call mmap anonymous grow')).toMatchObject({ bytes: 4096 });
  });

  test('the resident set counts by how it moved, and by its trend over the blocks', () => {
    const rising = Array.from({ length: 12 }, (_, block) => (10 + block) * 1_000_000);
    expect(movesOf({ resident: held(rising, { anonymous: 11_000_000, file: -4096 }) })).toEqual([
      ['resident file shrank', 4096],
      ['resident anonymous grew', 11_000_000],
      ['resident trend grew', 12_000_000],
    ]);
  });

  test('what is asked for counts for the function that wanted it, not for the library that asked', () => {
    const growth_sites = weighed([
      ['main load malloc@libc.so.6 mmap@libc.so.6', 5000],
      ['main load _Znwm@libstdc++.so.6 malloc@libc.so.6 mmap@libc.so.6', 500],
      ['main save mmap@libc.so.6', 70],
      ['mmap@libc.so.6', 3],
    ]);
    const fault_sites = weighed([['main memcpy@libc.so.6', 9]]);
    expect(movesOf({ growth_sites, fault_sites })).toEqual([
      ['faulted in main (app)', 9],
      ['asked in load (app)', 5500],
      ['asked in save (app)', 70],
      ['asked in mmap (libc.so.6)', 3],
    ]);
  });
});

test("memory is of the target's own function, whatever its language's library did for it", () => {
  const memory = {
    ...quietMemory,
    fault_sites: weighed([
      ['main.render encoding/json.Marshal runtime.mallocgc runtime.memclrNoHeapPointers', 9],
      ['runtime.gcBgMarkWorker runtime.gcDrain', 2],
    ]),
    growth_sites: weighed([['main.render bytes.growSlice runtime.mallocgc runtime.sysMap runtime.mmap', 4096]]),
  };
  expect(amountsOf('memory', { memory }).filter(([key, amount]) => amount > 0 && / in /u.test(key))).toEqual([
    ['faulted in main.render (app)', 9],
    ['faulted in runtime.gcDrain (app)', 2],
    ['asked in main.render (app)', 4096],
  ]);
});

describe('allocations', () => {
  const made: NonNullable<CollectorAxes['allocations']> = {
    functions: [
      {
        function: 'malloc',
        module: 'libc.so.6',
        count: 9,
        bytes: 700,
        failed: 1,
        blocks: blocksOf(9),
        bytes_blocks: blocksOf(700),
      },
    ],
    sites: weighed([['main parse malloc@libc.so.6', 690]], 3),
    processes: { watched: 1, late: 0, unwatched: 0 },
    failures_from_bytes: 131_072,
    cut: 0,
  };

  test('are not an axis unless requested, and a missing axis when requested and failed', () => {
    const disabled = absent('allocations', 'allocations', 'disabled');
    expect(makeBundle({ probes: [...allProbes, disabled] }).axes.map(({ axis }) => axis)).not.toContain('allocations');
    const failed = makeBundle({ probes: [...allProbes, absent('allocations', 'allocations', 'failed')] });
    expect(axisOf(failed, 'allocations').state).toBe('missing');
  });

  test('count by function and by the place that wanted the memory', () => {
    const probes = [...allProbes, measured('allocations', 'allocations')];
    const bundle = makeBundle({ probes, axes: { allocations: made } });
    expect(featuresOf(bundle, 'allocations')).toMatchObject([
      { key: 'call malloc (libc.so.6)', amount: 9, unit: 'events', bytes: 700 },
      { key: 'call malloc (libc.so.6) failed', amount: 1 },
      { key: 'allocated in parse (app)', amount: 690, unit: 'bytes', events: 1, samples: 3 },
    ]);
  });
});
