/** The tests that documents cite as `file` › `title`, and the tests that a file has. */
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { installInEveryRun } from '../../scripts/check/test-files.ts';

export interface Proof {
  /** From the root of the repository. */
  readonly file: string;
  readonly title: string;
  /** Where the document links to; undefined when it names the file without a link. */
  readonly link: string | undefined;
}

const citation = /(?:\[`(?<linked>[^`]+)`\]\((?<link>[^)\s]+)\)|`(?<file>[^`\s]+\.(?:ts|rs))`) › `(?<title>[^`]+)`/gu;

export function proofsIn(document: string): Proof[] {
  return [...document.matchAll(citation)].map(({ groups = {} }) => ({
    file: groups['linked'] ?? groups['file'] ?? '',
    title: groups['title'] ?? '',
    link: groups['link'],
  }));
}

/** Why a citation is wrong; undefined when the file has a test of exactly this title. */
export function faultOf({ file, title }: Proof): string | undefined {
  if (!existsSync(file)) return `${file} does not exist`;
  return titlesIn(file).includes(title) ? undefined : `${file} has no test "${title}"`;
}

/** Titles of the tests of a file, without the ids of the clauses that they prove. */
export function titlesIn(file: string): string[] {
  return testsIn(file).map(({ title }) => title.replace(/(?: \[[A-Z][A-Z0-9-]*\])+$/u, ''));
}

export interface DeclaredTest {
  /** Of a Rust test its name, and the ids in its comment. */
  readonly title: string;
  /** Only `./farol test --deep` runs it. */
  readonly isDeep: boolean;
}

/** The tests that a file declares. */
export function testsIn(file: string): DeclaredTest[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.rs')) return rustTests(text);
  const isDeepFile =
    /^ \* @module-tag deep$/mu.test(text) || (file.endsWith('.delivery.test.ts') && file !== installInEveryRun);
  return scriptTests(file, text).map(({ title, isDeep }) => ({ title, isDeep: isDeep || isDeepFile }));
}

function rustTests(text: string): DeclaredTest[] {
  const tests = text.matchAll(
    /(?<comment>(?:^[ \t]*\/\/\/.*\n)*)(?<attributes>(?:^[ \t]*#\[.*\]\n)*)^[ \t]*fn (?<name>\w+)/gmu,
  );
  return [...tests].flatMap(({ groups: { comment = '', attributes = '', name = '' } = {} }) => {
    if (!attributes.includes('#[test]')) return [];
    const ids = [...comment.matchAll(/\[[A-Z][A-Z0-9-]*[a-z]?\]/gu)].map(([id]) => ` ${id}`);
    return [{ title: `${name}${ids.join('')}`, isDeep: attributes.includes('#[ignore = "deep"]') }];
  });
}

/** A call of `test`, or of what `test.each(…)` and its like return, that begins with its title; with tags, own or inherited. */
function scriptTests(file: string, text: string): DeclaredTest[] {
  const tests: DeclaredTest[] = [];
  const walk = (value: unknown, isInDeep: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    let isDeep = isInDeep;
    if ('type' in value && value.type === 'CallExpression' && 'callee' in value && 'arguments' in value) {
      const [title, options] = value.arguments as readonly { type: string; value?: unknown; start: number; end: number }[];
      const root = rootOf(value.callee);
      if (root === 'test' || root === 'it' || root === 'describe') {
        isDeep ||= options?.type === 'ObjectExpression' && /\btags: \['deep'\]/u.test(text.slice(options.start, options.end));
        if (root !== 'describe' && typeof title?.value === 'string') tests.push({ title: title.value, isDeep });
      }
    }
    for (const one of Object.values(value)) walk(one, isDeep);
  };
  walk(parseSync(file, text).program, false);
  return tests;
}

/** `test` of `test`, `test.each(rows)` and `test.skipIf(isSlow)`. */
function rootOf(callee: unknown): string | undefined {
  if (typeof callee !== 'object' || callee === null || !('type' in callee)) return undefined;
  if (callee.type === 'Identifier' && 'name' in callee) return String(callee.name);
  if (callee.type === 'MemberExpression' && 'object' in callee) return rootOf(callee.object);
  if (callee.type === 'CallExpression' && 'callee' in callee) return rootOf(callee.callee);
  return undefined;
}
