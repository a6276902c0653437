/** A program in a process of its own: waited for until it is ready, with what it said when it is not. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const usualReadyMs = 60_000;

export interface StartedProcess {
  readonly pid: number;
  /** SIGKILL unless a signal is named; returns when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Start {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment beside a home that is not there: nothing of the machine's own configuration is meant. */
  readonly env?: Readonly<Record<string, string>>;
  readonly isReady: () => Promise<boolean>;
  /** How long it may take; a minute unless it is known to take longer. */
  readonly readyMs?: number;
}

/** @throws when it ends or is not ready in time. */
export async function startProcess(start: Start): Promise<StartedProcess> {
  const { program, args, env, isReady, readyMs = usualReadyMs } = start;
  const child = spawn(program, args, { env: { HOME: '/nonexistent', ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4000)));
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      isOver = true;
      resolve();
    };
    child.once('exit', over);
    child.once('error', (error) => {
      said += error.message;
      over();
    });
  });
  const stop = async (signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  const deadline = Date.now() + readyMs;
  // A connection that is refused means: not yet.
  while (!(await isReady().catch(() => false))) {
    if (isOver || Date.now() > deadline) {
      await stop();
      throw new Error(`${program} did not get ready:\n${said}`);
    }
    await sleep(100);
  }
  return { pid: child.pid ?? 0, stop };
}
