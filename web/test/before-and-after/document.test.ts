import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pictureFolder, pictureName, readAddresses } from './document.ts';
import { describePage, listedAddresses } from './pages.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
const pictures = path.join(docs, pictureFolder);

test('docs/pages.md has every page of the app, in order, with what it answers first', () => {
  const text = readFileSync(path.join(docs, 'pages.md'), 'utf8');
  expect(readAddresses(text)).toEqual(listedAddresses);
  expect(listedAddresses.map((address) => text.includes(`\n${describePage(address).answers}\n`))).not.toContain(false);
});

test('each page has one picture, and all together take at most 2.5 MB', () => {
  const files = readdirSync(pictures);
  expect(files.toSorted()).toEqual(listedAddresses.map(pictureName).toSorted());
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(pictures, file)).size, 0);
  expect(bytes).toBeLessThanOrEqual(2_500_000);
});

test('a page that is not described is refused', () => {
  expect(() => describePage('/unknown?a=b')).toThrow('describe /unknown');
});
