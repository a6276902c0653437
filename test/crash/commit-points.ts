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
  const files = globSync('{src,profiler/host,profiler/witness}/**/*.ts', { cwd: repository })
    .toSorted()
    .filter((file) => !left.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(repository, file), 'utf8') }));
  const prepared = Map.groupBy(
    files.flatMap(({ file, text }) =>
      preparedIn(text).map(({ name, does }) => ({ folder: path.dirname(file), name, does })),
    ),
    ({ folder }) => folder,
  );
  return files.flatMap(({ file, text }) => pointsIn(file, text, prepared.get(path.dirname(file)) ?? []));
}

function pointsIn(file: string, text: string, prepared: readonly Prepared[]): readonly CommitPoint[] {
  const counts = new Map<string, number>();
  return [...found(text), ...callsOf(text, prepared)]
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

/** A statement that was prepared runs where it is called, in the file that prepares it or in one beside it. */
interface Prepared {
  readonly name: string;
  readonly does: string;
}

const changes = /\b(insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(insert into|update|delete from) (\w+)/u;

/** Those that change something. */
function preparedIn(text: string): readonly Prepared[] {
  return blocksOf(text).flatMap(({ name, body }) => {
    const [, verb, table, word, named] = changes.exec(body) ?? [];
    const does = verb === undefined ? word : verb;
    return does === undefined ? [] : [{ name, does: `${does} ${table ?? named} (${name})` }];
  });
}

/** `name = prepare(…)` and `name: prepare(…)`. */
function blocksOf(text: string): readonly { readonly name: string; readonly body: string; readonly from: number }[] {
  return [...text.matchAll(/(\w+)(?: =|:) prepare\(/gu)].map((match) => {
    const from = match.index + match[0].length;
    return { name: match[1] ?? '', body: text.slice(from, endOfCall(text, from)), from };
  });
}

/** `from`: behind the parenthesis that opens it. */
function endOfCall(text: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
  }
  return at;
}

function callsOf(text: string, prepared: readonly Prepared[]): Found[] {
  return prepared.flatMap(({ name, does }) =>
    [...text.matchAll(new RegExp(`(?<!\\w)${name}\\((?:this\\.|db,|transaction,)`, 'gu'))].map(({ index }): Found => ({
      kind: 'store',
      does,
      at: index,
      until: index,
    })),
  );
}

function found(whole: string): Found[] {
  // What is prepared is found where it is called.
  let text = whole;
  for (const { from, body } of blocksOf(whole)) {
    text = text.slice(0, from) + body.replaceAll(/[^\n]/gu, ' ') + text.slice(from + body.length);
  }
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

/** A function that only begins a statement counts as as many statements as it has callers. */
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
const later = 'withSignal(';

function whereItRuns(text: string, from: number): number {
  const end = text.indexOf('.execute(', from);
  return end === -1 ? from : end;
}

/** The rest of the method that this place is in. */
function methodFrom(text: string, from: number): string {
  const end = text.indexOf('\n  }\n', from);
  return text.slice(from, end === -1 ? undefined : end);
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
