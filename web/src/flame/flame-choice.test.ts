import { expect, test } from 'vitest';
import { hasChoice } from './choice-names.ts';
import { readChoice, writeChoice } from './flame-choice.ts';

test('what is chosen comes back from the address, beside what else is in it', () => {
  const choice = {
    frame: 'price (app)',
    at: '0123456789abcdef',
    zoom: 'fedcba9876543210',
    find: 'graph',
    side: 'before',
    view: 'sandwich',
    instance: 'node-a',
  } as const;
  const query = writeChoice(new URLSearchParams('workload=api&env='), choice);
  expect(query.get('workload')).toBe('api');
  expect(readChoice(query)).toEqual(choice);
  expect(hasChoice(query)).toBe(true);
});

test('what is not chosen, or chosen no more, is not in the address', () => {
  const before = new URLSearchParams('workload=api&frame=x&find=y&side=before&view=sandwich');
  const query = writeChoice(before, readChoice(new URLSearchParams('')));
  expect(query.toString()).toBe('workload=api');
  expect(hasChoice(query)).toBe(false);
});

test('an unknown side or view is the usual one', () => {
  expect(readChoice(new URLSearchParams('side=left&view=tree'))).toMatchObject({ side: 'after', view: 'graph' });
});

test('a function takes the place of a selected row of another table', () => {
  const query = new URLSearchParams('workload=api&row=files%3Ax');
  expect(writeChoice(query, readChoice(new URLSearchParams('frame=f'))).get('row')).toBeNull();
  expect(writeChoice(query, readChoice(new URLSearchParams(''))).get('row')).toBe('files:x');
});
