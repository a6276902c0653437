/**
 * Stores the interface of this version as the one that later versions must not break, and the migrations of its store: run it for a release, and commit
 * what it writes. `test/api` compares.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrations } from '../src/control/store/migrations.ts';
import { readVersion } from '../src/core/version.ts';
import { startTestControl } from '../test/control-plane.ts';
import { describeBundle, describeOperations } from './api/describe-interface.ts';

const folder = path.resolve(import.meta.dirname, '../test/api/last-release');
const running = await startTestControl();
try {
  const { text } = await running.send({ path: '/api/openapi.json' });
  const { servers: _server, ...openapi } = JSON.parse(text) as Record<string, unknown>;
  mkdirSync(folder, { recursive: true });
  for (const [name, document] of Object.entries({
    openapi,
    operations: describeOperations(),
    bundle: describeBundle(),
  })) {
    writeFileSync(path.join(folder, `${name}.json`), renderByLine(document));
  }
  const store = { version: readVersion(), migrations: migrations.map(({ id }) => id) };
  writeFileSync(path.join(folder, 'store.json'), `${JSON.stringify(store, null, 2)}\n`);
} finally {
  await running.close();
}

/** A line for each path, so that a change of one is one line of a review. */
function renderByLine({ paths, ...rest }: Readonly<Record<string, unknown>>): string {
  const lineOf = ([key, value]: [string, unknown]): string =>
    `${JSON.stringify(key)}:${JSON.stringify(value, leaveWordsOut)}`;
  const [facts, routes] = [rest, paths as object].map((one) => Object.entries(one).map(lineOf).join(',\n'));
  return `{${facts === '' ? '' : `${facts},\n`}"paths":{\n${routes}\n}}\n`;
}

/** Descriptions are no promise, and half of the text. */
function leaveWordsOut(key: string, value: unknown): unknown {
  return key === 'description' && typeof value === 'string' ? undefined : value;
}
