import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDocs } from './build-docs.ts';
import { renderPage } from './render-page.ts';

const repository = path.resolve(import.meta.dirname, '../..');
let folder: string;
let written: ReadonlyMap<string, string>;
const pages = new Map<string, string>();
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-docs-'));
  written = await buildDocs(folder);
  for (const name of written.values()) pages.set(name, readFileSync(path.join(folder, name), 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const idsOf = (html: string): string[] =>
  [...html.matchAll(/ id="(?<id>[^"]*)"/gu)].map(({ groups }) => groups?.['id'] ?? '');

test('every document is a page, and the index is the list of documents', () => {
  const documents = globSync('docs/**/*.md', { cwd: repository });
  expect([...written.keys()].filter((file) => file.startsWith('docs/')).toSorted()).toEqual(documents.toSorted());
  expect(written.get('docs/README.md')).toBe('index.html');
  expect(written.get('SECURITY.md')).toBe('SECURITY.html');
});

test('every link leads to a page, a heading, a permission document or another site', () => {
  const broken = [...pages].flatMap(([name, html]) =>
    [...html.matchAll(/ href="(?<href>[^"]*)"/gu)]
      .map(({ groups }) => groups?.['href'] ?? '')
      .filter((href) => !isGood(href, html))
      .map((href) => `${name}: ${href}`),
  );
  expect(broken).toEqual([]);
});

function isGood(href: string, own: string): boolean {
  if (/^https?:\/\//u.test(href) || ['/', '/farol.svg', '/docs/docs.css'].includes(href)) return true;
  if (href.startsWith('/policies/')) return globSync(href.slice(1), { cwd: repository }).length === 1;
  const [address = '', anchor] = href.split('#', 2);
  const name = address === '/docs/' ? 'index.html' : address.replace('/docs/', '');
  const html = address === '' ? own : pages.get(name);
  return html !== undefined && (anchor === undefined || idsOf(html).includes(decodeURIComponent(anchor)));
}

test('no page has script, inline style or a heading twice under one name', () => {
  for (const [name, html] of pages) {
    expect([name, /<script|<style| style=| on[a-z]+="/iu.test(html)]).toEqual([name, false]);
    const ids = idsOf(html);
    expect([name, new Set(ids).size]).toEqual([name, ids.length]);
    expect([name, html.match(/<h1 /gu)?.length]).toEqual([name, 1]);
  }
});

test('the compressed forms hold the page', () => {
  const page = readFileSync(path.join(folder, 'reference/faults.html'));
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'reference/faults.html.br')))).toEqual(page);
  expect(gunzipSync(readFileSync(path.join(folder, 'reference/faults.html.gz')))).toEqual(page);
});

describe('a document', () => {
  const body = (markdown: string, file = 'docs/guides/a.md'): string =>
    renderPage(markdown, file).split('<main')[1] ?? '';

  test('writes no element of its own', () => {
    const html = body(
      '# T\n\nBefore <img src=x onerror=alert(1)> after\n\n<script>alert(1)</script>\n\n<!-- gone -->\n',
    );
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('gone');
  });

  test('links to pages and policies, and names files that are not served without a link', () => {
    const html = body(
      '# T\n\n[a](../reference/faults.md#faults) [b](../../policies/aws/grants.json) [c](../../src/x.ts) [d](../README.md)\n',
    );
    expect(html).toContain('<a href="/docs/reference/faults.html#faults">a</a>');
    expect(html).toContain('<a href="/policies/aws/grants.json">b</a>');
    expect(html).toContain(' c ');
    expect(html).toContain('<a href="/docs/">d</a>');
  });

  test('does not run an address of script', () => {
    expect(body('# T\n\n[a](javascript:alert(1)) [b](data:text/html,x)\n')).not.toContain('href="javascript');
  });

  test('names its headings as GitHub does, also when one comes again', () => {
    const html = body('# T\n\n## Same `code`\n\n## Same `code`\n');
    expect(html).toContain('<h2 id="same-code">');
    expect(html).toContain('<h2 id="same-code-1">');
  });

  test('has tables whose cells name their column', () => {
    expect(body('# T\n\n| `a` | b |\n| --- | --- |\n| 1 | <x> |\n')).toContain(
      '<td data-column="a">1</td><td data-column="b">&lt;x&gt;</td>',
    );
  });
});

test('every page that the app links to is there, with its heading', () => {
  const sources = globSync('web/src/**/*.tsx', { cwd: repository }).map((file) =>
    readFileSync(path.join(repository, file), 'utf8'),
  );
  const links = sources.flatMap((text) => [...text.matchAll(/['"](?<href>\/docs\/[^'"]*)['"]/gu)]);
  expect(links.length).toBeGreaterThanOrEqual(3);
  const broken = links.map(({ groups }) => groups?.['href'] ?? '').filter((href) => !isGood(href, ''));
  expect(broken).toEqual([]);
});
