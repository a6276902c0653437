import { expect, test } from 'vitest';
import { need } from './access/need.ts';
import { answerPage } from './paging.ts';

interface Item {
  readonly id?: string;
  readonly at: Date;
}
const question = { operation: 'compute.listThings', args: {}, region: 'eu-west-1', what: 'things' };
const at = new Date(0);

function answer(items: readonly Item[], next?: string) {
  return answerPage(
    question,
    () => Promise.resolve({ items, next }),
    (some) => ({ things: some.map((item) => ({ id: need(item.id, 'Things[].Id'), at: item.at.toISOString() })) }),
  );
}

test('a row without what every answer needs is left out, and the answer says so and goes on', async () => {
  const { data, ...outcome } = await answer([{ id: 'a', at }, { at }, { id: 'c', at }], 'token');
  expect(data.things.map(({ id }) => id)).toEqual(['a', 'c']);
  expect(outcome).toMatchObject({
    complete: false,
    because: '1 row could not be read and is left out: row 2 of things (Id).',
    truncated: true,
    nextCursor: expect.any(String) as string,
  });
});

test('neither is a row read that has a value of another type than the library promises', async () => {
  const odd = [
    { id: 'b', at: new Date(Number.NaN) },
    { id: 'c', at: 404 as never },
  ];
  const { data, because } = await answer([{ id: 'a', at }, ...odd]);
  expect(data.things).toHaveLength(1);
  expect(because).toContain('2 rows could not be read');
});

test('where no row can be read, the answer has changed', async () => {
  await expect(answer([{ at }])).rejects.toMatchObject({ kind: 'upstream_changed' });
});
