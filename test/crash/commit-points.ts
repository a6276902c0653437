/**
 * Every place in the source where something becomes lasting or leaves the process, read from the source
 * itself: statements that change the store, syncs and renames of files, frames of the tunnel. A place is
 * known by its file and what it does, not by its line, so that its name outlives edits around it.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface CommitPoint {
  readonly kind: 'store' | 'file' | 'frame';
  /** For example `src/control/people/links.ts insertInto one_time_links #1`. */
  readonly name: string;
  /** From the repository root. */
  readonly file: string;
  /** Lines that a stack names when it is passed, counted from 1, both included. */
  readonly from: number;
  readonly to: number;
}

export const repository = path.resolve(import.meta.dirname, '../..');

/** Programs that only developers run, and the models of networks and disks that tests use. */
const left = /\.test\.ts$|^src\/cli\/(?:bench|demo)\/|^src\/tunnel\/simulation\//u;

export function listCommitPoints(): readonly CommitPoint[] {
  const files = globSync('{src,profiler/control,profiler/witness}/**/*.ts', { cwd: repository }).toSorted();
  return files
    .filter((file) => !left.test(file))
    .flatMap((file) => pointsIn(file, readFileSync(path.join(repository, file), 'utf8')));
}

function pointsIn(file: string, text: string): readonly CommitPoint[] {
  const counts = new Map<string, number>();
  return found(text)
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind, does, at, until }) => {
      const count = (counts.get(does) ?? 0) + 1;
      counts.set(does, count);
      return { kind, name: `${file} ${does} #${count}`, file, from: lineOf(text, at), to: lineOf(text, until) };
    });
}

interface Found {
  readonly kind: CommitPoint['kind'];
  readonly does: string;
  readonly at: number;
  readonly until: number;
}

function found(text: string): Found[] {
  const one = (kind: Found['kind'], pattern: RegExp, name: (match: RegExpExecArray) => string): Found[] =>
    [...text.matchAll(pattern)].map((match) => ({ kind, does: name(match), at: match.index, until: match.index }));
  return [
    ...[...text.matchAll(/\b(insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\('?(\w+)'?\)/gu)].flatMap(
      (match) => statementsOf(text, match),
    ),
    ...[...text.matchAll(/sql(?:<[^`]*>)?`\s*(insert into|update|delete from)\s+(\$\{[^}]*\}|\w+)/gu)].map(
      (match): Found => ({
        kind: 'store',
        does: `${match[1] ?? ''} ${match[2] ?? ''}`,
        at: match.index,
        until: whereItRuns(text, match.index),
      }),
    ),
    ...one('file', /(?<=\.)(sync|datasync)\(\)/gu, ([, name = '']) => name),
    ...one('file', /(?<=await (?:\w+\.)*)rename\(/gu, () => 'rename'),
    ...one('frame', /(?<=\.)send\(\{ t: '(\w+)'/gu, ([, frame = '']) => `sends ${frame}`),
  ];
}

/** A function that only begins a statement stands for as many statements as it has callers. */
function statementsOf(text: string, match: RegExpExecArray): Found[] {
  const [, verb = '', table = ''] = match;
  const statement = text.slice(match.index, text.indexOf(';', match.index));
  const isReturned = /return\s+[\w.#]+?\s*\.\s*$/u.test(text.slice(0, match.index));
  const does = `${verb} ${table}`;
  if (!isReturned || statement.includes('.execute')) {
    const isRunLater = !statement.includes('.execute') && methodFrom(text, match.index).includes(later);
    return [{ kind: 'store', does, at: match.index, until: isRunLater ? whereItRuns(text, match.index) : match.index }];
  }
  const before = text.slice(0, match.index);
  const [, name = ''] = [...before.matchAll(/(?:function |\n {2})(#?\w+)\(/gu)].at(-1) ?? [];
  if (new RegExp(`export function ${name}\\(`, 'u').test(text)) {
    throw new Error(`${name} begins a statement and is exported: its callers cannot be listed. Execute it there.`);
  }
  return [...text.matchAll(new RegExp(`(?<!function |\\n {2})(?<![\\w])${name}\\(`, 'gu'))].map(({ index }) => ({
    kind: 'store',
    does: `${does} (${name})`,
    at: index,
    until: index,
  }));
}

/** Runs a statement that was begun before it is called. */
const later = 'changeAndSignal(';

function whereItRuns(text: string, from: number): number {
  const ends = ['.execute(', later].map((one) => text.indexOf(one, from)).filter((at) => at !== -1);
  return ends.length === 0 ? from : Math.min(...ends);
}

/** The rest of the method that this place is in. */
function methodFrom(text: string, from: number): string {
  const end = text.indexOf('\n  }\n', from);
  return text.slice(from, end === -1 ? undefined : end);
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
