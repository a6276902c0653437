/** The English words of the app. `Words` is their type: a catalog that lacks one does not compile. */
import { enRetention } from './retention-en.ts';

export const en = {
  ...enRetention,

  app: {
    skip: 'Skip to content',
    mainNavigation: 'Main',
    profiling: 'Profiling',
    ask: 'Ask',
    fleet: 'Fleet',
    permissions: 'Permissions',
    settings: 'Settings',
    signOut: 'Sign out',
    signOutFailed: 'Sign-out failed: the control plane did not confirm it. Try again.',
    signedInAs: (name: string, role: string, organization: string) => `${name}, ${role} of ${organization}`,
    language: 'Language',
    languageFailed: 'The words of that language could not be loaded. Reload the page and try again.',
    menu: 'Menu',
    find: 'Search',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    loading: 'Loading…',
    title: (page: string) => `${page} · Farol`,
    preferences: 'Language and theme',
  },
  roles: { owner: 'owner', admin: 'admin', member: 'member' },

  connection: {
    connecting: 'Connecting…',
    live: 'Live',
    polling: (everySec: number) => `Live updates unavailable; refreshing every ${everySec} s`,
    stale: 'The control plane is not responding. This page shows the last known state.',
  },

  failure: {
    title: 'Could not load this page',
    unreachable: 'The control plane is not responding.',
    unreachableRemedy: 'Check that farol-control is running and reachable from this machine, then try again.',
    unreadable: 'The response of the control plane does not match what this page expects.',
    unreadableRemedy: 'The page and the control plane probably have different versions. Reload the page.',
    detail: (text: string) => `Unexpected value: ${text}`,
    request: (id: string) => `Request id ${id}`,
    again: 'Try again',
    crashed: 'The page stopped because of an error.',
    crashedRemedy: 'Reload the page. If it happens again, report it and describe what you did.',
    reload: 'Reload',
    scriptMissing: 'The script of this page could not be loaded.',
    scriptMissingRemedy:
      'The control plane was probably upgraded while this tab was open. Reload to use the new version. If that does not help, check that the control plane is reachable.',
    hourUsed: 'Your organization has used all capture requests of this hour.',
    retryAfter: (time: string) => `Try again at ${time}.`,
  },

  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address.',
    back: 'Go to Profiling',
  },

  welcome: {
    title: 'Sign in to Farol',
    working: 'Checking the link…',
    missing: 'This link is incomplete.',
    missingRemedy: 'Open the whole link, including everything after the # sign.',
    used: 'This link has already been used.',
    withdrawn: 'This link was withdrawn.',
    withdrawnRemedy: 'Its creator or an admin withdrew it before it was used. Ask for a new one.',
    usedRemedy: 'A link works once. Ask for a new one.',
    expired: 'This link has expired.',
    expiredRemedy: 'Ask for a new one and open it before it expires.',
  },
  signedOut: {
    title: 'You are signed out',
    titleExpired: 'Your session has expired',
    none: 'This browser is not signed in to Farol.',
    expired: 'Your session expired or was ended elsewhere. Requests sent after that were not carried out.',
    left: 'You signed out. This browser stores nothing from your session.',
    how: 'To sign in, open a one-time link.',
    howOwner: 'Owner: run farol control owner-link on the machine of the control plane to print a new link.',
    howMember: 'Admin or member: ask an owner or admin for an invitation (Settings, People).',
  },

  copy: {
    copy: 'Copy',
    copied: 'Copied',
    copyOf: (what: string) => `Copy ${what}`,
    failed: 'Could not copy. Select the text and copy it.',
  },
  dialog: { cancel: 'Cancel' },
  table: {
    region: (name: string) => `${name}, scrollable table`,
    sortBy: (column: string) => `Sort by ${column}`,
    all: (count: string) => `Show all ${count}`,
    fewer: 'Show fewer',
  },
  time: { never: 'never', none: '–' },

  status: {
    waiting: 'waiting',
    running: 'running',
    queued: 'queued',
    pushed: 'pushed',
    nothing_to_push: 'nothing to push',
    failed: 'failed',
  },
  kind: { head: 'head', replicate: 'replicate' },
  recorded: 'recorded',
  recordedExplained: 'A replay of a recorded capture: not a measurement of this machine.',

  profiling: {
    title: 'Profiling',
    lede: 'What changed inside a process between two versions. A capture measures one process, when asked, for a bounded time.',
    disabled: 'The Profiler is not enabled for this organization: every request is refused.',
    disabledLink: 'Enable it in Settings',
    form: {
      title: 'Request a capture',
      workload: 'Process',
      workloadHint: 'Exactly as in the Profiler’s target list',
      version: 'Version',
      versionHint: 'The version that just shipped',
      env: 'Environment',
      envHint: 'Optional, for example production',
      submit: 'Request capture',
      sending: 'Sending…',
      queued: 'Queued. The outcome appears in the log below.',
      deduped: 'The same request is already in progress; no second capture was queued.',
      ended: {
        pushed: 'The capture has ended: pushed.',
        nothing_to_push: 'The capture has ended: nothing to push.',
        failed: 'The capture failed.',
      },
      left: (left: number, of: number) =>
        left === 0
          ? `No capture requests left of ${of} in this hour.`
          : `${left} of ${of} capture requests left in this hour.`,
      see: 'See the request',
      required: { workload: 'Enter a process.', version: 'Enter a version.' },
      pipeline: 'Request from a pipeline, with another window or warm-up',
      pipelineText:
        'The form measures 60 s after 5 s of warm-up, as the head of the version. A pipeline can set both times, and request replicates. It needs a capture token.',
      pipelineToken: 'Create a capture token',
      ownAuthority:
        'This control plane has its own certificate authority. Copy tls/ca.pem from its data directory to where the command runs.',
      curl: 'curl',
      cli: 'farol command',
    },
    due: {
      title: 'Replicates missing',
      missing: (forVerdict: number, forConfirmed: number, version: string) =>
        forVerdict > 0
          ? `${forVerdict === 1 ? '1 replicate' : `${forVerdict} replicates`} of ${version} missing for a verdict, ${forConfirmed} for a confirmed one`
          : `${forConfirmed === 1 ? '1 replicate' : `${forConfirmed} replicates`} of ${version} missing for a confirmed verdict`,
      until: (time: string) => `Counts until ${time}.`,
      next: (time: string) => `Before ${time} it counts together with the last capture.`,
      closed: (version: string, time: string) =>
        `Not enough captures of ${version} for a confirmed verdict, and no further one counts since ${time}. The next version opens a new window.`,
      request: 'Request a replicate',
      requestOf: (workload: string, version: string) => `Request a replicate of ${workload} ${version}`,
      asCommand: 'As a command',
      why: 'Replicates are captures of the same version taken again while it runs. Without them, a difference in rate cannot be distinguished from noise. Farol never starts one by itself.',
      window: (durationSec: number, warmupSec: number) => `${durationSec} s after ${warmupSec} s of warm-up`,
      command: (workload: string, version: string) => `command that requests a replicate of ${workload} ${version}`,
    },
    targets: {
      title: 'Processes and their versions',
      versions: 'Versions',
      comparison: 'Last verdict',
      replicates: 'Replicates',
      enough: 'Enough for a confirmed verdict',
      earlier: (count: number) => `${count} earlier`,
      recordedOnly: 'Only recorded captures',
      first: (version: string) => `${version} is the first version measured. The next one is compared with it.`,
      compare: (from: string, to: string) => `${from} → ${to}`,
      comparing: 'Comparing…',
      notCompared: 'The comparison failed. Open it to see why.',
      level: (count: number, level: string) => `${count} ${level}`,
      cpuTitle: 'CPU time',
      cpu: { work: 'CPU time per unit of work', second: 'CPU time per second' },
      figures: 'Figures',
      notMeasured: 'not measured',
      incomplete: 'Only the newest 5,000 captures are counted here.',
    },
    compare: 'Compare two versions',
    log: {
      title: 'Log',
      caption: 'Capture requests, newest first',
      status: 'Outcome',
      capture: 'Capture',
      by: 'Requested by',
      at: 'Requested',
      reason: 'Reason or progress',
      probes: 'Probes',
      viaToken: 'token',
      waiting: 'No live Profiler has accepted it yet.',
      running: (by: string) => `Accepted by ${by}`,
      empty: 'No capture has been requested yet.',
      none: 'No capture matches this filter.',
      clear: 'Clear filter',
      filter: 'Filter the log',
      anyStatus: 'any outcome',
      apply: 'Apply',
      older: 'Older',
      newest: 'Newest',
      pages: 'Pages of the log',
    },
  },

  probes: {
    label: 'Instrumentation',
    full: 'fully instrumented',
    some: (measured: number, total: number) => `${measured} of ${total} probes`,
    pending: 'not instrumented yet',
    none: 'instrumentation not reported',
    on: (instance: string) => `on ${instance}`,
  },

  flameTitle: 'Flame graph',

  verdict: {
    levels: { observed: 'observed', suspected: 'suspected', provisional: 'provisional', confirmed: 'confirmed' },
    per: { second: 'per second', work: 'per unit of work' },
  },
};

export type Words = typeof en;
