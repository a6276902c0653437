/**
 * Makes the sources around it those of a later version, whose store has further migrations: their files, their places in
 * the list, and what the compiler would write for them. `release-images.ts` runs it where the change is seen by one build alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { laterMigrations } from './later-migrations.ts';

const root = path.resolve(import.meta.dirname, '../..');
const store = 'src/control/store';
const kind = process.argv[2];
if (kind !== 'additive' && kind !== 'breaking') throw new Error('usage: next-version.ts additive | breaking');

const list = readFileSync(path.join(root, store, 'migrations.ts'), 'utf8');
const end = '];\n';
if (!list.endsWith(end)) throw new Error(`${store}/migrations.ts does not end with its list`);
const added = kind === 'additive' ? [laterMigrations.additive] : [laterMigrations.additive, laterMigrations.breaking];
for (const { id, text } of added) place(`migrations/${id}.ts`, text);
const imports = added.map(({ id }, at) => `import { later as later${at} } from './migrations/${id}.ts';\n`);
const names = added.map((_, at) => `, later${at}`);
place(
  'migrations.ts',
  `${imports.join('')}${list.slice(0, -end.length).trimEnd().replace(/,$/u, '')}${names.join('')}${end}`,
);

/** Into the sources and, without types, into `dist`. */
function place(name: string, source: string): void {
  writeFileSync(path.join(root, store, name), source);
  const compiled = stripTypeScriptTypes(source).replaceAll(/(from '[^']+)\.ts'/gu, "$1.js'");
  writeFileSync(path.join(root, 'dist', store, name.replace(/\.ts$/u, '.js')), compiled);
}
