/** The English words of the page of a comparison, loaded with it. */
import { enVerdict } from './verdict-en.ts';

export const enDiff = {
  diff: {
    title: 'Difference',
    titleOf: (from: string, to: string) => `${from} → ${to}`,
    choose: 'Choose two versions',
    workload: 'Process',
    env: 'Environment',
    envNone: 'none',
    from: 'Before',
    to: 'After',
    fromAuto: 'chosen by rule',
    toAuto: 'latest head',
    show: 'Show difference',
    pick: 'Choose a process to see what changed between two of its versions.',
    nothing: 'There is nothing to compare: no capture has the outcome pushed yet.',
    baseline: 'Baseline',
    head: 'After',
    axes: 'Axes',
    counts: (views: number, axes: number) =>
      `${views} views of ${axes} axes. An axis is one kind of behaviour; a view is one way to count it. Several probes measure one axis.`,
    verdict: 'What changed',
    filterKeys: 'Filter keys',
    filteredOut: (count: string) => `${count} hidden by the filter`,
    axis: {
      not_comparable: 'not comparable',
      before: (version: string) => `Before, ${version}`,
      after: (version: string) => `After, ${version}`,
      states: { complete: 'complete', partial: 'partial', missing: 'missing' },
      complete: 'every required probe measured',
      noDirection: 'Both values are shown, but the direction of the change cannot be determined.',
      totals: 'Total',
      unchanged: (count: string) => `${count} keys seen on both sides`,
      noChanges: 'No key of this axis is new, and none is missing.',
      noRows: 'No key was frequent enough to be listed.',
      key: 'Key',
      change: 'Change',
      beforeColumn: 'Before',
      afterColumn: 'After',
      difference: 'Difference',
      ratio: 'Ratio',
      ...enVerdict,
      notSeenThough: (seen: number, of: number, below: string) =>
        `not seen (${seen} of ${of} baseline ${of === 1 ? 'capture' : 'captures'}; ≤\u00a0${below})`,
      notSeen: (below: string, of: number) =>
        `not seen in ${of === 1 ? '1 capture' : `${of} captures`}; ≤\u00a0${below}`,
      inCaptures: (captures: number, of: number) => `${captures} of ${of} ${of === 1 ? 'capture' : 'captures'}`,
      firstSeen: (sec: string) => `first at +${sec} s`,
      ratioOfMeans: 'Ratio of geometric means',
      durationsNote:
        'Of all durations, 50 %, 90 % and 99 % are no longer than p50, p90 and p99. Each is shown as the two powers of two (in nanoseconds) between which it lies.',
    },
  },
};
