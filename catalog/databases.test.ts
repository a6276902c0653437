import { expect, test } from 'vitest';
import { databasesGetLoad, databasesListClusters } from './databases.ts';

const question = { instance: 'db-FAIHNTYBKTGAUSUZQYPDS2GW4A', window: { from: 'now-1h' } };

test('load is asked for by wait event, ten entries, unless said otherwise', () => {
  expect(databasesGetLoad.arguments.parse(question)).toEqual({
    ...question,
    window: { from: 'now-1h', to: 'now' },
    engineKind: 'relational',
    dimension: 'waitEvent',
    limit: 10,
  });
});

test.each([
  { instance: 'checkout-primary' },
  { instance: 'db-faihntybktgausuzqypds2gw4a' },
  { window: undefined },
  { limit: 26 },
  { limit: 0 },
  { stepSec: 30 },
  { dimension: 'statementWithLiterals' },
])('load with %j is refused', (part) => {
  expect(databasesGetLoad.arguments.safeParse({ ...question, ...part }).success).toBe(false);
});

test.each([
  ['aurora-postgresql', true],
  ['docdb', true],
  ['Aurora PostgreSQL', false],
  ['', false],
])('clusters of engine %j: accepted is %s', (engine, isAccepted) => {
  expect(databasesListClusters.arguments.safeParse({ engine }).success).toBe(isAccepted);
});
