/**
 * How every program and command ends: the code that it returns, what that means and what a person does about it. The
 * reference page is made from these tables. `witness` and `ptop` have tables of their own.
 */
export interface Exit {
  readonly code: number;
  readonly meaning: string;
  /** Who acts and how; undefined: nobody. */
  readonly action?: string;
}
export type Exits = Readonly<Record<string, Exit>>;

/** Agent and Profiler. */
export const instanceExits = {
  stopped: { code: 0, meaning: 'stopped on request' },
  failed: {
    code: 1,
    meaning: 'failed while running',
    action: 'The operator of the machine reads the last line of standard error and starts it again.',
  },
  bootRefused: {
    code: 2,
    meaning: 'refused to boot; every problem is printed with its cause, its cost and what to do',
    action: 'The operator of the machine does what each printed line says.',
  },
  enrolmentRefused: {
    code: 3,
    meaning: 'enrolment was refused',
    action: 'An owner or admin creates a new bootstrap token, or does what the printed line says.',
  },
  ended: {
    code: 4,
    meaning: 'the control plane ended this instance: revoked, cloned or disabled',
    action: 'An owner or admin decides on the Fleet page; a restart alone changes nothing.',
  },
} as const satisfies Exits;

export const controlExits = {
  stopped: { code: 0, meaning: 'stopped on request' },
  failed: {
    code: 1,
    meaning: 'failed while running or stopping',
    action: 'The operator of the control plane reads the log: its last line has the cause.',
  },
  startRefused: {
    code: 2,
    meaning: 'refused to start; every problem is printed',
    action: 'The operator of the control plane does what each printed line says.',
  },
} as const satisfies Exits;

/** Commands on the machine of a control plane, which work on its store. */
export const operatorExits = {
  done: { code: 0, meaning: 'done, or nothing to do' },
  refused: {
    code: 1,
    meaning: 'refused, or the store cannot be used; the reason is printed',
    action: 'The operator of the control plane does what the printed line says.',
  },
  usage: { code: 2, meaning: 'the call is wrong', action: 'The caller corrects the options; see `--help`.' },
} as const satisfies Exits;

/** Commands on the machine of an Agent. */
export const localExits = {
  done: { code: 0, meaning: 'done; for verify: intact, for diff: equal, for doctor and health: nothing is wrong' },
  fault: {
    code: 1,
    meaning: 'the operation ended in a fault, a check failed, or what was compared differs',
    action: 'The caller reads the output: it names who must act.',
  },
  usage: {
    code: 2,
    meaning: 'the call or the configuration is wrong, and nothing was tried',
    action: 'The caller corrects what is printed.',
  },
} as const satisfies Exits;

/** `farol capture request`, `wait`, `show` and `diff`, `farol login` and `logout`. */
export const captureExits = {
  done: { code: 0, meaning: 'done; for wait: the capture was pushed' },
  failed: {
    code: 1,
    meaning: 'the capture failed, or the control plane refused the call',
    action: 'The caller reads the printed reason; its code is on this page.',
  },
  usage: {
    code: 2,
    meaning: 'the call is wrong, or address or token are missing',
    action: 'The caller sets what is printed.',
  },
  nothingToPush: {
    code: 3,
    meaning: 'there was nothing to push',
    action: 'The caller captures again while the process works, or corrects the name.',
  },
  noOutcome: {
    code: 4,
    meaning: 'there was no outcome in time',
    action: 'The caller waits again with the same request id.',
  },
} as const satisfies Exits;

/** `farol setup` and `farol remove`, on a host. */
export const setupExits = {
  done: { code: 0, meaning: 'done, or nothing to change; for setup: the program works' },
  failed: {
    code: 1,
    meaning: 'a check, a step or the start failed; it is printed with what is done and what is not',
    action: 'The operator of the machine does what the printed lines say and runs it again.',
  },
  usage: { code: 2, meaning: 'the call is wrong', action: 'The caller corrects the options; see `--help`.' },
} as const satisfies Exits;

export const demoExits = {
  done: { code: 0, meaning: 'every check of the demo succeeded' },
  checkFailed: { code: 1, meaning: 'a check did not succeed; it is printed with its reason' },
  notRun: {
    code: 2,
    meaning: 'the demo could not run; the reason is printed',
    action: 'The caller does what the printed line says.',
  },
} as const satisfies Exits;

/** By the name of a row. */
export function codesOf<Table extends Exits>(table: Table): { readonly [Name in keyof Table]: Table[Name]['code'] } {
  return Object.fromEntries(Object.entries(table).map(([name, { code }]) => [name, code])) as {
    [Name in keyof Table]: Table[Name]['code'];
  };
}
