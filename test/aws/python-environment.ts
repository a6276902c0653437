/**
 * The Python packages of the tests: AWS as `moto` plays it, and the vendor's own service models, which
 * come with its Python library. Installed once for each version of `requirements.txt`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const requirements = path.join(import.meta.dirname, 'requirements.txt');

const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
export const pythonFolder = path.join(root, '.farol', `python-${digest}`);

/** Made under another name first, so that an interrupted installation is never taken for a whole one. */
export function installPython(): void {
  if (existsSync(pythonFolder)) return;
  const making = `${pythonFolder}.${process.pid}`;
  mkdirSync(path.dirname(pythonFolder), { recursive: true });
  const run = (command: string, ...args: string[]): void => void execFileSync(command, args, { stdio: 'inherit' });
  try {
    run('python3', '-m', 'venv', making);
    run(
      path.join(making, 'bin/pip'),
      'install',
      '--quiet',
      '--no-deps',
      '--disable-pip-version-check',
      '-r',
      requirements,
    );
    renameSync(making, pythonFolder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Path of a file of an installed package. @throws when the packages are not installed. */
export function packageFile(below: string): string {
  const libraries = path.join(pythonFolder, 'lib');
  if (!existsSync(libraries)) throw new Error('The Python packages of the tests are missing: run ./farol test.');
  const version = execFileSync('ls', [libraries], { encoding: 'utf8' }).trim();
  return path.join(libraries, version, 'site-packages', below);
}

if (import.meta.main) installPython();
