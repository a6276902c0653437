import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Fault } from '../core/fault.ts';
import { parseAnswer } from '../core/parse-answer.ts';
import { omitsEmpty } from './omits-empty.ts';

const Answer = omitsEmpty(
  z.looseObject({ items: z.array(z.string()).nullish(), next: z.string().optional() }),
  ['items'],
  ['links'],
);
const read = (body: object): unknown => {
  try {
    return parseAnswer(Answer, JSON.stringify(body)).items ?? [];
  } catch (error) {
    return error instanceof Fault ? error.data : error;
  }
};

describe('a list that may be left out', () => {
  test.each([
    ['is read when it is there', { items: ['a'] }, ['a']],
    ['is empty when nothing is there', {}, []],
    ['is empty when it is null', { items: null, others: ['a'] }, []],
    ['is empty beside plain members', { next: 'x', kind: 'list', header: { id: '1' } }, []],
    ['is empty beside an empty list', { others: [] }, []],
    ['is empty beside what is known', { links: [{ next: 'x' }] }, []],
    ['has changed beside a list that is not known', { next: 'x', others: ['a'] }, { path: '$.items' }],
    ['has changed beside an object of rows that is not known', { others: { a: ['x'] } }, { path: '$.items' }],
  ])('%s', (_what, body, told) => {
    expect(read(body)).toEqual(told);
  });

  test('is nowhere in a value that is not an object', () => {
    expect(read([])).toEqual({ path: '$' });
  });
});
