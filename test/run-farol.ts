/** The command line as a user runs it: a process of its own, with no variable but those given. */
import { execFile, type ExecFileOptions } from 'node:child_process';
import path from 'node:path';

const entry = path.resolve(import.meta.dirname, '../src/cli/main.ts');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings extends Pick<ExecFileOptions, 'cwd'> {
  readonly env: Readonly<Record<string, string>>;
  /** What it reads from its standard input; nothing when this is left out. */
  readonly input?: string;
}

export function runFarol(args: readonly string[], { env, cwd, input = '' }: Surroundings): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [entry, ...args], { env, cwd }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
