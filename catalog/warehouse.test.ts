import { expect, test } from 'vitest';
import { warehouseRunQuery } from './warehouse.ts';

test.each([
  [{}, true],
  [{ workgroup: 'analysts-1', catalog: 'AwsDataCatalog', database: 'sales' }, true],
  [{ workgroup: 'analysts 1' }, false],
  [{ workgroup: 'x'.repeat(129) }, false],
  [{ database: 'a\nb' }, false],
  [{ database: 'x'.repeat(256) }, false],
])('a query in %j: accepted is %s', (place, isAccepted) => {
  expect(warehouseRunQuery.arguments.safeParse({ sql: 'SELECT 1', ...place }).success).toBe(isAccepted);
});

test('a caller does not say where results are written', () => {
  const args = { sql: 'SELECT 1', outputLocation: 's3://elsewhere/' };
  expect(warehouseRunQuery.arguments.safeParse(args).error?.issues).toMatchObject([
    { code: 'unrecognized_keys', keys: ['outputLocation'] },
  ]);
});
