/** The English words of the page of a release. */
export const enRelease = {
  release: {
    title: (workload: string, version: string) => `${workload}: release ${version}`,
    pageTitle: 'Release',
    link: 'Release on one page',
    version: 'Version',
    deployed: 'Deployed',
    captured: 'First capture',
    nothing: 'No version of this process has been captured yet, and the address names none.',
    nothingRemedy: 'Request a capture on the Profiling page, or add a version to the address.',
    noDeploy: (version: string) =>
      `No deploy of ${version} was reported, so this page uses the time of its first capture.`,
    noMoment: (version: string) =>
      `No deploy of ${version} was reported, and it has no capture, so there is no time to show metrics around.`,
    marker:
      'A pipeline reports a deploy with an incident token. For this one, replace the time by that of the deploy. token.txt holds the header of the token:',
    markerCommand: 'command that reports the deploy',
    answer: {
      title: 'Comparison',
      whole: (from: string, to: string) => `The whole comparison of ${from} and ${to}`,
      none: 'There is no comparison yet',
      noHead: (version: string) =>
        `${version} has no capture that can be compared. The person or pipeline that deploys it requests one while it runs, on the Profiling page or with this command:`,
      noBaseline: (version: string) => `Nothing was measured before ${version}. The next version is compared with it.`,
      running: 'A capture of it is in progress',
      command: 'command that requests a capture',
      disabled:
        'The Profiler is not enabled for your organization. An owner or admin enables it in the settings; then captures can be requested.',
      settings: 'Open the Profiler settings',
    },
    metrics: {
      title: 'What metrics show',
      lede: 'Symptoms in your own systems around that time. They name no cause.',
      around: 'On each side',
      arounds: { '30m': '30 minutes', '1h': '1 hour', '3h': '3 hours', '6h': '6 hours', '24h': '24 hours' },
      again: 'Refresh',
      choose: (shown: number, of: number) => `Choose questions (${shown} of ${of})`,
      chooseText: (most: number) =>
        `Up to ${most}. The choice is in the address, and this browser remembers it until you sign out.`,
      most: 'Clear one to choose another.',
      usual: 'Choose automatically',
      window: 'A question is asked over the hours of this page, not over the window that it was saved with.',
      lacking: {
        window: 'Not offered, because they take no window of time:',
        curves: 'Not offered, because their answers have no curves:',
        description: 'Not offered, because the catalog of this control plane does not describe their operation:',
      },
      unknown: (count: number) =>
        count === 1
          ? '1 question of this address is not shown: it was removed, is not shared with you, or cannot be drawn.'
          : `${count} questions of this address are not shown: they were removed, are not shared with you, or cannot be drawn.`,
      none: 'No saved question can be drawn here.',
      noneText: 'Ask a question with a window and curves, such as metrics.query, save it and share it.',
      ask: 'Ask a question',
      noneChosen: 'No question is chosen.',
      open: 'Open in Ask',
      openOf: (name: string) => `Open in Ask: ${name}`,
      waiting: 'Asking…',
      empty: 'The answer has no value in these hours.',
      emptyRemedy: 'Open the question in Ask and check its metric, labels and source, or choose more hours.',
      incomplete: 'The answer is not complete.',
      cut: 'The system returned only a part of the series.',
      table: 'Series as a table',
      marks: { deploy: 'deploy', incident: 'incident', capture: 'capture', captureMoment: 'first capture' },
      before: { deploy: 'before the deploy', capture: 'before the first capture' },
      after: { deploy: 'after it', capture: 'after it' },
      largest: (series: string) => `The largest change among ${series} series:`,
      median: (before: string, sideBefore: string, after: string, sideAfter: string) =>
        `median ${before} ${sideBefore}, ${after} ${sideAfter}`,
      factor: (factor: string) => `(× ${factor})`,
      points: (count: number, side: string) => `${count} ${count === 1 ? 'point' : 'points'} ${side}`,
      few: (before: string, after: string, least: number) =>
        `No median: ${before} and ${after}, fewer than ${least} on a side. More hours or a shorter step give more.`,
    },
    timeline: {
      title: 'Timeline',
      text: (from: string, to: string) => `From ${from} to ${to}`,
      none: 'No deploy, incident or capture in these hours.',
      capture: (version: string) => `capture of ${version}`,
      more: 'Earlier entries are not listed.',
    },
  },
};
