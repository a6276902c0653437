import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisOf, bundleWith, featuresOf, makeBundle } from '../../../test/made-bundle.ts';
import {
  absent,
  allProbes,
  blocksOf,
  makeProcess,
  makeRecord,
  measured,
  opened,
  ran,
  sampled,
} from '../../../test/made-capture.ts';
import { countEvents } from './aggregate.ts';
import { maxKeysPerAxis } from './record/axis-reasons.ts';
import { Bundle } from './record/bundle.ts';
import type { AxisId, ProbeResult } from './record/collector-record.ts';

/** All probes, with one of them replaced. */
function withProbe(probe: ProbeResult): ProbeResult[] {
  return allProbes.map((one) => (one.id === probe.id ? probe : one));
}

test('a capture without loss is complete on every axis', () => {
  const bundle = makeBundle();
  expect(bundle.axes.map(({ axis, state }) => [axis, state])).toEqual([
    ['cpu_time', 'complete'],
    ['cpu_stacks', 'complete'],
    ['syscalls', 'complete'],
    ['files', 'complete'],
    ['network', 'complete'],
    ['processes', 'complete'],
    ['signals', 'complete'],
    ['executable_memory', 'complete'],
    ['file_changes', 'complete'],
    ['file_io', 'complete'],
    ['capabilities', 'complete'],
    ['off_cpu', 'complete'],
    ['locks', 'complete'],
    ['memory', 'complete'],
  ]);
  expect(countEvents(bundle)).toBeGreaterThan(0);
});

describe('an axis is missing', () => {
  test.each(['failed', 'unsupported', 'disabled', 'not_applicable'] as const)(
    'when its required probe is %s: it has reasons and no number [P-SVC-7] [P-ERR-10]',
    (state) => {
      const { files: _, ...axes } = makeRecord().axes;
      const axis = axisOf(makeBundle({ probes: withProbe(absent('file_opens', 'files', state)), axes }), 'files');
      expect(axis).toEqual({
        state: 'missing',
        axis: 'files',
        probes: [],
        why: [`file_opens: The probe file_opens is ${state}.`],
      });
    },
  );

  test('when one of its required probes is absent, whatever the other counted [P-SVC-7]', () => {
    const axis = axisOf(makeBundle({ probes: withProbe(absent('net_accept', 'network', 'failed')) }), 'network');
    expect(axis).toMatchObject({ state: 'missing', probes: ['net_bytes', 'net_connect', 'net_quality'] });
    expect(axis).not.toHaveProperty('features');
  });

  test('when the collector wrote nothing for it although its probes say measured', () => {
    expect(axisOf(bundleWith({ network: undefined }), 'network').why).toEqual([
      'the collector wrote no data for this axis',
    ]);
  });
});

describe('an axis is partial', () => {
  test('when an optional probe is absent, and it says which', () => {
    const probes = [...allProbes, absent('file_paths', 'files', 'failed', false)];
    expect(axisOf(makeBundle({ probes }), 'files')).toMatchObject({
      state: 'partial',
      why: ['file_paths: The probe file_paths is failed.'],
    });
  });

  test('when less than 95 % of the window was measured', () => {
    const { window } = makeRecord();
    const state = (share: number) =>
      makeBundle({ window: { ...window, measured_ns: share * 60e9 } }).axes.map((one) => one.state);
    expect(new Set(state(0.95))).toEqual(new Set(['complete']));
    expect(new Set(state(0.94))).toEqual(new Set(['partial']));
  });

  test('when a set axis lost one event, or a rate axis more than one in a hundred', () => {
    const lost = (id: string, axis: AxisId, change: object) =>
      axisOf(makeBundle({ probes: withProbe(measured(id, axis, change)) }), axis).state;
    expect(lost('file_opens', 'files', { hits: 1e6, drops: 1 })).toBe('partial');
    expect(lost('file_opens', 'files', { hits: 1e6, missed: 1 })).toBe('partial');
    expect(lost('syscalls', 'syscalls', { hits: 990, drops: 10 })).toBe('complete');
    expect(lost('syscalls', 'syscalls', { hits: 989, drops: 11 })).toBe('partial');
    expect(lost('cpu_time', 'cpu_time', { hits: 0, drops: 1 })).toBe('partial');
  });

  test('when the collector cut keys or whole stacks', () => {
    expect(axisOf(bundleWith({ files: { opens: [], cut: 3 }, syscalls: undefined }), 'files').why).toEqual([
      `3 keys were cut at the limit of ${maxKeysPerAxis}`,
    ]);
    const stacks = { ...sampled([ran('work', 100)]), cut: { functions: 0, stacks: 1 } };
    expect(axisOf(bundleWith({ cpu_stacks: stacks }), 'cpu_stacks').state).toBe('partial');
  });

  test('when a language runtime is not understood, because its functions then have no names', () => {
    const running = (problem?: string) => {
      const stacks = { ...sampled([ran('work', 10)]), runtimes: [{ name: 'HotSpot 42', problem }] };
      return axisOf(bundleWith({ cpu_stacks: stacks }), 'cpu_stacks');
    };
    expect(running().state).toBe('complete');
    const why = ['the functions of HotSpot 42 have no names: it says nothing'];
    expect(running('it says nothing')).toMatchObject({ state: 'partial', why });
  });

  test('but not when a flag of a runtime would tell more functions apart: that is a hint', () => {
    const running = (...hints: string[]) => {
      const runtimes = hints.map((hint, at) => ({ name: `HotSpot ${at}`, hint }));
      return axisOf(bundleWith({ cpu_stacks: { ...sampled([ran('work', 10)]), runtimes } }), 'cpu_stacks');
    };
    expect(running('set it', 'set it')).toMatchObject({ state: 'complete', why: [], hints: ['set it'] });
    expect(running()).not.toHaveProperty('hints');
  });

  test('and says how much a collector that counts it did not understand', () => {
    const unreadOf = (unread?: number) => {
      const stacks = { ...sampled([ran('work', 10)]), samples: 10, ...(unread !== undefined && { unread }) };
      return axisOf(bundleWith({ cpu_stacks: stacks }), 'cpu_stacks');
    };
    expect([unreadOf(4), unreadOf(0)]).toMatchObject([{ unread: 0.4 }, { unread: 0 }]);
    expect(unreadOf()).not.toHaveProperty('unread');
  });

  test('when samples ran in code that is interpreted or was made at run time and is not understood', () => {
    const running = (unread: number, problem?: string) => {
      const runtimes = problem === undefined ? [] : [{ name: 'shop', problem }];
      return axisOf(bundleWith({ cpu_stacks: { ...sampled([ran('work', 200)]), runtimes, unread } }), 'cpu_stacks');
    };
    const said = (share: string, cause: string) =>
      `${share} of the samples ran in code that is interpreted or was made at run time, and that is not understood (${cause})`;
    // A server that could run Lua, and did not.
    expect(running(0, 'Lua is not read').state).toBe('complete');
    expect(running(1).state).toBe('complete');
    expect(running(76, 'Lua is not read').why).toEqual([said('38 %', 'shop: Lua is not read')]);
    expect(running(200).why).toEqual([said('100 %', 'no runtime that made it was recognised')]);
  });

  test('when the rate of the sampling clock is unknown, because counts then mean no time', () => {
    const axis = axisOf(bundleWith({ cpu_stacks: { ...sampled([ran('w', 9)]), measured_hz: 0 } }), 'cpu_stacks');
    expect(axis).toMatchObject({ state: 'partial', why: ['the rate of the sampling clock was not measured'] });
  });

  test('when children could not be followed, because what they did is in no axis', () => {
    const fork = measured('process_fork', 'cpu_time', { hits: 5000, drops: 900 });
    const bundle = makeBundle({ probes: [...allProbes, fork] });
    for (const axis of bundle.axes) {
      expect(axis).toMatchObject({ state: 'partial', why: ['process_fork: 900 of 5900 events were lost'] });
    }
  });
});

test('a probe that did not measure cannot carry a number, by type and by schema [P-SVC-7]', () => {
  const bundle = makeBundle({ probes: withProbe(absent('syscalls', 'syscalls', 'failed')) });
  for (const number of ['hits', 'drops', 'missed', 'run_ns']) {
    const probes = bundle.probes.map((one) => (one.id === 'syscalls' ? { ...one, [number]: 0 } : one));
    expect(Bundle.safeParse({ ...bundle, probes }).success).toBe(false);
  }
  const withNumbers = bundle.axes.map((one) => (one.axis === 'syscalls' ? { ...one, features: [] } : one));
  expect(Bundle.safeParse({ ...bundle, axes: withNumbers }).success).toBe(false);
});

test('beyond the cap the most frequent keys stay and the axis says how many were cut', () => {
  const opens = Array.from({ length: maxKeysPerAxis + 5 }, (_, index) =>
    opened(`/srv/name${'x'.repeat(index % 7)}/f${index}`, index + 1),
  );
  const bundle = bundleWith({ files: { opens, cut: 2 } });
  const [axis, features] = [axisOf(bundle, 'files'), featuresOf(bundle, 'files')];
  expect(axis).toMatchObject({ state: 'partial', why: [`7 keys were cut at the limit of ${maxKeysPerAxis}`] });
  expect(features.length).toBe(maxKeysPerAxis);
  expect(Math.min(...features.map(({ amount }) => amount))).toBe(6);
});

test('frames of a stack name the same functions before and after functions were cut', () => {
  const functions = Array.from({ length: maxKeysPerAxis + 10 }, (_, index) => ran(`f${index}`, index + 1));
  const stacks = sampled(functions);
  const bundle = bundleWith({ cpu_stacks: stacks });
  const kept = featuresOf(bundle, 'cpu_stacks').map(({ key }) => key);
  const named = bundle.stacks?.stacks.map(({ frames }) => frames.map((frame) => kept[frame]));
  expect(named?.at(-1)).toEqual([`f${functions.length - 1} (app)`]);
  expect(named?.[0]).toEqual([]);
  expect(bundle.stacks?.stacks.every(({ frames }) => frames.every((frame) => frame < kept.length))).toBe(true);
});

test('processes that left are listed, and children forked inside the window are not among them', () => {
  const processes = [
    makeProcess(1, { present_at_end: false }),
    makeProcess(2),
    makeProcess(3, { forked: true, present_at_end: false }),
  ];
  expect(makeBundle({ processes }).target.gone).toEqual([1]);
});

test('how many processes are not listed is said where there are any', () => {
  expect(makeBundle({ processes_cut: 7 }).target.processes_cut).toBe(7);
  expect(makeBundle().target).not.toHaveProperty('processes_cut');
});

test('describes a process by the probes that measured it, without a contradicted one', () => {
  const processes = [
    makeProcess(1, { cpu_ns: 20e9, samples: 400, hits: { syscalls: 9, file_opens: 7, of_no_probe: 1 } }),
    makeProcess(2),
  ];
  const [seen, unseen] = makeBundle({ processes }).target.processes;
  expect(seen).toMatchObject({ cpu_ns: 20e9, samples: 400, hits: { syscalls: 9, file_opens: 7 } });
  expect(Object.keys(seen?.hits ?? {})).not.toContain('of_no_probe');
  expect(unseen).toEqual(processes[1]);

  const noTime = { total_ns: 0, blocks_ns: blocksOf(0), threads: [] };
  const { cpu_stacks: stacks, syscalls } = makeRecord().axes;
  const axes = { cpu_time: noTime, cpu_stacks: stacks, files: { opens: [], cut: 0 }, syscalls };
  const [contradicted] = makeBundle({ processes, axes }).target.processes;
  expect(contradicted).toMatchObject({ samples: 400, hits: { syscalls: 9 } });
  expect(Object.keys({ ...contradicted, ...contradicted?.hits })).not.toContain('cpu_ns');
  expect(Object.keys(contradicted?.hits ?? {})).toEqual(['syscalls']);
});

test('the same record gives the same bundle, whatever the order of its keys', () => {
  const opens = ['/a', '/b', '/c', '/d'].map((name, index) => opened(name, index + 1));
  fc.assert(
    fc.property(fc.shuffledSubarray(opens, { minLength: 4 }), (shuffled) => {
      const one = bundleWith({ files: { opens: shuffled, cut: 0 } });
      expect(one).toEqual(bundleWith({ files: { opens, cut: 0 } }));
    }),
  );
});
