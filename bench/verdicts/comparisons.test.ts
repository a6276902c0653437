import { describe, expect, it } from 'vitest';
import type { CaptureEntry } from './capture-index.ts';
import { planPlanted, planSameVersion, type PlannedCapture } from './capture-plan.ts';
import { listPlanted, listSameVersion, loadRatio } from './comparisons.ts';
import { variants } from './variants.ts';

/** As if each capture had taken a minute. */
function take(planned: readonly PlannedCapture[]): CaptureEntry[] {
  return planned.map(({ id, server, variant, pair, round }, minute) => ({
    id,
    server,
    variant: variant.name,
    ...(pair !== undefined && { pair }),
    round,
    start: new Date(minute * 60_000).toISOString(),
    measured_sec: 10,
    requests_sent: 2500 * (variant.load ?? 1),
    load_factor: variant.load ?? 1,
    load_average: 1,
  }));
}

describe('comparisons of one version with itself', () => {
  const entries = take(planSameVersion(60, ['c', 'go', 'node']).flat());
  const listed = listSameVersion(entries);

  it('are ten of each server, three captures against the next three, and no capture is used twice', () => {
    expect(listed).toHaveLength(30);
    const used = listed.flatMap(({ baseline, head }) => [...baseline, ...head].map(({ id }) => id));
    expect(used).toHaveLength(180);
    expect(new Set(used).size).toBe(180);
    expect(listed[10]?.baseline.map(({ id }) => id)).toEqual(['go-001', 'go-002', 'go-003']);
    expect(listed[10]?.head.map(({ id }) => id)).toEqual(['go-004', 'go-005', 'go-006']);
  });

  it('do not depend on the order of the index, and leave out what does not fill both sides', () => {
    expect(listSameVersion(entries.toReversed())).toEqual(listed);
    expect(listSameVersion(entries.slice(0, -1))).toHaveLength(29);
    expect(listSameVersion(entries, 2)).toHaveLength(45);
  });
});

describe('comparisons of planted changes', () => {
  const entries = take(planPlanted(variants, 3).flat());

  it('hold the three captures of a change against those of its own baseline', () => {
    const listed = listPlanted(entries);
    expect(listed.map(({ variant }) => variant)).toEqual(variants.map(({ name }) => name));
    const [first] = listed;
    expect(first?.baseline.map(({ id }) => id)).toEqual([
      'loop-x1.1-baseline-1',
      'loop-x1.1-baseline-2',
      'loop-x1.1-baseline-3',
    ]);
    expect(first?.head.map(({ variant }) => variant)).toEqual(['loop-x1.1', 'loop-x1.1', 'loop-x1.1']);
  });

  it('know how many times the load the head was sent', () => {
    const ratios = Object.fromEntries(listPlanted(entries).map((one) => [one.variant, loadRatio(one)]));
    expect(ratios).toMatchObject({ 'load-x2': 2, 'extra-call': 1 });
  });

  it('are left out until both sides are complete', () => {
    expect(listPlanted(entries.slice(0, -1)).map(({ variant }) => variant)).not.toContain('probe-lost');
    expect(listSameVersion(entries)).toEqual([]);
  });
});
