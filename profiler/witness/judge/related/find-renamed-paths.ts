/**
 * Files that are the same under another path: what only one version used, and what only the other one did, differ by
 * the version itself, by a dotted number in one part, or by one directory with several files in it. A lone file with
 * another name is another file.
 */
import { compareText } from '../../bundle/keys/key-text.ts';
import type { Related } from '../../diff/diff.ts';
import type { Relation } from './relation.ts';

export interface PathFacts {
  /** Keys that only the older and only the newer version has, and all keys of the newer one. */
  readonly gone: readonly string[];
  readonly added: readonly string[];
  readonly after: ReadonlySet<string>;
  readonly from: string;
  readonly to: string;
}

/** Files that have to move together before a directory counts as renamed. */
const leastFiles = 3;
/** With more that is gone or new nobody says that a directory was renamed; nor of directories deeper than this. */
const mostKeys = 1024;
const deepest = 12;
/** Names in these say what the kernel shows and no file; they are never another path for one. */
const virtual = /(?:^| )\/(?:proc|sys|dev|run\/user)\//u;

interface Pair {
  readonly from: string;
  readonly to: string;
  readonly basis: Related['basis'];
}

export function findRenamedPaths(facts: PathFacts): Relation[] {
  let gone = facts.gone.filter(isFile).toSorted(compareText);
  let added = facts.added.filter(isFile).toSorted(compareText);
  const pairs: Pair[] = [];
  for (const find of [byVersion, byNumber, byDirectory]) {
    const found = find(gone, added, facts);
    pairs.push(...found);
    const taken = new Set(found.flatMap(({ from, to }) => [from, to]));
    [gone, added] = [gone.filter((key) => !taken.has(key)), added.filter((key) => !taken.has(key))];
  }
  return pairs.map(({ from, to, basis }) => ({ kind: 'renamed', basis, key: to, members: [from, to] }));
}

function isFile(key: string): boolean {
  return key.includes('/') && !virtual.test(key);
}

/** With the older version's name replaced by the newer one's. */
function byVersion(gone: readonly string[], added: readonly string[], { from, to }: PathFacts): Pair[] {
  const [old, fresh] = [from, to].map((version) => version.replace(/^v(?=\d)/u, ''));
  if (old === undefined || fresh === undefined || old === fresh || !/\d[.\d]+\d/u.test(old)) return [];
  const whole = new RegExp(String.raw`(?<![\dA-Za-z]|\d\.)(?<v>v?)${escapePattern(old)}(?![\dA-Za-z]|\.\d)`, 'gu');
  const names = new Set(added);
  return gone.flatMap((key): Pair[] => {
    const other = key.replaceAll(whole, (_, v: string) => `${v}${fresh}`);
    return other !== key && names.has(other) ? [{ from: key, to: other, basis: 'path_version' }] : [];
  });
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`);
}

const dottedNumber = /\d+(?:\.\d+)+/gu;

/** Two that differ by a dotted number in one part, where no third one is like them. */
function byNumber(gone: readonly string[], added: readonly string[]): Pair[] {
  const shapeOf = (key: string): string => key.replaceAll(dottedNumber, '#');
  const [old, fresh] = [gone, added].map((keys) => Map.groupBy(keys, shapeOf));
  return [...(old ?? [])].flatMap(([shape, [from, ...others]]): Pair[] => {
    const [to, ...rivals] = fresh?.get(shape) ?? [];
    if (from === undefined || to === undefined || others.length + rivals.length > 0) return [];
    return differencesOf(from, to).length === 1 ? [{ from, to, basis: 'path_number' }] : [];
  });
}

/** Places of the parts in which two keys differ; all of them where they have not as many parts. */
function differencesOf(from: string, to: string): number[] {
  const [a, b] = [from.split('/'), to.split('/')];
  return a.length === b.length ? [...a.keys()].filter((at) => a[at] !== b[at]) : [...a.keys()];
}

/** What a directory below one of the root's is called does not matter where everything used of it has moved. */
function byDirectory(gone: readonly string[], added: readonly string[], { after }: PathFacts): Pair[] {
  if (gone.length > mostKeys || added.length > mostKeys) return [];
  const fresh = Map.groupBy(
    added.flatMap((key) => withoutOne(key).map((one) => ({ key, ...one }))),
    ({ rest }) => rest,
  );
  const moves = new Map<string, { readonly old: string; readonly pairs: Pair[] }>();
  for (const from of gone) {
    for (const { rest, directory } of withoutOne(from)) {
      const [other, ...rivals] = fresh.get(rest) ?? [];
      if (other === undefined || rivals.length > 0) continue;
      const move = `${directory}\n${other.directory}`;
      const known = moves.get(move) ?? { old: directory, pairs: [] };
      moves.set(move, known);
      known.pairs.push({ from, to: other.key, basis: 'path_directory' });
    }
  }
  const taken = new Set<string>();
  return [...moves.values()]
    .filter(({ pairs }) => pairs.length >= leastFiles)
    .filter(({ old }) => ![...after].some((key) => key.includes(`${old}/`)))
    .flatMap(({ pairs }) => pairs)
    .filter(({ from, to }) => {
      const isFree = !taken.has(from) && !taken.has(to);
      taken.add(from).add(to);
      return isFree;
    });
}

/** A key without each of its directories that may have another name, and the path up to that directory. */
function withoutOne(key: string): { readonly rest: string; readonly directory: string }[] {
  const parts = key.split('/');
  return [...parts.keys()].slice(2, Math.min(deepest, parts.length - 1)).map((at) => ({
    rest: parts.with(at, '\0').join('/'),
    directory: parts.slice(0, at + 1).join('/'),
  }));
}
