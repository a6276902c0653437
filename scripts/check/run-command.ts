/** Runs one command of the suite. */
import { spawn } from 'node:child_process';

export interface Ran {
  readonly status: number | null;
  /** What it wrote to standard output, where it was kept. */
  readonly stdout: string;
}

export interface CommandOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives standard output instead of the terminal. */
  readonly keep?: boolean;
  /** Receives what would go to the terminal. Undefined: the terminal. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** Resolves with the status of its end; null when it could not be started or was ended by a signal. */
export function runCommand(
  [command = '', ...args]: readonly string[],
  { cwd, env = process.env, keep = false, onText }: CommandOptions,
): Promise<Ran> {
  const shown = onText === undefined ? 'inherit' : 'pipe';
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', keep ? 'pipe' : shown, shown] });
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (keep) stdout += text;
    else onText?.(text);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onText?.(text));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      const line = `${error.message}\n`;
      if (onText === undefined) process.stderr.write(line);
      else onText(line);
      resolve({ status: null, stdout });
    });
    child.once('close', (status) => resolve({ status, stdout }));
  });
}
