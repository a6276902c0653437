/**
 * The releases of Node that the collector's tests look into: what services run, not what the product runs on.
 * Each is installed once, beside the product's own.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { verifyDownload } from '../../scripts/verify-download.ts';

const root = path.resolve(import.meta.dirname, '../..');
const list = path.join(root, 'profiler/ptop/crates/stacks/tests/targets/node-releases.txt');

export function installNodeReleases(): void {
  for (const version of readFileSync(list, 'utf8').trim().split('\n')) installNode(`node-${version}`, version);
}

/** Returns the program. Made under another name first, so that an interrupted installation is never taken for a whole one. */
export function installNode(folderName: string, version: string, architecture: string = process.arch): string {
  const folder = path.join(root, '.farol', folderName);
  const program = path.join(folder, 'node');
  if (existsSync(folder)) return program;
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    const name = `node-${process.platform}-${architecture}@${version}`;
    const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: making, encoding: 'utf8' }).trim();
    verifyDownload(path.join(making, archive));
    execFileSync('tar', ['-xzf', archive, '--strip-components=2', 'package/bin/node'], { cwd: making });
    rmSync(path.join(making, archive));
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return program;
}

if (import.meta.main) installNodeReleases();
