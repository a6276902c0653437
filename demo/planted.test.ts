import { describe, expect, test } from 'vitest';
import type { AxisDiff, Change, Diff } from '../profiler/witness/diff/diff.ts';
import { findFindings } from '../profiler/witness/say/findings/find-findings.ts';
import { answer } from '../profiler/witness/say/answer/answer.ts';
import { summarise } from '../profiler/witness/say/summary/summarise.ts';
import { checkPlanted, plantedChanges } from './planted.ts';

const seen = { seen: true, count: 800, rate: 80, captures: 1, of: 1 } as const;
const unseen = { seen: false, below: 0.1, of: 3 } as const;
const side: AxisDiff['baseline'] = { state: 'complete', why: [] };
const added = (key: string): Change => ({ key, change: 'new', before: unseen, after: seen });
const slower = (key: string): Change => ({
  key,
  change: 'changed',
  before: seen,
  after: { ...seen, rate: 140 },
  verdict: { level: 'confirmed', per_work: { ratio: 1.74, low: 1.6, high: 1.9 } },
  place: { file: 'lantern.c', line: 53 },
});
const gone = (key: string): Change => ({ key, change: 'not_seen', before: seen, after: unseen });

function axis(name: string, changes: Change[], more: Partial<AxisDiff> = {}): AxisDiff {
  return {
    axis: name,
    source: 'files',
    kind: 'set',
    unit: 'opens/s',
    state: 'compared',
    baseline: side,
    head: side,
    caveats: [],
    changes,
    unchanged: 3,
    ...more,
  };
}

const complete = [
  axis('files', [added('/tmp/x/lantern/flags.conf read'), gone('/tmp/x/lantern/audit.log write')]),
  axis('network', [added('127.0.0.2 4444 connect')]),
  axis('syscall_names', [added('sysinfo')]),
  axis('cpu_stacks', [slower('price_quote lantern')], { kind: 'rate' }),
];

function diffOf(axes: AxisDiff[]): Diff {
  const found = findFindings(axes);
  const ref = { request_id: 'r', bundle_id: 'b', version: '1', requested_at: '2026-01-01T00:00:00Z', instance: 'i' };
  return {
    workload: 'lantern',
    env: 'demo',
    baseline: ref,
    baseline_replicates: [],
    head: ref,
    head_replicates: [],
    baseline_choice: { why: 'asked for', skipped: [] },
    caveats: [],
    recorded: false,
    identity: 'different',
    identity_basis: {
      baseline: { by: 'executables', executables: ['/usr/bin/lantern 1f2e3d4c5b6a'], runtimes: [] },
      head: { by: 'executables', executables: ['/usr/bin/lantern 9a8b7c6d5e4f'], runtimes: [] },
      sentences: { en: '', 'pt-BR': '' },
    },
    spacing_ms: 5000,
    summary: summarise({
      from: '1.0.0',
      to: '2.0.0',
      ...found,
      answer: answer({
        workload: 'lantern',
        from: '1.0.0',
        to: '2.0.0',
        ...found,
        axes,
        work: undefined,
        hasVerdict: true,
      }),
      notComparable: [],
      replicatesNeeded: [],
      isSameBinary: false,
    }),
    axes,
  };
}

function failedChecks(axes: AxisDiff[]): string[] {
  return checkPlanted(diffOf(axes), plantedChanges(4444))
    .filter(({ ok }) => !ok)
    .map(({ check }) => check);
}

describe('the planted changes', () => {
  test('all are found in a complete comparison', () => {
    expect(failedChecks(complete)).toEqual([]);
  });

  test('one that is missing fails its own check and no other', () => {
    const axes = complete.with(2, axis('syscall_names', []));
    expect(failedChecks(axes)).toEqual(['syscall_names: a new system call']);
  });

  test('one row that was not planted fails the axis', () => {
    const axes = complete.with(1, axis('network', [added('127.0.0.2 4444 connect'), added('127.0.0.3 1 connect')]));
    expect(failedChecks(axes)).toEqual(['network: nothing but what was planted']);
  });

  test('an axis that could not be compared finds nothing, however many rows it carries', () => {
    const axes = complete.with(
      0,
      axis('files', complete[0]!.changes, { state: 'not_comparable', reason: 'no tracefs' }),
    );
    expect(failedChecks(axes)).toEqual(['files: a new file is read', 'files: one log file is no longer written']);
  });

  test('another function on top of the rate axis fails, and so does a headline without the slowed one', () => {
    const axes = complete.with(
      3,
      axis('cpu_stacks', [{ key: 'checksum_reply lantern', change: 'undecided', before: seen, after: seen }], {
        kind: 'rate',
      }),
    );
    expect(failedChecks(axes)).toEqual([
      'cpu_stacks: the slowed function is the first row',
      'headline: the slowed function is the cause',
    ]);
  });

  describe('while a hypervisor keeps CPU time', () => {
    const stolen =
      'the hypervisor kept 8 % of the CPU time of the machine from 1.0.0; CPU time, waits and durations are at most suspected';
    const checksOf = (changes: Change[]) => {
      const diff = diffOf(complete.with(3, axis('cpu_stacks', changes, { kind: 'rate' })));
      return checkPlanted({ ...diff, caveats: [stolen] }, plantedChanges(4444)).slice(-2);
    };
    const withLevel = (level: 'suspected' | 'confirmed'): Change => ({
      ...slower('price_quote lantern'),
      verdict: { level, per_work: { ratio: 1.74, low: 1.6, high: 1.9 } },
    });

    test('the slowed function is suspected, and the check says why it is no more', () => {
      expect(checksOf([withLevel('suspected')])).toEqual([
        expect.objectContaining({ ok: true }),
        {
          check: 'headline: CPU time is not confirmed while the hypervisor keeps some',
          ok: true,
          detail: `price_quote lantern is suspected: ${stolen}`,
        },
      ]);
    });

    test('one that is confirmed fails', () => {
      expect(checksOf([withLevel('confirmed')]).map(({ ok }) => ok)).toEqual([true, false]);
    });

    test('another function on top still fails', () => {
      const other: Change = { key: 'checksum_reply lantern', change: 'undecided', before: seen, after: seen };
      expect(checksOf([other]).map(({ ok }) => ok)).toEqual([false, true]);
    });
  });
});
