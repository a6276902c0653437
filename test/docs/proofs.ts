/** The tests that documents cite as `file` › `title`, and the tests that a file has. */
import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

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
  const text = readFileSync(file, 'utf8');
  const titles = file.endsWith('.rs') ? rustTests(text) : scriptTests(file, text);
  return titles.map((title) => title.replace(/(?: \[[A-Z][A-Z0-9-]*\])+$/u, ''));
}

function rustTests(text: string): string[] {
  const tests = text.matchAll(/#\[test\]\s+(?:#\[[^\]]*\]\s+)*fn (?<name>\w+)/gu);
  return [...tests].map(({ groups }) => groups?.['name'] ?? '');
}

/** A call of `test`, or of what `test.each(…)` and its like return, that begins with its title. */
function scriptTests(file: string, text: string): string[] {
  const titles: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value && value.type === 'CallExpression' && 'callee' in value && 'arguments' in value) {
      const [title] = value.arguments as readonly { type: string; value?: unknown }[];
      if (rootOf(value.callee) === 'test' && typeof title?.value === 'string') titles.push(title.value);
    }
    for (const one of Object.values(value)) walk(one);
  };
  walk(parseSync(file, text).program);
  return titles;
}

/** `test` of `test`, `test.each(rows)` and `test.skipIf(isSlow)`. */
function rootOf(callee: unknown): string | undefined {
  if (typeof callee !== 'object' || callee === null || !('type' in callee)) return undefined;
  if (callee.type === 'Identifier' && 'name' in callee) return String(callee.name);
  if (callee.type === 'MemberExpression' && 'object' in callee) return rootOf(callee.object);
  if (callee.type === 'CallExpression' && 'callee' in callee) return rootOf(callee.callee);
  return undefined;
}
