/** The English words of a comparison that only its page needs, loaded with it. */
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
      loadNone: 'Load factor: unknown (too few frequent keys).',
    },
    finding: {
      row: 'Row in the table',
      whole: 'the whole axis',
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
      share: (percent: string) => `${percent} of what differs on this axis`,
      mean: 'geometric mean',
      unseen: (captures: number, below: string) =>
        `not seen in ${captures === 1 ? '1 capture' : `${captures} captures`} (≤\u00a0${below})`,
      seenIn: (captures: number, of: number) => `in ${captures} of ${of} ${of === 1 ? 'capture' : 'captures'}`,
      more: (count: string) =>
        `${count === '1' ? '1 more finding is' : `${count} more findings are`} in the axes below.`,
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
        `${axes === 1 ? '1 axis has' : `${axes} axes have`} amounts without a verdict: replicates are missing. They are measurements.`,
      undecided: (undecided: string, axes: string) =>
        `Undecided or too rare: ${undecided === '1' ? '1 key' : `${undecided} keys`} on ${axes === '1' ? '1 axis' : `${axes} axes`}`,
      ofAxis: (undecided: string, rare: string) => `${undecided} undecided, ${rare} too rare`,
      notComparable: (axes: string) => `Not comparable: ${axes === '1' ? '1 axis' : `${axes} axes`}`,
    },
    axes: {
      none: (keys: string) => `${keys}, none changed`,
      noneNew: (keys: string) => `${keys}, none new, none missing`,
      noVerdict: (keys: string) => `${keys}, no verdict`,
      keys: (count: number, text: string) => (count === 1 ? '1 key' : `${text} keys`),
      changed: (count: string) => `${count} changed`,
      undecided: (count: string) => `${count} undecided`,
      tooRare: (count: string) => `${count} too rare`,
      fresh: (count: string) => `${count} new`,
      stopped: (count: string) => `${count} stopped`,
      notSeen: (count: string) => `${count} not seen`,
      matching: (count: string) => `${count} match the filter`,
      perCapture: (count: string) => `n = ${count} per capture`,
      spread: (percent: string) => `±\u00a0${percent}\u00a0% inside the window`,
      testable: (keys: string, of: string) => `${keys} of ${of} keys happened often enough to be judged alone.`,
      testableNext: (seconds: string, keys: number) =>
        `A window of ${seconds} s would add ${keys === 1 ? '1 key' : `${keys} keys`}.`,
      ownRate: (wrong: string, comparisons: string) =>
        `Of ${comparisons} comparisons of captures of one version, ${wrong} called something on this axis changed.`,
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
    perWork: 'per unit of work',
  },
};
