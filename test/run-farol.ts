/** The command line as a user runs it: a process of its own, with no variable but those given. */
import { execFile, type ExecFileOptions } from 'node:child_process';
import path from 'node:path';
import { compileCache } from './compile-cache.ts';

const entry = path.resolve(import.meta.dirname, '../src/cli/main.ts');

export interface Ended {
  readonly code: number;
  /** What ended it when it did not end by itself. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings extends Pick<ExecFileOptions, 'cwd'> {
  readonly env: Readonly<Record<string, string>>;
  /** What it reads from its standard input; nothing when this is left out. */
  readonly input?: string;
}

export function runFarol(args: readonly string[], surroundings: Surroundings): Promise<Ended> {
  return runProgram([entry, ...args], surroundings);
}

/** A file of TypeScript and its arguments. */
export function runProgram(command: readonly string[], { env, cwd, input = '' }: Surroundings): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      command,
      { env: { ...compileCache, ...env }, cwd },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), signal: child.signalCode, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
