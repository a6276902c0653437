/** Writes every document as a page into a folder, each beside its compressed forms, so that the control plane compresses none. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { rootDocuments, servedFile } from './page-address.ts';
import { renderPage } from './render-page.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const styles = ['src/styles/tokens.css', 'src/styles/page.css', 'src/styles/tables.css', 'docs/docs.css'];

/** Replaces `folder`. Returns the pages that were written, by the document of each. */
export function buildDocs(folder: string): ReadonlyMap<string, string> {
  rmSync(folder, { recursive: true, force: true });
  const written = new Map<string, string>();
  for (const file of [...globSync('docs/**/*.md', { cwd: repository }), ...rootDocuments].toSorted()) {
    const name = servedFile(file);
    if (name === undefined) continue;
    writeCompressed(path.join(folder, name), renderPage(readFileSync(path.join(repository, file), 'utf8'), file));
    written.set(file, name);
  }
  const css = styles.map((file) => readFileSync(path.join(repository, 'web', file), 'utf8'));
  writeCompressed(path.join(folder, 'docs.css'), css.join('\n'));
  return written;
}

function writeCompressed(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const bytes = Buffer.from(text);
  writeFileSync(file, bytes);
  // The last two levels take several times as long for a few percent.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${file}.gz`, gzipSync(bytes));
}
