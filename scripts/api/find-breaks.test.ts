import { describe, expect, test } from 'vitest';
import { findBreaks } from './find-breaks.ts';

type Schema = Record<string, unknown>;
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };
const content = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const document = (operation: object, schemas: Record<string, Schema> = {}) => ({
  paths: { '/a': { post: operation } },
  components: { schemas },
});
const asRequest = (schema: Schema) => document({ requestBody: content(schema) });
const asResponse = (schema: Schema) => document({ responses: { 200: content(schema) } });
const parameter = (name: string, required: boolean, schema: Schema = text) => ({ in: 'query', name, required, schema });
const found = (before: object, after: object): string[] =>
  findBreaks(before as Schema, after as Schema).map(({ kind, at }) => `${kind} ${at}`);
const inRequest = (before: Schema, after: Schema) => found(asRequest(before), asRequest(after));
const inResponse = (before: Schema, after: Schema) => found(asResponse(before), asResponse(after));

describe('of paths', () => {
  test('one that is gone, and a method of one', () => {
    const two = { paths: { '/a': { get: {}, post: {} }, '/b': { get: {} } } };
    expect(found(two, { paths: { '/a': { get: {} } } })).toEqual(['path_removed POST /a', 'path_removed GET /b']);
    expect(found({ paths: { '/a': { get: {} } } }, two)).toEqual([]);
  });

  test('a status that is gone, and its content', () => {
    const before = document({ responses: { 200: content(text), 204: {} } });
    expect(found(before, document({ responses: { 200: {} } }))).toEqual([
      'field_removed POST /a 200',
      'response_removed POST /a 204',
    ]);
  });

  test.each([
    [[{ session: [] }, { token: [] }], [{ session: [] }], true],
    [[], [{ session: [] }], true],
    [[{ session: [] }], [{ session: [], csrf: [] }], true],
    [[{ session: [] }], [{ session: [] }, { token: [] }], false],
    [[{ session: [] }], [], false],
  ])('callers %j who become %j', (before, after, isBreak) => {
    expect(found(document({ security: before }), document({ security: after }))).toEqual(
      isBreak ? ['access_narrowed POST /a'] : [],
    );
  });
});

describe('of parameters', () => {
  test('one that is gone, becomes required, is new and required, or has fewer values', () => {
    const before = document({ parameters: [parameter('a', false), parameter('b', false), parameter('d', false)] });
    const after = document({
      parameters: [parameter('b', true), parameter('c', true), parameter('d', false, { ...text, maxLength: 3 })],
    });
    expect(found(before, after)).toEqual([
      'field_removed POST /a query.a',
      'field_required POST /a query.b',
      'values_narrowed POST /a query.d',
      'field_required POST /a query.c',
    ]);
    expect(
      found(after, document({ parameters: [parameter('b', false), parameter('c', false), parameter('d', false)] })),
    ).toEqual([]);
  });
});

describe('of a request', () => {
  test('a body that is new, and one that is gone', () => {
    expect(found(document({}), asRequest(text))).toEqual(['field_required POST /a body']);
    expect(found(asRequest(text), document({}))).toEqual(['field_removed POST /a body']);
  });

  test('a field that is gone, became required, or is new and required, at any depth', () => {
    const before = object({ a: object({ b: text, c: text }) });
    const after = object({ a: object({ c: text, d: text, e: text }, ['c', 'd']) });
    expect(inRequest(before, after)).toEqual([
      'field_removed POST /a body.a.b',
      'field_required POST /a body.a.c',
      'field_required POST /a body.a.d',
    ]);
    expect(inRequest(object({ a: text }, ['a']), object({ a: text, b: text }))).toEqual([]);
  });

  test.each<[Schema, Schema, string | undefined]>([
    [text, { type: 'number' }, 'type_changed'],
    [{ type: 'number' }, { type: 'integer' }, 'type_changed'],
    [{ type: 'integer' }, { type: 'number' }, undefined],
    [text, {}, undefined],
    [{}, text, 'type_changed'],
    [{ ...text, enum: ['a', 'b'] }, { ...text, enum: ['a'] }, 'values_narrowed'],
    [{ ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] }, undefined],
    [{ ...text, enum: ['a'] }, text, undefined],
    [text, { ...text, enum: ['a'] }, 'values_narrowed'],
    [{ ...text, const: 'a' }, { ...text, const: 'b' }, 'values_narrowed'],
    [{ ...text, maxLength: 9 }, { ...text, maxLength: 8 }, 'values_narrowed'],
    [text, { ...text, minLength: 1 }, 'values_narrowed'],
    [{ ...text, maxLength: 8 }, { ...text, maxLength: 9 }, undefined],
    [{ type: 'integer', minimum: 1 }, { type: 'integer', minimum: 2 }, 'values_narrowed'],
    [{ type: 'integer', maximum: 2 }, { type: 'integer', maximum: 3 }, undefined],
    [{ ...text, pattern: 'a' }, { ...text, pattern: 'b' }, 'values_narrowed'],
    [{ ...text, pattern: 'a' }, text, undefined],
    [{ type: 'array', items: text }, { type: 'array', items: text, maxItems: 3 }, 'values_narrowed'],
    [{ anyOf: [text, { type: 'null' }] }, text, 'type_changed'],
    [text, { anyOf: [text, { type: 'null' }] }, undefined],
    [{ type: ['string', 'null'] }, { type: ['string', 'null'] }, undefined],
    [{ type: ['string', 'null'] }, text, 'type_changed'],
    [{ type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }, undefined],
  ])('%j that becomes %j: %s', (before, after, kind) => {
    expect(inRequest(object({ a: before }), object({ a: after }))).toEqual(
      kind === undefined ? [] : [`${kind} POST /a body.a`],
    );
  });

  test('an alternative that is gone, or lost a field', () => {
    const one = (kind: string, more: Record<string, Schema> = {}) =>
      object({ kind: { ...text, const: kind }, ...more });
    const both = { oneOf: [one('a', { x: text }), one('b')] };
    expect(inRequest(both, { oneOf: [one('a', { x: text })] })).toEqual(['values_narrowed POST /a body']);
    expect(inRequest(both, { oneOf: [one('b'), one('a')] })).toEqual(['field_removed POST /a body.x']);
  });
});

describe('of a response', () => {
  test('a field that is gone or may be absent, in lists and maps too', () => {
    const holding = (one: Schema) =>
      object({ list: { type: 'array', items: one }, map: { type: 'object', additionalProperties: one } });
    const before = holding(object({ a: text, b: text }, ['b']));
    expect(inResponse(before, holding(object({ b: text })))).toEqual([
      'field_removed POST /a 200.list[].a',
      'field_optional POST /a 200.list[].b',
      'field_removed POST /a 200.map{}.a',
      'field_optional POST /a 200.map{}.b',
    ]);
  });

  test.each<[Schema, Schema, string | undefined]>([
    [text, { type: 'boolean' }, 'type_changed'],
    [{ type: 'integer' }, { type: 'number' }, 'type_changed'],
    [{ type: 'number' }, { type: 'integer' }, undefined],
    [text, { anyOf: [text, { type: 'null' }] }, 'type_changed'],
    [{ anyOf: [text, { type: 'null' }] }, text, undefined],
    [{ ...text, enum: ['a'] }, { ...text, enum: ['a', 'b'] }, undefined],
    [{ ...text, maxLength: 9 }, { ...text, maxLength: 8 }, undefined],
  ])('%j that becomes %j: %s', (before, after, kind) => {
    expect(inResponse(object({ a: before }), object({ a: after }))).toEqual(
      kind === undefined ? [] : [`${kind} POST /a 200.a`],
    );
  });

  test('a field of a named schema, also of one that contains itself', () => {
    const reference = { $ref: '#/components/schemas/Tree' };
    const tree = (properties: Record<string, Schema>) => ({
      Tree: object({ ...properties, below: { type: 'array', items: reference } }),
    });
    const responses = { responses: { 200: content(reference) } };
    expect(found(document(responses, tree({ a: text })), document(responses, tree({})))).toEqual([
      'field_removed POST /a 200.a',
    ]);
  });
});
