import { describe, expect, test } from 'vitest';
import { makeCapture } from '../../../../test/made-bundle.ts';
import { absent, allProbes, makeRecord } from '../../../../test/made-capture.ts';
import { axisOf, diffOf } from '../../../../test/made-diff.ts';
import type { AxisId } from '../../bundle/record/collector-record.ts';
import type { ComparedCapture } from './counted-captures.ts';
import { Diff } from '../../diff/diff.ts';
import { judgeGate } from '../../say/gate/gate.ts';

const { axes, host, processes } = makeRecord();

/** Without a probe of these axes. */
function capture(version: string, ...lost: readonly AxisId[]): ComparedCapture {
  const probes = allProbes.map((one) => (lost.includes(one.axis) ? absent(one.id, one.axis, 'failed') : one));
  return makeCapture(version, axes, { probes, processes: processes.map((one) => ({ ...one, build_id: version })) });
}

function onArm(version: string): ComparedCapture {
  return makeCapture(version, axes, { host: { ...host, arch: 'aarch64' }, processes });
}

describe('a head that lost what replicates of its version measured', () => {
  const lost = capture('v1', 'cpu_stacks');
  const [second, third, fourth] = [capture('v1'), capture('v1', 'files'), capture('v1')];
  const diff = diffOf([lost, second, third, fourth], [capture('v2'), capture('v2'), capture('v2')]);

  test('leaves the axis to them, which can decide the gate', () => {
    expect(Diff.parse(diff)).toEqual(diff);
    expect(axisOf(diff, 'cpu_stacks')).toMatchObject({
      state: 'compared',
      occasions: { before: 3, after: 3 },
      baseline: { state: 'complete' },
    });
    expect(axisOf(diff, 'cpu_stacks').caveats[0]).toMatch(/^1 of 4 captures of v1 is left out: not measured \(/u);
    expect(judgeGate(diff).code).toBe(0);
  });

  test('is passed over as the baseline, counts for its other axes, and the report says so', () => {
    expect(diff.baseline.request_id).toBe(fourth?.ref.request_id);
    expect(diff.baseline_replicates.map(({ request_id: id }) => id)).toEqual(
      [lost, second, third].map((one) => one?.ref.request_id),
    );
    expect(diff.baseline_choice.skipped).toEqual([
      {
        version: 'v1',
        request_id: lost.ref.request_id,
        why: 'it did not measure cpu_stacks completely, as another capture of the version did',
      },
    ]);
    expect(axisOf(diff, 'syscalls').occasions).toEqual({ before: 4, after: 3 });
  });

  test('stays the baseline where no other capture measured more', () => {
    const both = diffOf([lost, capture('v1', 'files')], [capture('v2')]);
    expect([both.baseline.request_id, both.baseline_choice.skipped]).toEqual([lost.ref.request_id, []]);
  });

  test('is the same on the newer side', () => {
    const newer = diffOf(
      [capture('v1'), capture('v1'), capture('v1')],
      [capture('v2', 'cpu_stacks'), capture('v2'), capture('v2'), capture('v2')],
    );
    expect(axisOf(newer, 'cpu_stacks')).toMatchObject({ state: 'compared', occasions: { before: 3, after: 3 } });
  });
});

describe('captures of another architecture', () => {
  test('do not count where the version has others, and are named', () => {
    const diff = diffOf([onArm('v1'), capture('v1'), capture('v1')], [capture('v2'), onArm('v2'), capture('v2')]);
    expect(new Set(diff.axes.map(({ state }) => state))).toEqual(new Set(['compared']));
    expect(diff.caveats).toEqual([
      '1 of 3 captures of v1 is left out: measured on another architecture (aarch64)',
      '1 of 3 captures of v2 is left out: measured on another architecture (aarch64)',
    ]);
    expect([diff.baseline_replicates.length, diff.head_replicates.length]).toEqual([1, 1]);
  });

  test('are not compared where a side has no others', () => {
    const diff = diffOf([onArm('v1'), onArm('v1')], [capture('v2')]);
    expect(axisOf(diff, 'files')).toMatchObject({
      state: 'not_comparable',
      reason: 'measured on different architectures: aarch64 and x86_64',
    });
  });
});
