import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testsIn } from './docs/proofs.ts';
import { requirements } from './requirements.ts';

/** Where a test may prove a clause: TypeScript suites and the collector's own Rust tests (`/// proves [ID]`). */
const sources = [
  ...globSync('{src,bench,catalog,connectors,demo,profiler,web,test,scripts}/**/*.test.ts'),
  ...globSync('profiler/ptop/{crates,probes}/**/*.rs'),
].filter(
  (file) => !file.includes('node_modules') && !file.includes('/target/') && !file.startsWith('test/requirements'),
);

const cited = new Map<string, string[]>();
for (const file of sources) {
  for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(/\[((?:P|C)-[A-Z0-9]+-\d+[a-z]?)\]/gu)) {
    cited.set(id, [...(cited.get(id) ?? []), file]);
  }
}
/** Ids in the title of a test, or in the comment of one of Rust, that every run of `./farol test` includes. */
const shownInEveryRun = new Set(
  [...new Set([...cited.values()].flat())].flatMap((file) =>
    testsIn(file)
      .filter(({ isDeep }) => !isDeep)
      .flatMap(({ within }) => Array.from(within.matchAll(/\[((?:P|C)-[A-Z0-9]+-\d+[a-z]?)\]/gu), ([, id = '']) => id)),
  ),
);
const known = new Map(requirements.map((one) => [one.id, one]));

test('the search for cited ids saw the tests', () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(cited.size).toBeGreaterThan(20);
});

test('ids are unique and every clause says something', () => {
  expect(known.size).toBe(requirements.length);
  expect(requirements.filter(({ clause }) => clause.length < 10)).toEqual([]);
});

test('every cited id is in the ledger', () => {
  expect([...cited.keys()].filter((id) => !known.has(id)).map((id) => `${id} in ${cited.get(id)?.join(', ')}`)).toEqual(
    [],
  );
});

test('every clause is proved by a test or deferred with a reason', () => {
  const unproved = requirements.filter(({ id, deferred }) => deferred === undefined && !cited.has(id));
  expect(unproved.map(({ id, clause }) => `${id}: ${clause}`)).toEqual([]);
});

test('no clause is deferred although a test proves it', () => {
  const stale = requirements.filter(({ id, deferred }) => deferred !== undefined && cited.has(id));
  expect(stale.map(({ id }) => `${id} is proved by ${cited.get(id)?.join(', ')}: remove its reason`)).toEqual([]);
});

test('a reason is a sentence, not a placeholder', () => {
  expect(requirements.filter(({ deferred }) => deferred !== undefined && deferred.length < 25)).toEqual([]);
});

test('the ledger marks the clauses that only the deep layer shows, and no other', () => {
  const proved = requirements.filter(({ id }) => cited.has(id));
  expect(proved.filter(({ id, deep }) => !shownInEveryRun.has(id) && deep === undefined).map(({ id }) => id)).toEqual(
    [],
  );
  expect(proved.filter(({ id, deep }) => shownInEveryRun.has(id) && deep !== undefined).map(({ id }) => id)).toEqual(
    [],
  );
});
