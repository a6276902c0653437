/**
 * Lint for a quick run: of all files the first time, later of those that changed since they were last found clean. Rules
 * by type load the program for each run, whatever was linted before. A change that makes a type wrong for another file's
 * rule is found by the other layers, which lint everything.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Linted {
  /** From the root of the repository. */
  readonly files: readonly string[];
  /** Remembers that these files, as they are, have no finding. */
  readonly remember: () => void;
}

/** What makes every earlier answer void. */
const settings = ['.oxlintrc.json', 'tsconfig.json', 'web/tsconfig.json', 'package-lock.json'];

/** Of `files`, those that are not as they were when they were last clean. `record`: where that is remembered. */
export function changedSinceClean(root: string, files: readonly string[], record: string): Linted {
  const digestOf = (file: string): string => {
    const full = path.join(root, file);
    return existsSync(full) ? createHash('sha256').update(readFileSync(full)).digest('base64url') : '';
  };
  const common = settings.map(digestOf).join(' ');
  const clean = readRecord(record, common);
  const now = new Map(files.map((file) => [file, digestOf(file)]));
  return {
    files: files.filter((file) => now.get(file) !== '' && clean[file] !== now.get(file)),
    remember: () => {
      mkdirSync(path.dirname(record), { recursive: true });
      writeFileSync(record, JSON.stringify({ common, clean: Object.fromEntries(now) }));
    },
  };
}

function readRecord(record: string, common: string): Readonly<Record<string, string>> {
  if (!existsSync(record)) return {};
  const read = JSON.parse(readFileSync(record, 'utf8')) as { common: string; clean: Record<string, string> };
  return read.common === common ? read.clean : {};
}
