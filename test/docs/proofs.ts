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
  /** Of a Rust test its name. */
  readonly title: string;
  /** Where ids of clauses may be: its title, the rows that it is run with and the titles around it; its comment in Rust. */
  readonly within: string;
  /** Only `./farol test --deep` runs it. */
  readonly isDeep: boolean;
}

/** The tests that a file declares. */
export function testsIn(file: string): DeclaredTest[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.rs')) return rustTests(text);
  const isDeepFile =
    /^ \* @module-tag deep$/mu.test(text) || (file.endsWith('.delivery.test.ts') && file !== installInEveryRun);
  return scriptTests(file, text).map((one) => ({ ...one, isDeep: one.isDeep || isDeepFile }));
}

function rustTests(text: string): DeclaredTest[] {
  const tests = text.matchAll(
    /(?<comment>(?:^[ \t]*\/\/\/.*\n)*)(?<attributes>(?:^[ \t]*#\[.*\]\n)*)^[ \t]*fn (?<name>\w+)/gmu,
  );
  return [...tests].flatMap(({ groups: { comment = '', attributes = '', name = '' } = {} }) => {
    if (!attributes.includes('#[test]')) return [];
    return [{ title: name, within: comment, isDeep: attributes.includes('#[ignore = "deep"]') }];
  });
}

interface Call {
  readonly callee: { readonly type: string; readonly arguments?: readonly Node[] };
  readonly arguments: readonly Node[];
}
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly start: number;
  readonly end: number;
}

/** A call of `test`, or of what `test.each(…)` and its like return, that begins with its title; with what is around it. */
function scriptTests(file: string, text: string): DeclaredTest[] {
  const tests: DeclaredTest[] = [];
  const walk = (value: unknown, around: Around): void => {
    if (typeof value !== 'object' || value === null) return;
    const declared = isCall(value) ? declaration(value, text) : undefined;
    const inner: Around = {
      within: `${around.within} ${declared?.within ?? ''}`,
      isDeep: around.isDeep || declared?.isDeep === true,
    };
    if (declared?.root === 'test') tests.push({ title: declared.title, ...inner });
    for (const one of Object.values(value)) walk(one, inner);
  };
  walk(parseSync(file, text).program, { within: '', isDeep: false });
  return tests;
}

type Around = Omit<DeclaredTest, 'title'>;

/** Of a call that declares a test or a suite; undefined for any other. */
function declaration(call: Call, text: string): (DeclaredTest & { readonly root: 'test' | 'describe' }) | undefined {
  const textOf = ({ start, end }: Node): string => text.slice(start, end);
  const [title, options] = call.arguments;
  const root = rootOf(call.callee);
  if (title === undefined || (root !== 'test' && root !== 'describe')) return undefined;
  if (title.type !== 'TemplateLiteral' && typeof title.value !== 'string') return undefined;
  const words = textOf(title).slice(1, -1);
  const rows = (call.callee.arguments ?? []).map(textOf).join(' ');
  return {
    root,
    title: typeof title.value === 'string' ? title.value : words,
    within: `${rows} ${words}`,
    isDeep: options?.type === 'ObjectExpression' && /\btags: \['deep'\]/u.test(textOf(options)),
  };
}

function isCall(value: object): value is Call {
  return 'type' in value && value.type === 'CallExpression' && 'callee' in value && 'arguments' in value;
}

/** `test` of `test`, `test.each(rows)` and `test.skipIf(isSlow)`. */
function rootOf(callee: unknown): string | undefined {
  if (typeof callee !== 'object' || callee === null || !('type' in callee)) return undefined;
  if (callee.type === 'Identifier' && 'name' in callee) return String(callee.name);
  if (callee.type === 'MemberExpression' && 'object' in callee) return rootOf(callee.object);
  if (callee.type === 'CallExpression' && 'callee' in callee) return rootOf(callee.callee);
  return undefined;
}
