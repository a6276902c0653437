/**
 * The Python packages of the BigQuery emulator (`bqemulator`, Apache-2.0, which runs the SQL on DuckDB).
 * Installed once for each version of `requirements.txt`, at the first test that wants it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const requirements = path.join(import.meta.dirname, 'requirements.txt');
const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
const folder = path.resolve(import.meta.dirname, `../../.farol/bigquery-${digest}`);

/** Path of the interpreter that has the packages. Made under another name first, so that half an installation is never taken for a whole one. */
export function emulatorPython(): string {
  if (!existsSync(folder)) install();
  return path.join(folder, 'bin/python');
}

function install(): void {
  const making = `${folder}.${process.pid}`;
  const pip = path.join(making, 'bin/pip');
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    execFileSync('python3', ['-m', 'venv', making]);
    execFileSync(pip, ['install', '--quiet', '--no-deps', '--disable-pip-version-check', '-r', requirements], {
      stdio: 'inherit',
    });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
