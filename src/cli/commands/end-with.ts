/** What the commands on a machine share: answers on standard output, words for people on standard error, one exit status. */
import { codesOf, localExits } from '../../core/exit-codes.ts';
import type { Redactor } from '../../core/redact.ts';
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

export function printJson(value: unknown): void {
  printLine(printableJson(JSON.stringify(value)));
}

export function printLine(text: string): void {
  process.stdout.write(`${printableText(text)}\n`);
}

export function printNote(text: string): void {
  process.stderr.write(`${printableText(text)}\n`);
}
