import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { images } from './image.ts';

const repository = path.resolve(import.meta.dirname, '..');

/** Of what is loaded, so not of types. */
const bareImport =
  /^(?:import|export) (?!type )(?:[\w\s{},*$]+ from )?'((?:@[\w-]+\/)?(?!node:)[a-z][\w-]*)(?:\/[^']*)?';$/gmu;

/** Packages that modules of these folders import, in the spelling of package.json. */
function packagesOf(folders: readonly string[]): string[] {
  const found = new Set<string>();
  for (const folder of folders) {
    const all = readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' });
    for (const file of all.filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts'))) {
      const text = readFileSync(path.join(repository, folder, file), 'utf8');
      for (const [, name = ''] of text.matchAll(bareImport)) found.add(name);
    }
  }
  return [...found].toSorted();
}

test('the image of the control plane has every package that it imports when it starts', () => {
  const own: readonly string[] = images.control.packages;
  const imported = packagesOf(['src/control', 'src/tunnel', 'src/core', 'src/policy', 'catalog']);
  expect(imported).toContain('fastify');
  expect(imported.filter((name) => !own.includes(name))).toEqual([]);
});
