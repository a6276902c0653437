/** The inspector of MCP, in a folder of its own for each version of its lock: nothing else of this repository needs it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeOnce } from '../../scripts/make-once.ts';

const lock = path.join(import.meta.dirname, 'package-lock.json');

/** Installs it unless it is there, and returns its program. */
export function installInspector(): string {
  const digest = createHash('sha256').update(readFileSync(lock)).digest('hex').slice(0, 12);
  const installed = path.resolve(import.meta.dirname, '../../.farol', `inspector-${digest}`);
  makeOnce(installed, (making) => {
    for (const name of ['package.json', 'package-lock.json']) {
      cpSync(path.join(import.meta.dirname, name), path.join(making, name));
    }
    // `npm ci` checks every package against the lock.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: making,
      stdio: 'inherit',
    });
  });
  return path.join(installed, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
}
