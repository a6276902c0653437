/**
 * The packages of Debian that the lowest layer was last built with. A mirror that serves others is reported, never
 * refused: a release must be possible on the day of a security update.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { debianArchitectures, type DebianArchitecture, type DebianArchive } from '../debian-archives.ts';

const file = path.join(import.meta.dirname, 'debian-packages.json');
const Package = z.strictObject({ version: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/u) });
const Known = z.record(z.enum(debianArchitectures), z.record(z.string(), Package));
type KnownPackages = z.infer<typeof Known>[DebianArchitecture];

export function readKnown(architecture: DebianArchitecture): KnownPackages {
  return Known.parse(JSON.parse(readFileSync(file, 'utf8')))[architecture];
}

/** Replaces what is known of one architecture. */
export function recordKnown(architecture: DebianArchitecture, archives: readonly DebianArchive[]): void {
  const known = Known.parse(JSON.parse(readFileSync(file, 'utf8')));
  known[architecture] = Object.fromEntries(archives.map(({ name, version, sha256 }) => [name, { version, sha256 }]));
  writeFileSync(file, `${JSON.stringify(known, undefined, 2)}\n`);
}

/** A line for each package that is not what it was; empty when all are. */
export function describeChanged(known: KnownPackages, archives: readonly DebianArchive[]): string[] {
  return archives.flatMap(({ name, version, architecture, sha256 }) => {
    const before = known[name];
    const label = `${name} (${architecture})`;
    if (before === undefined) return [`${label} ${version} is new since the last release that was recorded`];
    if (before.version !== version) {
      return [`${label} is now ${version}; the last recorded release has ${before.version}`];
    }
    if (before.sha256 === sha256) return [];
    return [`${label} ${version} has other bytes than in the last recorded release: ask why before you publish`];
  });
}
