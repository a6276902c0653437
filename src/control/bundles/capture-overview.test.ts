import { expect, test } from 'vitest';
import { makeBundle } from '../../../test/made-bundle.ts';
import { carried, connected, makeProcess, makeRecord, networkOf, ran, sampled } from '../../../test/made-capture.ts';
import { CaptureOverview } from '../api/api.ts';
import { describeCapture } from './capture-overview.ts';

const [hashA, hashB] = ['a'.repeat(64), 'b'.repeat(64)];

test('each axis has its state and one number: keys of a set, a total per second of what is counted', () => {
  const { axes } = CaptureOverview.parse(describeCapture(makeBundle()));
  expect(axes.length).toBeGreaterThan(5);
  const stateOf = new Map(axes.map((one) => [one.axis, one]));
  expect(stateOf.get('files')).toMatchObject({ keys: expect.any(Number) as number });
  expect(stateOf.get('cpu_time')?.total).toMatchObject({ unit: 'CPU ms/s' });
  expect(stateOf.get('syscalls')?.total).toEqual({ value: expect.closeTo(110.8, 1) as number, unit: 'calls/s' });
  expect(stateOf.get('network')).toMatchObject({ keys: 1 });
  expect(stateOf.get('cpu_time')?.total?.value).toBeGreaterThan(0);
});

test('an axis that is missing says why and has no number', () => {
  const { files: _files, ...axes } = makeRecord().axes;
  const overview = describeCapture(makeBundle({ axes }));
  const files = overview.axes.find(({ axis }) => axis === 'files');
  expect(files).toMatchObject({ state: 'missing' });
  expect(files?.why.length).toBeGreaterThan(0);
  expect([files?.keys, files?.total]).toEqual([undefined, undefined]);
});

test('an axis that could be more exact names the flag that helps, and is complete', () => {
  const { axes } = makeRecord();
  const runtimes = [{ name: 'HotSpot 17', hint: 'Start Java with a flag.' }];
  const overview = describeCapture(
    makeBundle({ axes: { ...axes, cpu_stacks: { ...sampled([ran('work', 10)]), runtimes } } }),
  );
  const stacks = CaptureOverview.parse(overview).axes.find(({ axis }) => axis === 'cpu_stacks');
  expect(stacks).toMatchObject({ state: 'complete', why: [], hints: ['Start Java with a flag.'] });
});

test('answers that are not listed are said to be there, and the axis is complete', () => {
  const { axes } = makeRecord();
  const network = networkOf([], { exchanges_unlisted: { accept: 0, connect: 7 } });
  const overview = CaptureOverview.parse(describeCapture(makeBundle({ axes: { ...axes, network } })));
  expect(overview.axes.find(({ axis }) => axis === 'network')).toMatchObject({
    state: 'complete',
    hints: ['7 answers came from peers beyond those that are listed'],
  });
});

test('processes are counted by executable and content, so that two builds are two', () => {
  const processes = [
    makeProcess(1, { exe_sha256: hashB }),
    makeProcess(2, { exe_sha256: hashA, build_id: 'f00d' }),
    makeProcess(3, { exe_sha256: hashA, build_id: 'f00d' }),
  ];
  const { builds } = describeCapture(makeBundle({ processes, processes_cut: 4 }));
  expect(builds).toEqual({
    listed: [
      { exe_path: '/usr/bin/app', exe_sha256: hashA, build_id: 'f00d', processes: 2 },
      { exe_path: '/usr/bin/app', exe_sha256: hashB, processes: 1 },
    ],
    unlisted_processes: 4,
  });
});

test('says how much of the window was measured', () => {
  const { window } = makeRecord();
  const half = { ...window, requested_ns: 60e9, measured_ns: 30e9 };
  expect(describeCapture(makeBundle({ window: half }))).toMatchObject({ measured_sec: 30, requested_sec: 60 });
});

test('says how much work the target did a second, and in how many ways its axes are compared', () => {
  const record = makeRecord();
  const network = networkOf([connected('10.0.0.5')], { traffic: [{ ...carried('received', 9000), messages: 3000 }] });
  const overview = describeCapture(makeBundle({ axes: { ...record.axes, network } }));
  expect(CaptureOverview.parse(overview).work_per_sec).toBe(50);
  expect(overview.views).toBeGreaterThan(overview.axes.length);
  const { network: _network, ...others } = record.axes;
  expect(describeCapture(makeBundle({ axes: others })).work_per_sec).toBeUndefined();
});
