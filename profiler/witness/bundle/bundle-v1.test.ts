import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { axisOf, featuresOf, makeBundle } from '../../../test/made-bundle.ts';
import { blocksOf } from '../../../test/made-capture.ts';
import { Bundle } from './record/bundle.ts';
import { BundleV1, upgradeV1 } from './bundle-v1.ts';
import { decodeBundle, readBundle } from './encode.ts';

type OldAxis = BundleV1['axes'][number];

/** As version 1 wrote it: twelve zeros where blocks were not measured. */
function oldFeature(key: string, count: number, change: object = {}) {
  return { key, count, blocks: blocksOf(0), ...change };
}

function oldBundle(axes: readonly OldAxis[], samples = 0): BundleV1 {
  const { work: _, builds: __, containers: ___, ...bundle } = makeBundle();
  const stacks = { samples, whole: samples, frames: 0, named: 0, stacks: [] };
  return BundleV1.parse({ ...bundle, schema: 'farol.bundle.v1', axes, stacks });
}

function oldAxis(axis: OldAxis['axis'], features: object[], why: string[] = []): OldAxis {
  const state = why.length === 0 ? ('complete' as const) : ('partial' as const);
  return { state, axis, why, probes: ['one'], features } as OldAxis;
}

describe('a bundle of version 1', () => {
  const upgraded = upgradeV1(
    oldBundle([
      oldAxis('cpu_time', [oldFeature('total', 9, { blocks: blocksOf(9) }), oldFeature('thread main', 9)]),
      oldAxis('cpu_stacks', [oldFeature('work (app)', 6, { blocks: blocksOf(6), inclusive: 6 })]),
      oldAxis('network', [
        oldFeature('connect tcp 10.0.0.5 port 1', 2),
        oldFeature('bytes sent connect tcp a port 1', 7),
      ]),
      oldAxis('off_cpu', [
        oldFeature('blocked in read sleep', 8, { hist: [0, 2, 1] }),
        oldFeature('sleep futex at f (app)', 8),
      ]),
      oldAxis('memory', [oldFeature('resident anonymous grew', 5), oldFeature('asked in f (app)', 4, { samples: 2 })]),
    ]),
  );

  test('becomes one of this version, with what it does not say left out', () => {
    expect(Bundle.parse(upgraded)).toEqual(upgraded);
    expect(upgraded).not.toHaveProperty('work');
    expect(upgraded).not.toHaveProperty('quota');
    expect(upgraded.builds).toMatchObject([{ exe_path: '/usr/bin/app', processes: 1, initial: 1 }]);
  });

  test('has the unit and the events of each amount, and blocks only where they were measured', () => {
    expect(featuresOf(upgraded, 'cpu_time')).toEqual([
      { key: 'total', amount: 9, unit: 'ns', blocks: blocksOf(9) },
      { key: 'thread main', amount: 9, unit: 'ns' },
    ]);
    expect(featuresOf(upgraded, 'cpu_stacks')).toMatchObject([{ unit: 'samples', events: 6, samples: 6 }]);
    expect(featuresOf(upgraded, 'network')).toEqual([
      { key: 'connect tcp 10.0.0.5 port 1', amount: 2, unit: 'events', events: 2 },
      { key: 'bytes sent connect tcp a port 1', amount: 7, unit: 'bytes' },
    ]);
    expect(featuresOf(upgraded, 'off_cpu')).toEqual([
      { key: 'blocked in read sleep', amount: 8, unit: 'ns', events: 3, hist: [0, 2, 1] },
      { key: 'sleep futex at f (app)', amount: 8, unit: 'ns' },
    ]);
    expect(featuresOf(upgraded, 'memory')).toEqual([
      { key: 'resident anonymous grew', amount: 5, unit: 'bytes' },
      { key: 'asked in f (app)', amount: 4, unit: 'bytes', samples: 2 },
    ]);
  });
});

describe('stacks that ended early', () => {
  const ends = '9 of 10 stacks do not reach their root (9: the data is elsewhere)';
  const axisWith = (shown: number, why: string[]) => {
    const functions = [oldFeature('work (app)', shown, { blocks: blocksOf(shown) })];
    return axisOf(upgradeV1(oldBundle([oldAxis('cpu_stacks', functions, why)], 10)), 'cpu_stacks');
  };

  test('leave what functions did themselves complete', () => {
    const inclusive = { state: 'partial', why: [ends] };
    expect(axisWith(10, [ends])).toMatchObject({ state: 'complete', why: [], inclusive });
    expect(axisWith(10, [ends, 'other'])).toMatchObject({ state: 'partial', why: ['other'], inclusive });
  });

  test('do not when their samples show no function', () => {
    expect(axisWith(5, [ends])).toMatchObject({ state: 'partial', why: [ends] });
  });
});

test('recorded bundles of version 1 are read under the id that they had', () => {
  const folder = path.join(import.meta.dirname, '../../../test/captures-v1');
  for (const file of ['1.json.gz', '4.json.gz']) {
    const bytes = readFileSync(path.join(folder, file));
    const text = gunzipSync(bytes);
    expect(text.toString('utf8')).toContain('farol.bundle.v1');
    const { id, bundle } = decodeBundle(bytes);
    expect(id).toBe(createHash('sha256').update(text).digest('hex'));
    expect(Bundle.parse(bundle)).toEqual(bundle);
    expect(featuresOf(bundle, 'cpu_time')[0]).toMatchObject({ key: 'total', unit: 'ns', blocks: expect.any(Array) });
    expect(featuresOf(bundle, 'cpu_time')[1]).not.toHaveProperty('blocks');
  }
});

test('a version that nobody wrote is refused by name of the field', () => {
  expect(readBundle({ ...makeBundle(), schema: 'farol.bundle.v3' })).toMatchObject({ problem: { path: ['schema'] } });
  expect(readBundle('text')).toHaveProperty('problem');
  expect(() => decodeBundle(gzipSync('{"schema":"farol.bundle.v9"}'))).toThrow(/invalid_value at schema/u);
});
