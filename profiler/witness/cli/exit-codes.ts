/** How the commands of `witness` end; the reference page and the help of a gate are made from these tables. */

/** How the commands of `witness` end; the reference page and the help of a gate are made from these tables. */
interface Exit {
  readonly code: number;
  readonly meaning: string;
  /** Who acts and how; undefined: nobody. */
  readonly action?: string;
}

export const witnessExits = {
  done: { code: 0, meaning: 'done' },
  failed: {
    code: 1,
    meaning: 'the files could not be read, compared or written',
    action: 'The caller corrects what is printed.',
  },
  usage: { code: 2, meaning: 'the call is wrong', action: 'The caller corrects the options; see `--help`.' },
} as const satisfies Readonly<Record<string, Exit>>;

/** `farol capture gate` and `witness gate`. */
export const gateExits = {
  passed: { code: 0, meaning: 'no confirmed regression, and every required axis is complete and comparable' },
  regression: {
    code: 1,
    meaning: 'a confirmed regression; with --fail-on-likely also a likely one',
    action: 'The developer reads the comparison and stops or accepts the deploy.',
  },
  notJudged: {
    code: 2,
    meaning:
      'a required axis is incomplete, not comparable or without the needed replicates, which --fail-on-likely does not need; with --require-decision also an undecided key of it',
    action: 'The caller requests replicates and asks again.',
  },
  operational: {
    code: 3,
    meaning: 'the comparison could not be made, or the command is wrong',
    action: 'The caller corrects what is printed; nothing is said about the version.',
  },
} as const satisfies Readonly<Record<string, Exit>>;

/** What a command says to the person who called it, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
