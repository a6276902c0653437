/** Programs of npm that only tests run, each in a folder of its own for each version of its lock. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeOnce } from '../scripts/make-once.ts';

/** Installs what the package.json in `folder` names, unless it is there, and returns its `node_modules`. */
export function installProgram(name: string, folder: string): string {
  const digest = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex')
    .slice(0, 12);
  const installed = path.resolve(import.meta.dirname, '../.farol', `${name}-${digest}`);
  makeOnce(installed, (making) => {
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(folder, file), path.join(making, file));
    // `npm ci` checks every package against the lock.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: making,
      stdio: 'inherit',
    });
  });
  return path.join(installed, 'node_modules');
}
