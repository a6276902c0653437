import { describe, expect, test } from 'vitest';
import { axisOf, bundleWith } from '../../../../test/made-bundle.ts';
import { locked, quietMemory, ran, sampled, waited, weighed } from '../../../../test/made-capture.ts';
import type { CollectorAxes } from '../record/collector-record.ts';

const whole = { state: 'complete', why: [] };
const ends = (early: number) => ({
  ends_early: [{ reason: 'outside_stack', text: 'the data is elsewhere', samples: early }],
});
const early = (some: number, all: number) =>
  `${some} of ${all} stacks do not reach their root (${some}: the data is elsewhere)`;

describe('what functions did on the CPU', () => {
  const axisWith = (change: Partial<NonNullable<CollectorAxes['cpu_stacks']>>, name = 'work') =>
    axisOf(bundleWith({ cpu_stacks: { ...sampled([ran(name, 1000)]), ...change } }), 'cpu_stacks');

  test('is complete itself when stacks end early, and then only the totals of callers are not', () => {
    expect(axisWith({ whole: 950, ...ends(50) })).toMatchObject({ state: 'complete', inclusive: whole });
    expect(axisWith({ whole: 10, ...ends(990) })).toMatchObject({
      state: 'complete',
      why: [],
      inclusive: { state: 'partial', why: [early(990, 1000)] },
    });
  });

  test('is partial when more than one in twenty samples show no function at all', () => {
    expect(axisWith({ samples: 1052, whole: 1000 }).state).toBe('complete');
    expect(axisWith({ samples: 1100, whole: 1000 })).toMatchObject({
      state: 'partial',
      why: ['100 of 1100 stacks show no function'],
    });
  });

  test('is complete without Python frames further out, and partial when the loop of the interpreter ran instead', () => {
    const lacking = (incomplete: number) => ({ python: { samples: 1000, incomplete, frames: 5000 } });
    const why = ['in 11 of 1000 stacks Python frames are missing'];
    expect(axisWith(lacking(10), '_PyEval_EvalFrameDefault')).toMatchObject({ state: 'complete', inclusive: whole });
    expect(axisWith(lacking(11))).toMatchObject({ state: 'complete', inclusive: { state: 'partial', why } });
    for (const loop of ['_PyEval_EvalFrameDefault', '[unknown 3f2a1c7b+4a5e0]']) {
      expect(axisWith(lacking(11), loop)).toMatchObject({ state: 'partial', why });
    }
  });
});

describe('where threads waited', () => {
  const axisWith = (stacks: NonNullable<CollectorAxes['locks']>['stacks']) =>
    axisOf(bundleWith({ locks: { ...locked(3e9, {}), stacks } }), 'locks');
  const own = waited({ acquire: 3e9 }, 'wait');
  const library = { ...own, stacks: own.stacks.map((one) => ({ ...one, frames: [0] })) };

  test('is known from stacks that end behind a function of the program', () => {
    expect(axisWith({ ...own, whole: 0, ...ends(1) })).toMatchObject({ state: 'complete', inclusive: whole });
  });

  test('is not known from stacks that end in a library; the exact times are not affected', () => {
    expect(axisWith({ ...library, whole: 0, ...ends(1) })).toMatchObject({
      state: 'complete',
      inclusive: { state: 'partial', why: [early(1, 1)] },
    });
    expect(axisWith(library)).toMatchObject({ inclusive: whole });
  });

  test('is known from stacks of threads that never run own code', () => {
    const [first] = own.functions;
    const idle = { ...own, functions: [{ ...first, name: 'start_thread' }, ...own.functions.slice(1)] } as typeof own;
    const stacks = idle.stacks.map((one) => ({ ...one, frames: [0] }));
    expect(axisWith({ ...idle, stacks, whole: 0, ...ends(1) })).toMatchObject({ inclusive: whole });
  });

  test('is not known from stacks that lack frames of the interpreter', () => {
    const python = { samples: 100, incomplete: 2, frames: 300 };
    const why = ['in 2 of 100 stacks Python frames are missing'];
    expect(axisWith({ ...own, python })).toMatchObject({ state: 'complete', inclusive: { state: 'partial', why } });
  });
});

test('what memory was asked for is known from stacks that show more than the allocator', () => {
  const memoryWith = (names: string) => {
    const growth_sites = { ...weighed([[names, 4096]]), whole: 0, ...ends(1) };
    return axisOf(bundleWith({ memory: { ...quietMemory, growth_sites } }), 'memory');
  };
  expect(memoryWith('load malloc@libc.so.6')).toMatchObject({ inclusive: whole });
  expect(memoryWith('_Znwm@libstdc++.so.6 malloc@libc.so.6')).toMatchObject({
    state: 'complete',
    inclusive: { state: 'partial', why: [early(1, 1)] },
  });
});

test('an axis without stacks says nothing about them', () => {
  expect(axisOf(bundleWith({}), 'syscalls')).not.toHaveProperty('inclusive');
});
