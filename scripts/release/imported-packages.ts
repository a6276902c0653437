/** The npm packages that compiled files import, so that an image holds those and no list of them has to be kept. */
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const builtin = new Set(builtinModules);

/** Names of packages, sorted. `import()` and `require` count where their argument is a literal. */
export function findImportedPackages(folders: readonly string[]): string[] {
  const found = new Set<string>();
  for (const folder of folders) {
    for (const file of globSync('**/*.js', { cwd: folder })) {
      for (const name of importsOf(path.join(folder, file))) found.add(name);
    }
  }
  return [...found].toSorted();
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const literal = ({ start, end }: { start: number; end: number }): string => text.slice(start + 1, end - 1);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value ?? '')),
    ...module.dynamicImports.map(({ moduleRequest }) => literal(moduleRequest)),
    // Of `createRequire`, which this code calls `load`.
    ...Array.from(text.matchAll(/\b(?:require|load)(?:\.resolve)?\(\s*['"]([^'"]+)['"]/gu), ([, name = '']) => name),
  ].flatMap((name) => packageOf(name) ?? []);
}

function packageOf(name: string): string | undefined {
  const isPackage = /^(?:@[\w.-]+\/)?[\w.-]+(?:\/|$)/u.test(name) && !/^(?:\.|node:)/u.test(name);
  if (!isPackage) return undefined;
  const [first = '', second = ''] = name.split('/');
  if (builtin.has(first)) return undefined;
  return first.startsWith('@') ? `${first}/${second}` : first;
}
