/** The English words of the page of a comparison, loaded with it. */
export const enComparison = {
  /** Of a sentence that is served in English, in the language of the page; undefined where it is not known. */
  sentence: (_english: string): string | undefined => undefined,
  comparison: {
    sides: {
      baselineHead: 'Before',
      replicates: (count: number) => (count === 1 ? '1 replicate' : `${count} replicates`),
      noReplicates: 'no replicates',
      skipped: 'Skipped',
      swap: 'Swap the sides',
      loadText: (factor: string) => `Load factor: the after side did ${factor} times the work of the before side.`,
      loadNone: 'Load factor: unknown (too little happened often enough).',
    },
    sure: {
      label: 'How sure',
      states: { enough: 'enough captures', too_few: 'too few captures' },
      means: {
        confirmed:
          'Three or more captures of each version show it: of 20 such reports, at most one names a change that was chance.',
        provisional:
          'Two captures of each version show it: of 10 such reports, at most one names a change that was chance.',
        suspected:
          'It was measured and differs, but with a reservation: the machines or the load differ, or the requests could not be counted.',
        likely:
          'Single captures show it: they differ by more than earlier captures of this service differ from one another.',
        observed: 'It was seen, and nothing says yet that it is more than chance.',
        enough: 'There were enough captures to find a difference of the size that is named; a smaller one may exist.',
        too_few: 'There are too few captures to tell a difference from chance.',
      },
      basis: (before: number, from: string, after: number, to: string) =>
        `It rests on ${before} ${before === 1 ? 'capture' : 'captures'} of ${from} and ${after} of ${to}.`,
      captures: (count: number, version: string) => `${count} of ${version}`,
      surer: (captures: readonly string[], until: string | undefined) =>
        `Further captures would make it surer: ${captures.join(' and ')}${until === undefined ? '' : `, until ${until}`}.`,
      whole: 'All captures that were planned were taken.',
      limited: 'All captures that were planned were taken: more of them would not remove the reservation.',
    },
    cause: {
      look: 'Where to start:',
      evidence: 'Evidence',
      moreEvidence: (count: string) => `${count} more ${count === '1' ? 'is' : 'are'} in the tables below.`,
      none: 'none',
      more: (count: string) =>
        `${count === '1' ? '1 more cause is' : `${count} more causes are`} not shown: what belongs to ${count === '1' ? 'it' : 'them'} is in the tables below.`,
      fresh: (version: string) => `New in ${version}, ask whether it is meant`,
      moreFresh: (count: string) => `and ${count} more`,
    },
    care: {
      title: 'Read with care:',
      recorded: 'a recorded capture, not a measurement of this machine',
      mixed: 'captures of one version ran different executables',
      load: (factor: string) => `the newer version had ${factor} times the load`,
      incomparable: 'most of what was measured cannot be compared',
      incident: (title: string) => `an incident was open during a capture (${title})`,
      more: (count: number) => `${count} more`,
    },
    finding: {
      all: 'Differences',
      others: 'Other differences',
      row: 'Row in the table',
      whole: 'the whole table',
      related: {
        renamed: (keys: string) => `renamed from ${keys}`,
        inlined: (keys: string) => `with ${keys} inlined`,
        outlined: (keys: string) => `with ${keys} taken out of it`,
      },
      brings: 'With it:',
      moreBrought: (count: number) => `${count} more`,
      frame: 'Frame in the flame graph',
      frames: 'Frames in the flame graph',
      interval: (ratio: string, low: string, high: string) => `× ${ratio}, 95 % interval ${low} to ${high}`,
      share: (percent: string) => `${percent} of what differs in this table`,
      mean: 'geometric mean',
      unseen: (captures: number, below: string) =>
        `not seen in ${captures === 1 ? '1 capture' : `${captures} captures`} (≤\u00a0${below})`,
      seenIn: (captures: number, of: number) => `in ${captures} of ${of} ${of === 1 ? 'capture' : 'captures'}`,
      more: (count: string) =>
        `${count === '1' ? '1 more finding is' : `${count} more findings are`} in the tables below.`,
    },
    next: {
      title: 'What to do',
      whileRunning: (version: string) => `Only while ${version} still runs somewhere.`,
      spacing: (span: string) => `Captures of one version less than ${span} apart count as one.`,
      open: (version: string, occasions: number, of: number) =>
        `Confirmation window of ${version}: ${occasions} of ${of} captures taken, open until`,
      closed: {
        planned: (version: string) => `Confirmation window of ${version}: complete since`,
        next_version: (version: string) =>
          `Confirmation window of ${version}: closed by the first capture of the next version, on`,
        time: (version: string) => `Confirmation window of ${version}: closed after 24 hours, on`,
      },
      tooLate: (version: string) =>
        `Captures of ${version} taken now come too late: this comparison stays as it is. The next version opens a new window.`,
      nothing: 'no further capture counts',
      recorded: 'Recorded captures cannot be repeated, so there are no replicates to request.',
    },
    basis: {
      line: (from: string, before: string, to: string, after: string) =>
        `Compared: ${from} (${before}) with ${to} (${after})`,
      captures: (count: number) => (count === 1 ? '1 capture' : `${count} captures`),
      other: 'Choose other versions',
    },
    limits: {
      title: 'What could not be judged',
      unjudged: (axes: number) =>
        `${axes === 1 ? '1 table has' : `${axes} tables have`} amounts without a verdict: replicates are missing. They are measurements.`,
      undecided: (undecided: string, axes: string) =>
        `Not decided or too rare: ${undecided === '1' ? '1 row' : `${undecided} rows`} in ${axes === '1' ? '1 table' : `${axes} tables`}`,
      ofAxis: (undecided: string, rare: string) => `${undecided} not decided, ${rare} too rare`,
      notComparable: (axes: string) => `Not comparable: ${axes === '1' ? '1 table' : `${axes} tables`}`,
    },
    axes: {
      found: (changed: string, all: string) => `${all} tables, ${changed} with a difference`,
      none: (keys: string) => `${keys}, none changed`,
      noneNew: (keys: string) => `${keys}, none new, none missing`,
      noVerdict: (keys: string) => `${keys}, no verdict`,
      keys: (count: number, text: string) => (count === 1 ? '1 row' : `${text} rows`),
      changed: (count: string) => `${count} changed`,
      undecided: (count: string) => `${count} not decided`,
      tooRare: (count: string) => `${count} too rare`,
      fresh: (count: string) => `${count} new`,
      stopped: (count: string) => `${count} stopped`,
      notSeen: (count: string) => `${count} not seen`,
      matching: (count: string) => `${count} match the filter`,
      perCapture: (count: string) => `n = ${count} per capture`,
      spread: (percent: string) => `±\u00a0${percent}\u00a0% inside the window`,
      testable: (keys: string, of: string) => `${keys} of ${of} rows happened often enough to be judged alone.`,
      testableNext: (seconds: string, keys: number) =>
        `A window of ${seconds} s would add ${keys === 1 ? '1 row' : `${keys} rows`}.`,
      ownRate: (wrong: string, comparisons: string) =>
        `Of ${comparisons} comparisons of captures of one version, ${wrong} called something in this table changed.`,
    },
    units: {
      'opens/s': 'opens/s',
      'changes/s': 'changes/s',
      'events/s': 'events/s',
      'calls/s': 'calls/s',
      'checks/s': 'checks/s',
      'signals/s': 'signals/s',
      'faults/s': 'faults/s',
    },
    oneOf: {
      'opens/s': 'open',
      'changes/s': 'change',
      'events/s': 'event',
      'calls/s': 'call',
      'checks/s': 'check',
      'signals/s': 'signal',
      'faults/s': 'fault',
    },
    perWork: 'for each request',
  },
};

/** The English words for what a comparison says of a key. */
export const enVerdict = {
  changes: {
    new: 'new',
    stopped: 'stopped',
    not_seen: 'not seen',
    changed: 'changed',
    no_change: 'no change of 25 % or more',
    undecided: 'not decided',
    too_rare: 'too rare',
    not_judged: 'not judged',
  },
  related: {
    title: 'Counted and judged together, or moved:',
    kinds: { renamed: 'renamed', inlined: 'inlined', outlined: 'taken out', moved: 'moved' },
    joins: { renamed: 'to', inlined: 'into', outlined: 'out of', moved: 'to' },
    sum: (state: string) => `(together: ${state})`,
    more: (count: string) => `${count} more like these.`,
  },
  ended: { went_away: 'went away with the third capture', not_confirmed: 'was not confirmed by the third capture' },
  /** By the side that has any. */
  oneSided: { after: 'none before', before: 'none after' },
  effect: (ratio: string, low: string, high: string) => `× ${ratio} (${low} to ${high})`,
  detectable: (ratio: string) => `smallest detectable: × ${ratio}`,
  judged: (judged: string, undecided: string) => `${judged} rows judged, ${undecided} of them not decided.`,
  expectedNew: (count: string) => `New by chance, if nothing had changed: ${count}.`,
};

export const enDiff = {
  diff: {
    title: 'Compare two versions',
    titleOf: (from: string, to: string) => `${from} → ${to}`,
    choose: 'Choose two versions',
    workload: 'Process',
    env: 'Environment',
    envNone: 'none',
    from: 'Before',
    to: 'After',
    fromAuto: 'previous version',
    toAuto: 'newest version',
    show: 'Show difference',
    pick: 'Choose a process to see what changed between two of its versions.',
    nothing: 'There is nothing to compare: no capture has the outcome pushed yet.',
    baseline: 'Baseline',
    head: 'After',
    axes: 'All tables',
    counts: (views: number, axes: number) =>
      `${views} tables show ${axes} kinds of behaviour, some counted in several ways. Several probes measure one kind.`,
    verdict: 'What changed',
    filterKeys: 'Filter rows',
    nothingSeen: (axes: string) => `Nothing seen: ${axes}`,
    filteredOut: (count: string) => `${count} hidden by the filter`,
    axis: {
      not_comparable: 'not comparable',
      before: (version: string) => `Before, ${version}`,
      after: (version: string) => `After, ${version}`,
      states: { complete: 'complete', partial: 'partial', missing: 'missing' },
      complete: 'every required probe measured',
      noDirection: 'Both values are shown, but the direction of the change cannot be determined.',
      totals: 'Total',
      unchanged: (count: string) => `${count} rows seen on both sides`,
      noChanges: 'No row of this table is new, and none is missing.',
      notPrinted: 'To print its rows, unfold the table first.',
      noRows: 'Nothing was frequent enough to be listed.',
      key: 'Row',
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
      comesAndGoes: 'may be chance',
      ratioOfMeans: 'Ratio of geometric means',
      durationsNote:
        'Of all durations, 50 %, 90 % and 99 % are no longer than p50, p90 and p99. Each is shown as the two powers of two (in nanoseconds) between which it lies.',
    },
  },
};
