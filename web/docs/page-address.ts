/** Where the control plane serves a document of the repository. */
import path from 'node:path';

export const docsRoot = '/docs/';

/** Documents at the root of the repository that are served too. */
export const rootDocuments: readonly string[] = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md'];

/** Below the served folder; undefined for a file that is not served there. `file`: from the root of the repository. */
export function servedFile(file: string): string | undefined {
  if (!file.endsWith('.md')) return undefined;
  if (file === 'docs/README.md') return 'index.html';
  if (rootDocuments.includes(file)) return file.replace(/\.md$/u, '.html');
  return file.startsWith('docs/') ? file.slice('docs/'.length).replace(/\.md$/u, '.html') : undefined;
}

/** The address that a link of a document leads to; undefined where it leads to a file that is not served. */
export function addressOf(href: string, from: string): string | undefined {
  if (/^(?:https?:|#)/u.test(href)) return href;
  const [target = '', anchor] = href.split('#', 2);
  const file = path.posix.join(path.posix.dirname(from), target);
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (file.startsWith('policies/')) return `/${file}`;
  const served = servedFile(file);
  if (served === undefined) return undefined;
  return `${docsRoot}${served === 'index.html' ? '' : served}${suffix}`;
}
