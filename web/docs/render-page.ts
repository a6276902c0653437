/**
 * One document as a page: no script, no inline style, no element that the document itself wrote. Runs when the app is
 * built; nothing is parsed while the control plane runs.
 */
import { Marked, type RendererObject, type Tokens } from 'marked';
import { addressOf, docsRoot } from './page-address.ts';

interface Heading {
  readonly slug: string;
  readonly html: string;
}

/** `file`: from the root of the repository, which decides where its links lead. */
export function renderPage(markdown: string, file: string): string {
  const sections: Heading[] = [];
  const marked = new Marked({ renderer: rendererOf(file, sections), gfm: true, async: false });
  const body = marked.parse(markdown) as string;
  const title = plainTitle(markdown) ?? file;
  const isIndex = file === 'docs/README.md';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Farol</title>
<link rel="icon" href="/farol.svg" type="image/svg+xml">
<link rel="stylesheet" href="${docsRoot}docs.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div class="top-row">
<a class="brand" href="/"><img src="/farol.svg" alt="" width="22" height="22">Farol</a>
<nav class="main-nav" aria-label="Documents"><ul><li><a href="${docsRoot}"${isIndex ? ' aria-current="page"' : ''}>All documents</a></li></ul></nav>
</div></header>
<main id="main" class="document">
<p class="small faint" lang="pt-BR">Esta documentação está disponível apenas em inglês.</p>
${isIndex ? '' : renderContents(sections)}${body}</main>
</body>
</html>
`;
}

function rendererOf(file: string, sections: Heading[]): RendererObject {
  const slugs = new Slugs();
  return {
    heading({ tokens, depth, text }) {
      const html = this.parser.parseInline(tokens);
      const slug = slugs.next(text);
      if (depth === 2) sections.push({ slug, html: withoutLinks(html) });
      if (depth === 1) return `<h1 id="${slug}">${html}</h1>\n`;
      const name = escapeHtml(text.replaceAll('`', ''));
      return `<h${depth} id="${slug}">${html} <a class="anchor" href="#${slug}" aria-label="Link to ${name}">#</a></h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const address = addressOf(href, file);
      return address === undefined ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
    },
    image: ({ text }) => escapeHtml(text),
    html: ({ text }) => (/^\s*<!--[\s\S]*-->\s*$/u.test(text) ? '' : escapeHtml(text)),
    code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
    table(token) {
      return renderTable(token, (cell) => this.parser.parseInline(cell.tokens));
    },
  };
}

/** On a narrow page each row is a block of its cells, which then show the name of their column. */
function renderTable({ header, rows }: Tokens.Table, render: (cell: Tokens.TableCell) => string): string {
  const columns = header.map(({ text }) => escapeHtml(text.replaceAll(/[`*\\]/gu, '')));
  const head = header.map((cell) => `<th scope="col">${render(cell)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.map((cell, index) => `<td data-column="${columns[index] ?? ''}">${render(cell)}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="table-region stacks" role="group" aria-label="Table: ${columns.join(', ')}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>\n`;
}

function renderContents(sections: readonly Heading[]): string {
  if (sections.length < 3) return '';
  const links = sections.map(({ slug, html }) => `<li><a href="#${slug}">${html}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><ul>${links.join('')}</ul></nav>\n`;
}

function plainTitle(markdown: string): string | undefined {
  return /^# (?<title>.+)$/mu.exec(markdown)?.groups?.['title']?.replaceAll('`', '');
}

function withoutLinks(html: string): string {
  return html.replaceAll(/<\/?a\b[^>]*>/gu, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Names of headings in addresses, as GitHub makes them, so that one link works in the repository and on the page. */
function slugOf(markdown: string): string {
  const text = markdown.replaceAll(/\[(?<text>[^\]]*)\]\([^)]*\)/gu, '$<text>').replaceAll(/[`*]/gu, '');
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Names the headings of one page: a heading that comes again gets a number. */
class Slugs {
  readonly #taken = new Set<string>();

  next(markdown: string): string {
    const slug = slugOf(markdown);
    let unique = slug;
    for (let count = 1; this.#taken.has(unique); count += 1) unique = `${slug}-${count}`;
    this.#taken.add(unique);
    return unique;
  }
}
