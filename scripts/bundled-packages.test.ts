import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunksOf, findBundledPackages, readBundledPackages } from './bundled-packages.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-bundled-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

describe('the packages of a bundle', () => {
  test('are those whose code is in it, with where the lock has them, and no other', async () => {
    const packages = { plain: '', '@scope/named': '', unused: '', 'plain/node_modules/inner': '' };
    for (const name of Object.keys(packages)) write(`node_modules/${name}/package.json`, '{"type":"module"}');
    write('node_modules/plain/index.js', "export { inner } from 'inner';\nexport const plain = console.log('plain');");
    write('node_modules/plain/node_modules/inner/index.js', "export const inner = console.log('inner');");
    write('node_modules/@scope/named/lib/index.cjs', "module.exports = { named: console.log('named') };");
    write('node_modules/@scope/named/package.json', '{"main":"lib/index.cjs"}');
    write('node_modules/unused/index.js', 'export const unused = 1;');
    write(
      'entry.js',
      "import { plain, inner } from 'plain';\nimport named from '@scope/named';\nimport { unused } from 'unused';\nconsole.log(plain, inner, named);",
    );
    const bundle = await rolldown({ input: path.join(folder, 'entry.js'), logLevel: 'silent' });
    const { output } = await bundle.generate({ format: 'esm' });
    await bundle.close();
    expect(findBundledPackages(chunksOf(output))).toEqual([
      'node_modules/@scope/named',
      'node_modules/plain',
      'node_modules/plain/node_modules/inner',
    ]);
  });

  test('are read for the folders that an image has, each once', () => {
    write('dist/bundled/web.json', '["node_modules/preact", "node_modules/zod"]');
    write('dist/bundled/witness.json', '["node_modules/zod"]');
    expect(readBundledPackages(folder, ['src/core', 'web', 'witness'])).toEqual([
      'node_modules/preact',
      'node_modules/zod',
    ]);
    expect(readBundledPackages(folder, ['src/core'])).toEqual([]);
  });

  test('are demanded of a folder that is bundled', () => {
    expect(() => readBundledPackages(folder, ['agent'])).toThrow(/bundled\/agent\.json is missing: build dist\/agent/u);
  });
});
