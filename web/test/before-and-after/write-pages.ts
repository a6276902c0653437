/**
 * `node web/test/before-and-after/write-pages.ts --before FOLDER [--after FOLDER]`: opens every page of two versions at
 * two widths and in two languages, and writes docs/pages.md with a picture of each. Without `--after`: this checkout.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../launch-browser.ts';
import { pictureFolder, pictureName, renderPages } from './document.ts';
import { joinShots } from './join-shots.ts';
import { listedAddresses } from './pages.ts';
import { takeShots } from './take-shots.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const { values } = parseArgs({ options: { before: { type: 'string' }, after: { type: 'string', default: root } } });
if (values.before === undefined) throw new Error('--before needs the folder of the earlier version');

const commitOf = (folder: string): string =>
  execFileSync('git', ['-C', folder, 'rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim();

const docs = path.join(root, 'docs');
const pictures = path.join(docs, pictureFolder);
const webDir = await mkdtemp(path.join(tmpdir(), 'farol-pages-'));
const browser = await launchBrowser();
try {
  const before = await takeShots(browser, values.before, webDir);
  const after = await takeShots(browser, values.after, webDir);
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures);
  for (const address of listedAddresses) {
    const rows = [
      { title: 'Before', shots: before.get(address) },
      { title: 'After', shots: after.get(address) },
    ].flatMap(({ title, shots }) => (shots === undefined ? [] : [{ title, shots }]));
    await writeFile(path.join(pictures, pictureName(address)), await joinShots(browser, rows));
  }
  const fresh = new Set(listedAddresses.filter((address) => !before.has(address)));
  const compared = { before: commitOf(values.before), after: commitOf(values.after), fresh };
  await writeFile(path.join(docs, 'pages.md'), renderPages(compared));
} finally {
  await browser.close();
  await rm(webDir, { recursive: true, force: true });
}
