/**
 * The releases of Node that the collector's tests look into: what services run, not what the product runs on.
 * Each is installed once, beside the product's own.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeOnce } from '../../scripts/make-once.ts';
import { verifyDownload } from '../../scripts/verify-download.ts';

const root = path.resolve(import.meta.dirname, '../..');
const list = path.join(root, 'profiler/ptop/crates/stacks/tests/targets/node-releases.txt');

export function installNodeReleases(): void {
  for (const version of readFileSync(list, 'utf8').trim().split('\n')) installNode(`node-${version}`, version);
}

/** Installs it unless it is there, and returns the program. */
export function installNode(folderName: string, version: string, architecture: string = process.arch): string {
  const folder = path.join(root, '.farol', folderName);
  makeOnce(folder, (making) => {
    const name = `node-${process.platform}-${architecture}@${version}`;
    const archive = execFileSync('npm', ['pack', '--silent', name], { cwd: making, encoding: 'utf8' }).trim();
    verifyDownload(path.join(making, archive));
    execFileSync('tar', ['-xzf', archive, '--strip-components=2', 'package/bin/node'], { cwd: making });
    rmSync(path.join(making, archive));
  });
  return path.join(folder, 'node');
}

if (import.meta.main) installNodeReleases();
