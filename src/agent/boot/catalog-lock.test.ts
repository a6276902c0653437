import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { catalog } from '../../../catalog/index.ts';
import { defineOperation, type Operation } from '../../../catalog/operation.ts';
import { CatalogLock, compareWithLock, renderLock } from './catalog-lock.ts';

const base = defineOperation({
  name: 'things.read',
  access: 'read',
  summary: 'Reads things.',
  arguments: () =>
    z.strictObject({
      name: z.string().max(50).describe('Name of the thing'),
      limit: z.int().max(10).default(5),
      description: z.string().optional(),
    }),
  result: () => z.strictObject({ things: z.array(z.string()) }),
});
const catalogOf = (...operations: Operation[]) => new Map(operations.map((one) => [one.name, one]));
const lockOf = (...operations: Operation[]) =>
  CatalogLock.parse(JSON.parse(renderLock(catalogOf(...operations), '1.2.3')));
const same = { added: [], changed: [], removed: [] };

describe('the lock of a catalog', () => {
  test('is text with one sorted line for each operation, whatever order the catalog has', () => {
    const other = { ...base, name: 'a.first' };
    const text = renderLock(catalogOf(base, other), '1.2.3');
    expect(text).toBe(renderLock(catalogOf(other, base), '1.2.3'));
    const names = text
      .split('\n')
      .flatMap((line) => /^ {4}"(?<name>[^"]+)": \{ .* \},?$/u.exec(line)?.groups?.['name'] ?? []);
    expect(names).toEqual(['a.first', 'things.read']);
    expect(JSON.parse(text)).toMatchObject({ format: 'farol-catalog-lock/1', farol: '1.2.3' });
  });

  test('holds every operation of this version, and differs from none', () => {
    const lock = CatalogLock.parse(JSON.parse(renderLock(catalog, '0.1.0')));
    expect(Object.keys(lock.operations)).toEqual([...catalog.keys()].toSorted());
    expect(compareWithLock(catalog, lock)).toEqual(same);
  });

  test('is valid for an empty catalog', () => {
    expect(compareWithLock(catalogOf(), lockOf())).toEqual(same);
  });
});

describe('a comparison with it', () => {
  const accepted = base.arguments.shape;
  test.each<[string, Operation, string[]]>([
    ['the access', { ...base, access: 'write' }, ['access']],
    [
      'a limit',
      { ...base, arguments: z.strictObject({ ...accepted, limit: z.int().max(11).default(5) }) },
      ['arguments'],
    ],
    [
      'a default',
      { ...base, arguments: z.strictObject({ ...accepted, limit: z.int().max(10).default(6) }) },
      ['arguments'],
    ],
    [
      'a new argument',
      { ...base, arguments: z.strictObject({ ...accepted, more: z.boolean().optional() }) },
      ['arguments'],
    ],
    [
      'an argument whose name is prose elsewhere',
      { ...base, arguments: base.arguments.omit({ description: true }) },
      ['arguments'],
    ],
    ['the result', { ...base, result: z.strictObject({ things: z.array(z.int()) }) }, ['result']],
    [
      'all of it',
      { ...base, access: 'write', arguments: z.strictObject({}), result: z.strictObject({}) },
      ['access', 'arguments', 'result'],
    ],
  ])('sees a change of %s', (_what, now, what) => {
    expect(compareWithLock(catalogOf(now), lockOf(base))).toEqual({ ...same, changed: [{ name: base.name, what }] });
  });

  test.each<[string, Operation]>([
    ['the sentence of the operation', { ...base, summary: 'Reads them.' }],
    ['the sentence of an argument', { ...base, arguments: z.strictObject({ ...accepted, name: z.string().max(50) }) }],
    [
      'the order of the arguments',
      { ...base, arguments: z.strictObject(Object.fromEntries(Object.entries(accepted).toReversed())) },
    ],
  ])('does not mind %s', (_what, now) => {
    expect(compareWithLock(catalogOf(now), lockOf(base))).toEqual(same);
  });

  test('lists what was added and removed', () => {
    const other = { ...base, name: 'things.other' };
    expect(compareWithLock(catalogOf(base, other), lockOf(base))).toEqual({ ...same, added: ['things.other'] });
    expect(compareWithLock(catalogOf(base), lockOf(base, other))).toEqual({ ...same, removed: ['things.other'] });
  });
});
