import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')];
const textOf = (file: string): string => readFileSync(file, 'utf8');

describe('ARCHITECTURE.md', () => {
  const rows = [
    ...textOf('ARCHITECTURE.md').matchAll(/^\| (?<never>[^|]+?) +\| `(?<file>[^`]+)` › `(?<title>[^`]+)` *\|$/gmu),
  ].map(({ groups }) => ({
    never: groups?.['never'] ?? '',
    file: groups?.['file'] ?? '',
    title: groups?.['title'] ?? '',
  }));

  test('lists what never happens', () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  test.each(rows)('$never: the test that holds it exists', ({ file, title }) => {
    expect(existsSync(file) ? textOf(file) : `${file} is missing`).toContain(title);
  });
});

describe('every document', () => {
  test('was found', () => {
    expect(documents.length).toBeGreaterThan(100);
  });

  test.each(documents)('%s links only to what exists', (file) => {
    const targets = [...withoutCode(textOf(file)).matchAll(/\]\((?<target>[^)#\s]+)(?:#[^)]*)?\)/gu)].map(
      ({ groups }) => groups?.['target'] ?? '',
    );
    const broken = targets.filter(
      (target) => !/^[a-z]+:/u.test(target) && !existsSync(path.join(path.dirname(file), target)),
    );
    expect(broken).toEqual([]);
  });

  test.each(documents)('%s names only files and folders that exist', (file) => {
    const named = [
      ...textOf(file).matchAll(
        /`(?<name>(?:src|catalog|connectors|profiler|web|test|scripts|docs|deploy)\/[\w./-]+)`/gu,
      ),
    ];
    const missing = named.map(({ groups }) => groups?.['name'] ?? '').filter((name) => !existsSync(name));
    expect(missing).toEqual([]);
  });
});

test('the README is at most a screen and a half', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(75);
});

test('every page under docs is reachable from docs/README.md, and that from the README', () => {
  const reached = new Set<string>();
  const open = ['README.md'];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (file.startsWith('docs/') || file === 'README.md') open.push(...pagesLinkedFrom(file));
  }
  expect(globSync('docs/**/*.md').filter((page) => !reached.has(page))).toEqual([]);
  expect(pagesLinkedFrom('README.md')).toContain('docs/README.md');
});

/** A pattern in code may look like a link. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```.*?^```|`[^`\n]*`/gmsu, '');
}

/** Of this repository, relative to its root. */
function pagesLinkedFrom(file: string): string[] {
  return [...textOf(file).matchAll(/\]\((?<target>[\w./-]+\.md)(?:#[^)]*)?\)/gu)]
    .map(({ groups }) => path.join(path.dirname(file), groups?.['target'] ?? ''))
    .filter((page) => existsSync(page));
}
