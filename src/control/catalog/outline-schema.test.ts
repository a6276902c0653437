import { expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '../../../catalog/index.ts';
import type { Asker } from '../people/asker.ts';
import { describeOperation } from './catalog-entries.ts';
import { outlineSchema } from './outline-schema.ts';

const outline = (schema: z.ZodType): string => outlineSchema(z.toJSONSchema(schema, { io: 'input' }));
const owner: Asker = { organization: 'acme', type: 'person', id: 'p', name: 'Ada', role: 'owner' };

test('says types, what may be left out, defaults, bounds and what is meant', () => {
  const schema = z.strictObject({
    name: z
      .string()
      .max(200)
      .regex(/^[a-z]+$/u),
    zone: z
      .string()
      .regex(/^[a-z]+$/u)
      .describe('Such as west'),
    limit: z.int().min(1).max(100).default(25),
    states: z
      .array(z.enum(['on', 'off']))
      .min(1)
      .max(2)
      .optional(),
    at: z.iso.datetime({ offset: true }).optional(),
    tags: z.record(z.string(), z.union([z.string(), z.number()])),
    query: z.discriminatedUnion('of', [
      z.strictObject({ of: z.literal('id'), id: z.string() }),
      z.strictObject({ of: z.literal('any') }),
    ]),
    points: z.array(z.tuple([z.number(), z.boolean()])),
    other: z.unknown(),
  });
  expect(outline(schema)).toBe(
    "{name: string /*matches ^[a-z]+$*/, zone: string /*Such as west*/, limit?: integer /*1 to 100; default 25*/, states?: ('on'|'off')[] /*1 to 2 entries*/, at?: string /*RFC 3339*/, tags: {[key: string]: string | number}, query: {of: 'id', id: string} | {of: 'any'}, points: ([number, boolean])[], other: unknown}",
  );
});

test('says of a text in one of several forms what its description says', () => {
  const time = z.union([z.iso.datetime(), z.string().regex(/^now$/u)]).describe('RFC 3339 time, or now');
  expect(outline(z.strictObject({ from: time }))).toBe('{from: string /*RFC 3339 time, or now*/}');
});

test('writes what is repeated once', () => {
  const place = z.strictObject({ street: z.string(), city: z.string(), country: z.string() });
  expect(outline(z.strictObject({ home: place, work: z.array(place), note: z.string() }))).toBe(
    'type Home = {street: string, city: string, country: string}\n{home: Home, work: Home[], note: string}',
  );
});

test('a description cannot end the comment that it is in', () => {
  expect(outline(z.strictObject({ a: z.string().describe('such as */ b') }))).toBe('{a: string /*such as * / b*/}');
});

test('every operation is described in less than 3 KB, with the name of each argument and each field', () => {
  for (const { name } of operations) {
    const described = describeOperation(owner, name);
    if (described === undefined) throw new Error(`${name} is not described`);
    const [accepted, returned] = [outlineSchema(described.arguments), outlineSchema(described.result)];
    expect(accepted.length + returned.length).toBeLessThan(3000);
    for (const [schema, text] of [
      [described.arguments, accepted],
      [described.result, returned],
    ] as const) {
      const missing = propertiesIn(schema).filter((one) => !text.includes(`${one}: `) && !text.includes(`${one}?: `));
      expect(missing).toEqual([]);
    }
  }
});

function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => [
    ...(key === 'properties' && !Array.isArray(schema) ? Object.keys(value ?? {}) : []),
    ...propertiesIn(value),
  ]);
}
