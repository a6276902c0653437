/**
 * The Python packages of the tests: AWS as `moto` plays it, and the vendor's own service models, which
 * come with its Python library.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { environmentOf, installEnvironment } from '../../../test/python-environment.ts';

export const pythonFolder = environmentOf('python', import.meta.dirname);

export function installPython(): void {
  installEnvironment('python', import.meta.dirname);
}

/** Path of a file of an installed package. @throws when the packages are not installed. */
export function packageFile(below: string): string {
  const libraries = path.join(pythonFolder, 'lib');
  if (!existsSync(libraries)) throw new Error('The Python packages of the tests are missing: run ./farol test.');
  const version = execFileSync('ls', [libraries], { encoding: 'utf8' }).trim();
  return path.join(libraries, version, 'site-packages', below);
}

if (import.meta.main) installPython();
