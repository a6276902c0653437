/** Python packages that tests run as programs of their own: one environment for each version of a list of requirements. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** For every `pip install`: what the list pins by SHA-256 and nothing else, and no package that runs code to be built. */
export const pinned = ['--no-deps', '--require-hashes', '--only-binary', ':all:'] as const;

/** Where the environment of `requirements.txt` in a folder of the tests is, or will be. */
export function environmentOf(name: string, folder: string): string {
  const digest = createHash('sha256')
    .update(readFileSync(requirementsIn(folder)))
    .digest('hex')
    .slice(0, 12);
  return path.join(root, '.farol', `${name}-${digest}`);
}

/** Installs it unless it is there; made under another name first, so that half an installation is never taken for a whole one. */
export function installEnvironment(name: string, folder: string): string {
  const environment = environmentOf(name, folder);
  if (existsSync(environment)) return environment;
  const making = `${environment}.${process.pid}`;
  const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { stdio: 'inherit' });
  mkdirSync(path.dirname(environment), { recursive: true });
  try {
    run('python3', '-m', 'venv', making);
    const pip = path.join(making, 'bin/pip');
    run(pip, 'install', '--quiet', '--disable-pip-version-check', ...pinned, '-r', requirementsIn(folder));
    renameSync(making, environment);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return environment;
}

function requirementsIn(folder: string): string {
  return path.join(folder, 'requirements.txt');
}
