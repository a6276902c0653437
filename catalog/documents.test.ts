import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BoundedObject, Pipeline } from './documents-json.ts';
import { documentsDistinct, documentsExplain, documentsFind, documentsListCollections } from './documents.ts';

const where = { database: 'shop', collection: 'orders' };

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 1; level < depth; level += 1) value = { a: value };
  return value;
}

describe('a filter', () => {
  test('is taken over as it was sent', () => {
    const filter = { at: { $gte: { $date: '2026-11-21T00:00:00Z' } }, $or: [{ state: 'failed' }, { total: null }] };
    expect(BoundedObject.parse(filter)).toEqual(filter);
  });

  test.each([
    ['levels up to the most', nested(20), true],
    ['one level too many', nested(21), false],
    ['values up to the most', { a: Array.from({ length: 1998 }, () => 1) }, true],
    ['one value too many', { a: Array.from({ length: 1999 }, () => 1) }, false],
    ['too long a text', { a: 'x'.repeat(65_536) }, false],
    ['too long a key', { ['x'.repeat(65_537)]: 1 }, false],
    ['text, not an object', '{}', false],
    ['an array', [{}], false],
    ['nothing', undefined, false],
  ])('with %s: accepted is %s', (_what, filter, isAccepted) => {
    expect(BoundedObject.safeParse(filter).success).toBe(isAccepted);
  });

  test('of any depth is refused and not a full stack', () => {
    expect(BoundedObject.safeParse(nested(1_000_000)).success).toBe(false);
  });

  test.each(['{"__proto__":{"a":1}}', '{"a":[{"__proto__":{}}]}'])(
    'that would lose the key of %s when copied is refused',
    (text) => {
      expect(BoundedObject.safeParse(JSON.parse(text)).success).toBe(false);
    },
  );

  test('may be left out, and may not be something else', () => {
    expect(documentsFind.arguments.safeParse(where).success).toBe(true);
    expect(documentsFind.arguments.safeParse({ ...where, filter: 'x' }).error?.issues[0]?.path).toEqual(['filter']);
  });

  test('is an object in the published schema', () => {
    expect(z.toJSONSchema(BoundedObject, { io: 'input' })).toMatchObject({ type: 'object' });
  });
});

describe('a pipeline', () => {
  const stages = (count: number) => Array.from({ length: count }, () => ({ $limit: 1 }));

  test('has at most fifty stages, each an object', () => {
    expect(Pipeline.safeParse(stages(50)).success).toBe(true);
    expect(Pipeline.safeParse(stages(51)).success).toBe(false);
    expect(Pipeline.safeParse(['$limit']).success).toBe(false);
    expect(Pipeline.safeParse({ $limit: 1 }).success).toBe(false);
  });

  test('is bounded as a whole', () => {
    expect(Pipeline.safeParse([{ $match: { id: { $in: Array.from({ length: 3000 }, () => 1) } } }]).success).toBe(
      false,
    );
  });
});

test('a question to explain is a find or an aggregate, and not both', () => {
  const accepts = (question: unknown) => documentsExplain.arguments.safeParse({ ...where, question }).success;
  expect(accepts({ command: 'find', filter: { state: 'failed' } })).toBe(true);
  expect(accepts({ command: 'aggregate', pipeline: [{ $count: 'n' }] })).toBe(true);
  expect(accepts({ command: 'find', pipeline: [] })).toBe(false);
  expect(accepts({ command: 'delete', filter: {} })).toBe(false);
});

test.each([
  ['shop', true],
  ['admin', true],
  ['a.b', false],
  ['$external', false],
  ['shop/../x', false],
  ['', false],
  ['ü'.repeat(31), true],
  ['ü'.repeat(32), false],
])('database %j: accepted is %s', (database, isAccepted) => {
  expect(documentsListCollections.arguments.safeParse({ database }).success).toBe(isAccepted);
});

test.each([
  ['state', true],
  ['items.0.price', true],
  ['_id', true],
  ['$where', false],
  ['a.$b', false],
  ['a..b', false],
  ['a.', false],
])('field %j: accepted is %s', (field, isAccepted) => {
  expect(documentsDistinct.arguments.safeParse({ ...where, field }).success).toBe(isAccepted);
});

test('an order names a field once', () => {
  const sort = [
    { field: 'at', order: 'descending' },
    { field: 'at', order: 'ascending' },
  ];
  expect(documentsFind.arguments.safeParse({ ...where, sort: sort.slice(1) }).success).toBe(true);
  expect(documentsFind.arguments.safeParse({ ...where, sort }).success).toBe(false);
});
