/** What failed and why, in a few lines each, for the end of a run that printed thousands before. */

export interface Failure {
  readonly name: string;
  readonly message: string;
}

const shownCharacters = 1_500;

/** The tests of one run of `cargo test` that failed, from its standard output; without their backtraces. */
export function failuresOfCargo(stdout: string): Failure[] {
  const block = /^---- (.+) stdout ----\n([\s\S]*?)(?=^---- .+ stdout ----$|^failures:$|^test result: |(?![\s\S]))/gmu;
  return Array.from(stdout.matchAll(block), ([, name = '', text = '']) => {
    const [message = ''] = text.split(/^(?:stack backtrace:|note: run with `RUST_BACKTRACE)/mu, 1);
    return { name, message: message.trim() };
  });
}

/** How many programs of one run of `cargo test` began their tests and ended without a result. */
export function crashesOfCargo(stdout: string): number {
  const count = (line: RegExp): number => [...stdout.matchAll(line)].length;
  return Math.max(0, count(/^running \d+ tests?$/gmu) - count(/^test result: /gmu));
}

export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    /** Milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly tags: readonly string[];
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** The tests that failed, and the files that could not be loaded. */
export function failuresOfVitest({ testResults }: VitestReport): Failure[] {
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ name: file, message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      message: (failureMessages ?? []).join('\n'),
    }));
  });
}

/** For people: the beginning of each message, where what was asserted is said. */
export function renderFailure({ name, message }: Failure): string {
  const text = message.trim();
  const cut = text.length > shownCharacters ? `${text.slice(0, shownCharacters)} …` : text;
  return [`✗ ${name}`, ...cut.split('\n').map((line) => `    ${line}`)].join('\n');
}
