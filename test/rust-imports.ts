/**
 * Which files of a Rust crate use items of which others. A path is followed through `use` and `pub use` to the file
 * that defines its item, so a module that only re-exports is not blamed for it. Code under `#[cfg(test)]` is left out.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Module {
  readonly file: string;
  readonly parent: Module | undefined;
  readonly children: Map<string, Module>;
  readonly items: Set<string>;
  /** What `use` brings in, by the name that it has here. */
  readonly names: Map<string, readonly string[]>;
  readonly paths: (readonly string[])[];
}

interface RustImport {
  readonly from: string;
  readonly to: string;
}

const definitions = new Set(['const', 'enum', 'fn', 'macro_rules', 'static', 'struct', 'trait', 'type', 'union']);
const skipped =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\bb?c?r(?<hashes>#*)"[\s\S]*?"\k<hashes>|[bc]?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\]|\\(?:u\{[^}]*\}|x..|.))'|'\w+/gu;

/** Every file of a crate that is not only for tests, from `main.rs` or `lib.rs` on. */
export function readCrate(source: string): { files: string[]; imports: RustImport[] } {
  const root = ['main.rs', 'lib.rs'].map((name) => path.join(source, name)).find((file) => globSync(file).length > 0);
  if (root === undefined) throw new Error(`${source} has neither main.rs nor lib.rs`);
  const known = new Set(globSync(`${source}/**/*.rs`));
  const modules: Module[] = [];
  const read = (file: string, parent: Module | undefined): Module => {
    const module = parseModule(file, parent, readFileSync(file, 'utf8'));
    modules.push(module);
    const folder = /^(?:main|lib|mod)$/u.test(path.basename(file, '.rs')) ? path.dirname(file) : file.slice(0, -3);
    for (const name of module.children.keys()) {
      const child = [`${folder}/${name}.rs`, `${folder}/${name}/mod.rs`].find((one) => known.has(one));
      if (child === undefined) throw new Error(`${file}: module ${name} has no file of its own`);
      module.children.set(name, read(child, module));
    }
    return module;
  };
  const top = read(root, undefined);
  const imports = modules.flatMap((module) => {
    const reached = module.paths.map((one) => definingFile(top, module, one));
    const others = new Set(reached.filter((to) => to !== undefined && to !== module.file));
    return [...others].map((to) => ({ from: module.file, to: to ?? '' }));
  });
  return { files: modules.map(({ file }) => file), imports };
}

/** `undefined` for what is not of this crate, and for a module itself: what is used of it is a path of its own. */
function definingFile(top: Module, from: Module, [head = '', ...rest]: readonly string[]): string | undefined {
  if (head === 'crate') return itemFile(top, top, rest);
  if (head === 'self') return itemFile(top, from, rest);
  if (head === 'super') {
    const parent = from.parent ?? from;
    return rest[0] === 'super' ? definingFile(top, parent, rest) : itemFile(top, parent, rest);
  }
  const isNamed = from.children.has(head) || from.names.has(head);
  return isNamed ? itemFile(top, from, [head, ...rest]) : undefined;
}

function itemFile(top: Module, module: Module, [name, ...rest]: readonly string[]): string | undefined {
  if (name === undefined || name === 'self') return undefined;
  if (name === '*') return module.file;
  const child = module.children.get(name);
  if (child !== undefined) return itemFile(top, child, rest);
  if (module.items.has(name)) return module.file;
  const imported = module.names.get(name);
  if (imported === undefined || imported[0] === name) return imported === undefined ? module.file : undefined;
  return definingFile(top, module, [...imported, ...rest]);
}

function parseModule(file: string, parent: Module | undefined, text: string): Module {
  const module: Module = { file, parent, children: new Map(), items: new Set(), names: new Map(), paths: [] };
  const tokens = withoutTests(tokensOf(text));
  let depth = 0;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? '';
    depth += Number(token === '{') - Number(token === '}');
    if (depth === 0) declare(module, tokens.slice(at, at + 3));
    at = token === 'use' ? readUse(module, tokens, at) : readPath(module, tokens, at);
  }
  return module;
}

/** What a module declares for others: a module with a file of its own, or an item. */
function declare(module: Module, [keyword = '', name = '', next = '']: readonly string[]): void {
  if (keyword === 'mod' && next === ';') module.children.set(name, module);
  if (definitions.has(keyword)) module.items.add(name === '!' ? next : name);
}

/** Returns where the declaration ends; `use<'a>` of a return type is none. */
function readUse(module: Module, tokens: readonly string[], at: number): number {
  if (tokens[at + 1] === '<') return at + 1;
  const end = tokens.indexOf(';', at);
  for (const [name, one] of useTree(tokens.slice(at + 1, end))) {
    module.paths.push(one);
    if (name !== '*' && name !== '_') module.names.set(name, one);
  }
  return end;
}

/** Returns what follows the path that begins here, or this token when none does. */
function readPath(module: Module, tokens: readonly string[], at: number): number {
  const isName = (index: number): boolean => /^\w/u.test(tokens[index] ?? '');
  if (!isName(at) || tokens[at - 1] === '::') return at + 1;
  let end = at + 1;
  while (tokens[end] === '::' && isName(end + 1)) end += 2;
  if (end > at + 1) module.paths.push(tokens.slice(at, end).filter((token) => token !== '::'));
  return end;
}

/** Names and paths of `a::{self, b as c, d::*}`. */
function useTree(tokens: readonly string[], prefix: readonly string[] = []): [name: string, path: readonly string[]][] {
  const branches: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token === ',' && depth === 0) branches.push([]);
    else branches.at(-1)?.push(token);
  }
  return branches.flatMap((branch) => {
    const open = branch.indexOf('{');
    const own = (open === -1 ? branch : branch.slice(0, open)).filter((token) => token !== '::');
    if (open !== -1) return useTree(branch.slice(open + 1, -1), [...prefix, ...own]);
    if (own.length === 0) return [];
    const renamed = own.at(-2) === 'as' ? own.at(-1) : undefined;
    const segments = [...prefix, ...(renamed === undefined ? own : own.slice(0, -2))];
    const whole = segments.at(-1) === 'self' ? segments.slice(0, -1) : segments;
    return [[renamed ?? whole.at(-1) ?? '', whole] as [string, readonly string[]]];
  });
}

function tokensOf(text: string): string[] {
  return text.replaceAll(skipped, ' ').match(/[\p{L}_]\w*|\d\w*|::|[^\s\w]/gu) ?? [];
}

/** Without each item under `#[cfg(test)]`, which ends with `;` or with its closing brace. */
function withoutTests(tokens: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (tokens.slice(at, at + 7).join('') === '#[cfg(test)]') at = endOfItem(tokens, at + 7);
    else kept.push(tokens[at] ?? '');
  }
  return kept;
}

function endOfItem(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if ('{(['.includes(token)) depth += 1;
    if ('})]'.includes(token)) depth -= 1;
    const isInside = depth > 0 || token === ')' || token === ']';
    if (!isInside && (token === '}' || token === ';' || token === ',')) {
      // `use a::{b};` has a brace of its own.
      return tokens[at + 1] === ';' ? at + 1 : at;
    }
  }
  return tokens.length;
}
