/**
 * Where the control plane may see the clock of its machine. Everything else goes by the steady clock
 * it is handed, so that an expiry cannot be judged by a clock that somebody set back. The reason is
 * printed when the rule breaks.
 */
export const wallClockPlaces: Readonly<Record<string, string>> = {
  'src/control/clock/mark-keeper.ts': 'the steady clock is made of it',
  'src/control/http/log.ts': 'a log is read beside the logs of other programs of the machine',
  'src/control/main.ts': 'the process is where the clock comes in',
  'src/control/operator/examine-control.ts': 'compares the clock of the machine with the time of the store',
  'src/control/operator/operator-backup.ts': 'a backup says when it was made, and expires nothing',
  'src/control/operator/operator-keys.ts': 'the command line is a process of its own, and makes its steady clock here',
  'src/control/operator/operator-organizations.ts': 'the same',
  'src/control/operator/operator-store.ts': 'the command line is a process of its own, and makes its steady clock here',
  'src/control/operator/reset-clock.ts': 'an operator sets the time of the store back to it',
  'src/control/start-control.ts':
    'the steady clock is made as soon as the store is open; browsers judge a certificate by their own clocks, so it is dated by this one',
};

/** The clock of the machine by any of its names. `wall` is what it is called where it is handed on. */
export const wallClockNames = /\bsystemClock\b|\bDate\.now\b|\bnew Date\(\)|\bwall\b(?! clock)/u;
