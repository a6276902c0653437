/** Writes the compressed forms of what was built beside it, so that the control plane compresses nothing when it starts. */
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** In one packet anyway. */
const minBytes = 512;

/** For every text file of the folder. `quality` of Brotli, up to 11: the last two levels take several times as long for a few percent. */
export async function writeForms(folder: string, quality: number): Promise<void> {
  const files = globSync('**/*.{html,js,css,svg,json}', { cwd: folder });
  await Promise.all(files.map((file) => writeFormsOf(path.join(folder, file), quality)));
}

async function writeFormsOf(file: string, quality: number): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length <= minBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  await writeFile(`${file}.br`, await compress.br(bytes, { params }));
  await writeFile(`${file}.gz`, await compress.gzip(bytes));
}
