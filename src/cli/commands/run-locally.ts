/** What the commands on an Agent's machine share: the same configuration as the Agent. */
import type { BootProblem } from '../../agent/boot/judge-boot.ts';
import { type LocalAgent, openLocalAgent } from '../../agent/boot/local-agent.ts';
import { actorWords } from '../../core/fault.ts';
import { createLog, type Log } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import type { OperationAnswer } from '../../tunnel/messages.ts';
import { endWith, exitCodes, printJson, printNote } from './end-with.ts';

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

export type AnswerFault = Extract<OperationAnswer, { ok: false }>['fault'];

/** `more`: what is known beside the fault. */
export function printFault({ code, actor, summary, remedy }: AnswerFault, more = ''): void {
  printNote(`${code}: ${summary} ${remedy}\nWho must act: ${actorWords[actor]}.${more}`);
}
