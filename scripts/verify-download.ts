/** The checksums that the repository pins for files it fetches: what the launcher does in shell, for scripts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const list = path.resolve(import.meta.dirname, 'pinned-downloads.txt');

/** SHA-256 in hexadecimal, by file name. */
export function readPins(): ReadonlyMap<string, string> {
  const lines = readFileSync(list, 'utf8').split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [, digest, name] = /^([0-9a-f]{64}) {2}(\S+)$/u.exec(line) ?? [];
      return digest === undefined || name === undefined ? [] : [[name, digest] as const];
    }),
  );
}

/** @throws Error when the file does not have the checksum that is pinned for its name, or none is. */
export function verifyDownload(file: string, pins = readPins()): void {
  const name = path.basename(file);
  const expected = pins.get(name);
  const received = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (expected === received) return;
  const wanted = expected === undefined ? `none is pinned in ${path.basename(list)}` : expected;
  const action = 'Check which registry or mirror this machine uses; a new version needs a new line in the list.';
  throw new Error(`${name} is not the expected file. Expected SHA-256: ${wanted}; received: ${received}. ${action}`);
}
