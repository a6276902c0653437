/** Python packages that tests run as programs of their own: one environment for each version of a list of requirements. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeOnce } from '../scripts/make-once.ts';

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

/** Installs it unless it is there. */
export function installEnvironment(name: string, folder: string): string {
  const environment = environmentOf(name, folder);
  const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { stdio: 'inherit' });
  makeOnce(environment, (making) => {
    run('python3', '-m', 'venv', making);
    const pip = path.join(making, 'bin/pip');
    run(pip, 'install', '--quiet', '--disable-pip-version-check', ...pinned, '-r', requirementsIn(folder));
  });
  return environment;
}

function requirementsIn(folder: string): string {
  return path.join(folder, 'requirements.txt');
}
