import { expect, test } from 'vitest';
import { Fault } from '../../../src/core/fault.ts';
import { requireKnownList } from './require-known-list.ts';

const judge = (body: unknown, output: unknown): void =>
  requireKnownList('lambda:ListFunctions', typeof body === 'string' ? body : JSON.stringify(body), output);

test('rejects a list under a name that the library does not know, and names it', () => {
  const received = { Members: [{ id: 1 }], Status: 200 };
  expect(() => judge(received, { $metadata: {}, Status: 200 })).toThrow(
    expect.objectContaining({ kind: 'upstream_changed', data: { path: 'lambda:ListFunctions Members' } }) as Fault,
  );
});

test('rejects it although the library read an empty list or a list of errors', () => {
  expect(() => judge({ Members: [1], Others: [] }, { Others: [] })).toThrow(Fault);
  expect(() => judge({ Members: [1], errors: [{ code: 'x' }] }, { errors: [{ code: 'x' }] })).toThrow(Fault);
});

test('accepts a new list beside one that was read, an empty one, and one that differs in case only', () => {
  expect(() => {
    judge({ Functions: [1], News: [2] }, { Functions: [1] });
    judge({ Functions: [], News: [] }, {});
    judge({ functions: [1] }, { Functions: undefined });
  }).not.toThrow();
});

test('accepts anything but JSON, which it cannot compare', () => {
  expect(() => {
    judge('<ListUsersResponse><Users/></ListUsersResponse>', {});
    judge('{ "Functions": [1', {});
  }).not.toThrow();
});
