/** Writes every document as a page into a folder, each beside its compressed forms. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeForms } from '../write-forms.ts';
import { rootDocuments, servedFile } from './page-address.ts';
import { renderPage } from './render-page.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const styles = ['src/styles/tokens.css', 'src/styles/page.css', 'src/styles/tables.css', 'docs/docs.css'];

/** Replaces `folder`. Returns the pages that were written, by the document of each. */
export async function buildDocs(folder: string): Promise<ReadonlyMap<string, string>> {
  rmSync(folder, { recursive: true, force: true });
  const written = new Map<string, string>();
  for (const file of [...globSync('docs/**/*.md', { cwd: repository }), ...rootDocuments].toSorted()) {
    const name = servedFile(file);
    if (name === undefined) continue;
    const page = path.join(folder, name);
    mkdirSync(path.dirname(page), { recursive: true });
    writeFileSync(page, renderPage(readFileSync(path.join(repository, file), 'utf8'), file));
    written.set(file, name);
  }
  const css = styles.map((file) => readFileSync(path.join(repository, 'web', file), 'utf8'));
  writeFileSync(path.join(folder, 'docs.css'), css.join('\n'));
  await writeForms(folder, 9);
  return written;
}
