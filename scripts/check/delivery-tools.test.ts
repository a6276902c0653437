import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deliveryTools, gatesOf } from './delivery-tools.ts';
import { runStage } from './run-gates.ts';

const root = path.resolve(import.meta.dirname, '../..');

test('a tool that cannot be built is named with its reason, and the others are built', async () => {
  const built: string[] = [];
  const tool = (name: string) => ({ name, build: () => void built.push(name) });
  const broken = {
    name: 'broken',
    build: () => {
      throw new Error('no compiler for it');
    },
  };
  const printed: string[] = [];
  const ends = await runStage([gatesOf([tool('first'), broken, tool('last')])], (text) => void printed.push(text));
  expect(ends.map(({ name, tally }) => [name, tally.failed])).toEqual([
    ['first', 0],
    ['broken', 1],
    ['last', 0],
  ]);
  expect(built).toEqual(['first', 'last']);
  expect(printed.join('')).toContain('no compiler for it');
  expect(printed.join('')).toMatch(/^== last: ok in \d+\.\d s$/mu);
});

test('every builder that a test of the delivery calls is in the list', () => {
  const used = globSync('{scripts,test}/**/*.delivery.test.ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/\b((?:build|install)[A-Z]\w+)\((?:say|\(line\)|\))/gu),
    ].map(([, name]) => name),
  );
  expect(used).toEqual(expect.arrayContaining(['buildCosign', 'buildHelm', 'buildTofu', 'installCfnLint']));
  // The last one is a part of that of the API servers.
  const listed = [...deliveryTools.map(({ build }) => build.name), 'buildControlPlane'];
  expect([...new Set(used)].filter((name) => !listed.includes(name ?? ''))).toEqual([]);
});
