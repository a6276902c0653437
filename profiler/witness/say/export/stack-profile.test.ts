import { describe, expect, test } from 'vitest';
import { makeBundle } from '../../../../test/made-bundle.ts';
import { absent, allProbes, makeRecord, ran, ranAt, sampled } from '../../../../test/made-capture.ts';
import type { Bundle } from '../../bundle/record/bundle.ts';
import type { CollectorAxes } from '../../bundle/record/collector-record.ts';
import { writeCollapsed, writeCollapsedPair } from './collapsed.ts';
import { readFrame } from './read-frame.ts';
import { beyondLimit, ExportError, profileStacks, scaleTo } from './stack-profile.ts';

type Stacks = NonNullable<CollectorAxes['cpu_stacks']>;

function bundleOf(version: string, stacks: Stacks): Bundle {
  return makeBundle({ axes: { ...makeRecord().axes, cpu_stacks: stacks } }, { version });
}

describe('a key of cpu_stacks', () => {
  test.each([
    ['main (app)', 'main', 'app'],
    ['operator()(int) const (libpay.so.1)', 'operator()(int) const', 'libpay.so.1'],
    ['run (memfd:jit (deleted))', 'run', 'memfd:jit (deleted)'],
    ['[unknown] (libc.so.6)', '[unknown]', 'libc.so.6'],
    ['without a module', 'without a module', ''],
    ['f(x)', 'f(x)', ''],
    ['odd) (app)', 'odd)', 'app'],
    ['never opened)', 'never opened)', ''],
  ])('%s is the function %s of the module %s', (key, name, module) => {
    expect(readFrame({ key })).toEqual({ name, module, place: undefined });
  });

  test('has its place beside it', () => {
    expect(readFrame({ key: 'pay (app)', place: { file: 'pay.c', line: 4 } }).place).toEqual({
      file: 'pay.c',
      line: 4,
    });
  });
});

describe('the stacks of a side', () => {
  test('weigh the time between two samples of their own capture', () => {
    const slow = bundleOf('v1', { ...sampled([ran('main', 10)]), measured_hz: 50 });
    const fast = bundleOf('v1', { ...sampled([ran('main', 10)]), measured_hz: 200 });
    const profile = profileStacks([slow, fast]);
    expect(profile).toMatchObject({ cpuNs: 10 * 20e6 + 10 * 5e6, captures: 2, measuredNs: 120e9, periodNs: 12.5e6 });
    expect(profile.stacks).toEqual([expect.objectContaining({ samples: 20, cpuNs: 250e6 })]);
  });

  test('are the same whatever the order of captures with equal functions', () => {
    const bundles = [3, 5, 7].map((count) => bundleOf('v1', sampled([ran('main', 2), ran('work', count)])));
    expect(profileStacks(bundles.toReversed()).stacks).toEqual(profileStacks(bundles).stacks);
  });

  test('keep the total right when the collector cut stacks or functions', () => {
    const whole = sampled([ran('main', 2), ran('work', 8)]);
    const cut = bundleOf('v1', { ...whole, stacks: whole.stacks.slice(0, 1) });
    const profile = profileStacks([cut]);
    expect(profile.cpuNs).toBe(10 * 1e7);
    expect(profile.stacks[0]).toEqual({ frames: [beyondLimit], cpuNs: 8e7, samples: 8 });
  });

  test('leave out captures without stacks, with the reason, and count the others', () => {
    const probes = allProbes.map((one) => (one.axis === 'cpu_stacks' ? absent(one.id, one.axis, 'failed') : one));
    const without = makeBundle({ probes });
    const profile = profileStacks([bundleOf('v1', sampled([ran('main', 3)])), without]);
    expect(profile.captures).toBe(1);
    expect(profile.left_out).toEqual([expect.stringMatching(/^request-\d+: cpu_stacks is missing: cpu_samples: /u)]);
    expect(() => profileStacks([without])).toThrow(ExportError);
    expect(() => profileStacks([without])).toThrow(
      /^No capture of version v1 has CPU stacks\. request-\d+: cpu_stacks is/u,
    );
  });

  test('are not exported where the rate of the clock was not measured: their time is not known', () => {
    const bundle = bundleOf('v1', { ...sampled([ran('main', 3)]), measured_hz: 0 });
    expect(() => profileStacks([bundle])).toThrow('the rate of the sampling clock was not measured');
  });

  test('name the build of a module only when every capture ran the same one', () => {
    const stacks = sampled([ran('main', 3)]);
    const [one, other] = ['a', 'b'].map((build) => {
      const bundle = bundleOf('v1', stacks);
      const processes = bundle.target.processes.map((process) => ({
        ...process,
        exe_path: '/srv/app',
        build_id: build,
      }));
      return { ...bundle, target: { ...bundle.target, processes } };
    });
    expect([...profileStacks([one!, one!]).builds]).toEqual([['app', 'a']]);
    expect([...profileStacks([one!, other!]).builds]).toEqual([]);
  });

  test('scale to the measured time of another side', () => {
    const profile = profileStacks([bundleOf('v1', sampled([ran('main', 30)]))]);
    expect(scaleTo(profile, profile.measuredNs / 3)).toMatchObject({ cpuNs: 1e8, measuredNs: 20e9 });
  });
});

describe('collapsed stacks', () => {
  const before = bundleOf('v1', sampled([ran('main', 1), ran('work', 30)]));
  const after = bundleOf('v2', sampled([ran('main', 1), ran('work', 60), ran('extra', 5)]));

  test('have CPU time behind each stack, the largest first', () => {
    expect(writeCollapsed(profileStacks([before]))).toBe(
      'main (app);work (app) 300000000\nmain (app);main (app) 10000000\n',
    );
  });

  test('of two sides have baseline and head, and zero where a side has none', () => {
    expect(writeCollapsedPair(profileStacks([before]), profileStacks([after]))).toBe(
      'main (app);work (app) 300000000 600000000\nmain (app);extra (app) 0 50000000\nmain (app);main (app) 10000000 10000000\n',
    );
  });

  test('of a baseline with more captures are scaled to the head', () => {
    const pair = writeCollapsedPair(profileStacks([before, before, before]), profileStacks([after]));
    expect(pair).toContain('main (app);work (app) 300000000 600000000\n');
  });

  test('keep their form whatever functions are called', () => {
    const bundle = bundleOf('v1', sampled([ranAt('Lcom/pay;\ncharge\u202e', 4, 'a.java', 3)]));
    expect(writeCollapsed(profileStacks([bundle]))).toBe(
      'Lcom/pay:\\u{000a}charge\\u{202e} (app);Lcom/pay:\\u{000a}charge\\u{202e} (app) 40000000\n',
    );
  });
});
