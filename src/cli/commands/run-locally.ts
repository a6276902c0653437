/**
 * What the commands on an Agent's machine share: the same configuration as the Agent, answers on
 * standard output, words for people on standard error, and one meaning for each exit code.
 */
import type { BootProblem } from '../../agent/boot/judge-boot.ts';
import { type LocalAgent, openLocalAgent } from '../../agent/boot/local-agent.ts';
import { codesOf, localExits } from '../../core/exit-codes.ts';
import { createLog, type Log } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import { printableJson, printableText } from '../../core/text/hidden-characters.ts';

export const exitCodes = codesOf(localExits);

export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Sets the exit status. An error is printed in one line, redacted and without a stack. */
export async function endWith(command: string, redactor: Redactor, work: () => Promise<number>): Promise<void> {
  process.stdout.once('error', endWithReader);
  try {
    process.exitCode = await work();
  } catch (error) {
    const words = error instanceof Error ? error.message : 'unknown cause';
    printNote(`farol ${command}: ${redactor.text(words)}`);
    process.exitCode = error instanceof WrongUsage ? exitCodes.usage : exitCodes.fault;
  }
}

/** The reader may close the pipe, as `head` does. */
function endWithReader(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
  process.exit(process.exitCode);
}

export interface LocalWork {
  readonly agent: LocalAgent;
  readonly redactor: Redactor;
  readonly log: Log;
  /** Fires when the person interrupts. */
  readonly signal: AbortSignal;
}

/** Boots as the Agent would, without control plane and identity, and prints every problem when it refuses. */
export async function runLocally(
  command: string,
  { json }: { readonly json?: true },
  work: (local: LocalWork) => Promise<number>,
): Promise<void> {
  const redactor = new Redactor();
  const log = createLog(`farol ${command}`, { level: process.env['LOG_LEVEL'] ?? 'warn', redactor });
  await endWith(command, redactor, async () => {
    const agent = await openLocalAgent({ env: process.env, redactor, log });
    if (!('settings' in agent)) {
      for (const problem of agent.refusals) printNote(sentenceOf(problem));
      if (json === true) printJson({ error: { code: 'boot_refused', problems: agent.refusals } });
      return exitCodes.usage;
    }
    const interrupt = new AbortController();
    const end = (): void => interrupt.abort(new Error('interrupted'));
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    try {
      return await work({ agent, redactor, log, signal: interrupt.signal });
    } finally {
      process.off('SIGINT', end);
      process.off('SIGTERM', end);
      agent.close();
    }
  });
}

export function sentenceOf({ cause, cost, fix }: BootProblem): string {
  return `${cause}. Cost: ${cost}. ${fix}`;
}

export function printJson(value: unknown): void {
  printLine(printableJson(JSON.stringify(value)));
}

export function printLine(text: string): void {
  process.stdout.write(`${printableText(text)}\n`);
}

export function printNote(text: string): void {
  process.stderr.write(`${printableText(text)}\n`);
}
