/**
 * One answer: from its option, from what this host has already, or from the person at the terminal. It is checked at once.
 * Without a terminal a missing answer is refused with the name of its option.
 */
import { confirm, isCancel, log, password, text } from '@clack/prompts';
import { SetupProblem } from '../setup-problem.ts';

export interface Question {
  readonly option: `--${string}`;
  readonly message: string;
  /** From the option. */
  readonly given?: string | undefined;
  /** From an earlier setup of this host. */
  readonly present?: string | undefined;
  /** What is usual; taken where nobody can be asked. */
  readonly usual?: string | undefined;
  readonly isSecret?: true;
  /** What is wrong with a value, as a sentence. */
  readonly check: (value: string) => string | undefined;
}

export interface Asker {
  readonly isInteractive: boolean;
}

/** @throws SetupProblem naming the option. */
export async function ask(question: Question, { isInteractive }: Asker): Promise<string> {
  const { option, given, present, usual, check } = question;
  const known = given ?? present ?? (isInteractive ? undefined : usual);
  if (known !== undefined) {
    const problem = check(known);
    if (problem === undefined) return known;
    if (given !== undefined || !isInteractive) throw new SetupProblem(`${option}: ${problem}`);
    tell(problem);
  }
  if (!isInteractive) throw new SetupProblem(`${option} is missing, and there is no terminal to ask at.`);
  return prompt(question);
}

async function prompt({ message, option, present, usual, isSecret, check }: Question): Promise<string> {
  const label = `${message} (${option})`;
  const validate = (value: string | undefined): string | undefined => check((value ?? '').trim());
  const initialValue = present ?? usual;
  return answered(
    isSecret === true
      ? await password({ message: label, validate })
      : await text({ message: label, validate, ...(initialValue !== undefined && { initialValue }) }),
  ).trim();
}

/** @throws SetupProblem naming the option. */
export async function askWhether(message: string, option: string, { isInteractive }: Asker): Promise<boolean> {
  if (!isInteractive) throw new SetupProblem(`${message} Give ${option}: there is no terminal to ask at.`);
  return answered(await confirm({ message, initialValue: false }));
}

/** @throws SetupProblem when the person ended the questions. */
export function answered<T>(value: T): Exclude<T, symbol> {
  if (isCancel(value)) throw new SetupProblem('Ended on request. Nothing was changed.');
  return value as Exclude<T, symbol>;
}

/** Between two questions: what is wrong, or what was found. */
export function tell(problem: string): void {
  log.warn(problem);
}
