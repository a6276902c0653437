import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgeQueryEvents, edgeQueryMetrics } from '../../catalog/edge.ts';
import { parseDocument } from './upstream/fake-graphql.ts';
import { eventsDatasets } from './datasets.ts';
import { type Compute, edgesOf, type Filter, writeDocument } from './document.ts';

const edges = { begin: '2026-11-02T10:00:00', end: '2026-11-02T11:00:00' };
const window = { from: 'now-1h' };

/** What somebody would try who wants another document, and anything else. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '} } mutation { purge }',
    'ts } other: httpEvents { ts',
    '") { __schema { types } } #',
    '$begin',
    '__typename',
    'status(limit: 1)',
    'status @include(if: true)',
    '...on Query',
    'a\nb',
    '',
    '0',
    'status,host',
    '\u0000',
    '\u{1f600}',
  ),
);
const name = fc.oneof(hostile, fc.stringMatching(/^[a-z][A-Za-z0-9]{0,12}$/u));
const scalar = fc.oneof(hostile, fc.integer(), fc.double(), fc.boolean());
const filter = fc.oneof(
  fc.record({ field: name, operator: fc.constantFrom('equal', 'less_or_equal', hostile), value: scalar }),
  fc.record({ field: name, operator: fc.constant('like'), value: hostile }),
  fc.record({ field: name, operator: fc.constant('in'), values: fc.array(scalar, { maxLength: 3 }) }),
);
const filters = fc.option(fc.array(filter, { maxLength: 4 }), { nil: undefined });

describe('the document of a question', () => {
  test('is one query of one dataset, whatever the arguments are [C-EP-11]', () => {
    const schema = edgeQueryEvents.arguments;
    let made = 0;
    fc.assert(
      fc.property(
        fc.record({
          dataset: fc.constantFrom(...Object.keys(eventsDatasets)),
          window: fc.constant(window),
          fields: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
          filters,
          limit: fc.integer({ min: 1, max: 1000 }),
        }),
        (asked) => {
          const parsed = schema.safeParse(asked);
          if (!parsed.success) return;
          made += 1;
          const { dataset, fields, limit } = parsed.data;
          const select = ['ts', ...fields];
          const written = { dataset: eventsDatasets[dataset], edges, filters: parsed.data.filters, select, limit };
          const { query, variables } = writeDocument({ ...written, orderBy: 'ts_DESC' });
          expect(parseDocument(query)).toEqual({
            dataset: eventsDatasets[dataset],
            select,
            filters: (parsed.data.filters ?? []).map(({ field }, at) => [
              expect.stringMatching(`^${field}[A-Z]`),
              `f${at}`,
            ]),
            aggregate: [],
            groupBy: [],
            orderBy: 'ts_DESC',
            declared: expect.objectContaining({ begin: 'DateTime!', end: 'DateTime!', limit: 'Int!', offset: 'Int!' }),
          });
          expect(Object.keys(variables)).toHaveLength(4 + (parsed.data.filters?.length ?? 0));
        },
      ),
      { numRuns: 2000 },
    );
    expect(made).toBeGreaterThan(50);
  });

  test('does not change with a value: values are beside it [C-EP-11]', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const documentOf = (value: string): string =>
          writeDocument({
            dataset: 'httpEvents',
            edges,
            select: ['ts'],
            limit: 1,
            filters: [
              { field: 'host', operator: 'like', value },
              { field: 'host', operator: 'in', values: [value] },
            ],
          }).query;
        expect(documentOf(one)).toBe(documentOf(other));
      }),
    );
  });

  test('takes no name that is more than a name, though nobody checked it before', () => {
    const refusedBy = (question: Partial<Parameters<typeof writeDocument>[0]>): string | undefined => {
      try {
        writeDocument({ dataset: 'httpMetrics', edges, select: ['ts'], limit: 1, ...question });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const bad = 'ts } mutation { purge';
    // Past what the types allow, as a mistake elsewhere would send it.
    const unchecked: readonly Partial<Parameters<typeof writeDocument>[0]>[] = [
      { select: [bad] },
      { groupBy: [bad] },
      { aggregate: [{ aggregation: 'sum', field: bad } satisfies Compute] },
      { filters: [{ field: bad, operator: 'equal', value: 1 } satisfies Filter] },
    ];
    for (const question of unchecked) expect(refusedBy(question)).toContain('Name fields with letters and digits only');
    expect(refusedBy({})).toBe(undefined);
  });

  test('has the shape of metrics with figures and groups [C-EP-11]', () => {
    const compute: Compute[] = [{ aggregation: 'sum', field: 'bytesSent' }, { aggregation: 'count' }];
    const asked = edgeQueryMetrics.arguments.parse({ dataset: 'http', window, compute, groupBy: ['status'] });
    const { query } = writeDocument({
      dataset: 'httpMetrics',
      edges,
      aggregate: asked.compute,
      groupBy: ['ts', 'status'],
      select: ['ts', 'status', 'sum', 'count'],
      orderBy: 'ts_ASC',
      limit: 10,
    });
    expect(query).toBe(
      'query Read($begin: DateTime!, $end: DateTime!, $limit: Int!, $offset: Int!) { rows: httpMetrics(limit: $limit, offset: $offset, filter: { tsRange: { begin: $begin, end: $end } }, aggregate: { sum: bytesSent, count: rows }, groupBy: [ts, status], orderBy: [ts_ASC]) { ts status sum count } }',
    );
  });

  test.each([
    ['text', { operator: 'equal', value: 'HIT' }, 'String!'],
    ['a whole number', { operator: 'greater', value: 499 }, 'Int!'],
    ['a fraction', { operator: 'less', value: 0.5 }, 'Float!'],
    ['a truth', { operator: 'not_equal', value: true }, 'Boolean!'],
    ['whole numbers', { operator: 'in', values: [200, 304] }, '[Int!]!'],
    ['numbers', { operator: 'in', values: [1, 0.5] }, '[Float!]!'],
    ['texts', { operator: 'in', values: ['HIT', 'MISS'] }, '[String!]!'],
  ] as const)('declares %s as what it is', (_what, rest, type) => {
    const filter = { field: 'x', ...rest } as Filter;
    const { query } = writeDocument({ dataset: 'httpEvents', edges, select: ['ts'], limit: 1, filters: [filter] });
    expect(parseDocument(query).declared['f0']).toBe(type);
  });
});

describe('the edges of a window', () => {
  test.each([
    { what: 'whole seconds stay', from: '00.000', to: '59.000', edges: ['00', '59'] },
    { what: 'a second that began before the window is left out', from: '00.001', to: '59.000', edges: ['01', '59'] },
    { what: 'a second that began at its end counts', from: '00.000', to: '58.999', edges: ['00', '58'] },
    { what: 'a window within one second is that second', from: '07.200', to: '07.800', edges: ['07', '07'] },
  ])('$what', ({ from, to, edges: [begin, end] }) => {
    const at = (second: string): number => Date.parse(`2026-11-02T10:00:${second}Z`);
    const told = { begin: `2026-11-02T10:00:${begin}`, end: `2026-11-02T10:00:${end}` };
    expect(edgesOf({ fromMs: at(from), toMs: at(to) })).toEqual(told);
  });
});
