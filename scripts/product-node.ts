/** The Node that the launcher fetches, and that releases bring. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export function productNodeVersion(): string {
  const launcher = path.resolve(import.meta.dirname, '../farol');
  const [, version] = /^node_version=(\S+)$/mu.exec(readFileSync(launcher, 'utf8')) ?? [];
  if (version === undefined) throw new Error('the launcher names no version of Node');
  return version;
}
