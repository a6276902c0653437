import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/core/fault.ts';
import { checkCollection, checkExpression, checkPipeline } from './check-question.ts';
import { readingOperators } from './operators.ts';
import { readingStages } from './stages.ts';

type Pipeline = Record<string, unknown>[];

function faultOf(check: () => void): Fault {
  try {
    check();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('it was let through');
}
const faultOfPipeline = (pipeline: Pipeline): Fault => faultOf(() => checkPipeline(pipeline));
const faultOfFilter = (filter: unknown): Fault => faultOf(() => checkExpression(filter, 'filter'));

function outcomeOf(pipeline: Pipeline): string {
  try {
    checkPipeline(pipeline);
    return 'let through';
  } catch (error) {
    return error instanceof Fault ? error.kind : String(error);
  }
}

/** What must never be sent, whatever is around it. */
const forbiddenStages = [
  '$out',
  '$merge',
  '$currentOp',
  '$listSessions',
  '$listLocalSessions',
  '$listSampledQueries',
  '$listSearchIndexes',
  '$listClusterCatalog',
  '$changeStream',
  '$changeStreamSplitLargeEvent',
  '$collStats',
  '$indexStats',
  '$planCacheStats',
  '$queryStats',
  '$querySettings',
  '$shardedDataDistribution',
  '$backupCursor',
  '$mergeCursors',
  '$documents',
  '$_internalInhibitOptimization',
];
const forbiddenOperators = ['$where', '$function', '$accumulator', '$_internalJsEmit', '$_internalJsReduce', '$eval'];

describe('a pipeline', () => {
  test('of reading stages is let through', () => {
    const pipeline = [
      { $match: { state: 'failed', at: { $gte: { $date: '2026-11-20T00:00:00Z' } }, $expr: { $gt: ['$total', 5] } } },
      {
        $lookup: {
          from: 'customers',
          localField: 'customer',
          foreignField: '_id',
          as: 'customer',
          pipeline: [{ $project: { name: 1 } }],
        },
      },
      { $unionWith: { coll: 'archive', pipeline: [{ $match: { state: 'failed' } }] } },
      { $unionWith: 'older' },
      {
        $graphLookup: {
          from: 'parts',
          startWith: '$part',
          connectFromField: 'of',
          connectToField: '_id',
          as: 'of',
          restrictSearchWithMatch: { old: { $ne: true } },
        },
      },
      { $facet: { byState: [{ $sortByCount: '$state' }], newest: [{ $sort: { at: -1 } }, { $limit: 5 }] } },
      {
        $setWindowFields: {
          sortBy: { at: 1 },
          output: { sum: { $sum: '$total', window: { documents: ['unbounded', 'current'] } } },
        },
      },
    ];
    expect(() => checkPipeline(pipeline)).not.toThrow();
    expect(() => checkPipeline([])).not.toThrow();
  });

  test.each(forbiddenStages)('with the stage %s is refused', (stage) => {
    const fault = faultOfPipeline([{ $match: {} }, { [stage]: 'x' }]);
    expect(fault).toMatchObject({ kind: 'refused', data: { rule: 'reading_stages_only' } });
    expect(fault.remedy).toContain(stage);
  });

  test.each([
    ['another database, as an object', { $lookup: { from: { db: 'other', coll: 'users' }, as: 'x' } }],
    ['another database, as a field', { $lookup: { from: 'users', db: 'other', as: 'x' } }],
    ['no collection', { $lookup: { as: 'x', pipeline: [] } }],
    ['another database in a union', { $unionWith: { db: 'other', coll: 'users' } }],
    ['a union without a collection', { $unionWith: { pipeline: [] } }],
    ['a graph of another database', { $graphLookup: { from: { db: 'other', coll: 'x' }, as: 'x' } }],
    ['a field that is not known', { $lookup: { from: 'users', as: 'x', hidden: [{ $out: 'x' }] } }],
  ])('that reaches for %s is refused', (_what, stage) => {
    expect(faultOfPipeline([stage])).toMatchObject({ kind: 'refused', data: { rule: 'same_database_only' } });
  });

  test.each([
    ['a union', { $unionWith: 'system.users' }],
    ['a lookup', { $lookup: { from: 'system.js', as: 'x' } }],
    ['a graph', { $graphLookup: { from: 'system.profile', as: 'x' } }],
  ])('that reaches for a collection of the system by %s is refused', (_what, stage) => {
    expect(faultOfPipeline([stage])).toMatchObject({ kind: 'refused', data: { rule: 'no_system_collection' } });
  });

  test.each([
    ['two names in one stage', [{ $match: {}, $out: 'x' }]],
    ['no name', [{}]],
    ['a list where stages are', [{ $facet: { a: { $out: 'x' } } }]],
    ['a facet that is a list', [{ $facet: [{ $out: 'x' }] }]],
    ['a stage that is a text', [{ $facet: { a: ['$out'] } }]],
    ['a type beside other fields', [{ $match: { $oid: '6560f1a2c3d4e5f601234567', $where: 'true' } }]],
  ])('with %s is refused', (_what, pipeline) => {
    expect(faultOfPipeline(pipeline).kind).toBe('invalid_arguments');
  });

  test('is bounded in all its stages together, and in how deep pipelines are nested', () => {
    const many = (count: number): Pipeline => Array.from({ length: count }, () => ({ $skip: 1 }));
    expect(() => checkPipeline(many(50))).not.toThrow();
    expect(faultOfPipeline(many(51))).toMatchObject({ kind: 'cap_exceeded', data: { limit: '50 stages' } });
    expect(faultOfPipeline([{ $facet: { a: many(30), b: many(30) } }]).kind).toBe('cap_exceeded');
    let nested: Pipeline = [{ $skip: 1 }];
    for (let depth = 1; depth < 4; depth += 1) nested = [{ $unionWith: { coll: 'a', pipeline: nested } }];
    expect(() => checkPipeline(nested)).not.toThrow();
    expect(faultOfPipeline([{ $unionWith: { coll: 'a', pipeline: nested } }]).kind).toBe('cap_exceeded');
  });
});

describe('a filter', () => {
  test.each(forbiddenOperators)('with %s is refused', (operator) => {
    expect(faultOfFilter({ $or: [{ a: 1 }, { b: { $not: { [operator]: 'true' } } }] })).toMatchObject({
      kind: 'refused',
      data: { rule: 'reading_operators_only' },
    });
  });

  test('with code as a value is refused', () => {
    expect(faultOfFilter({ a: { $code: 'return 1' } })).toMatchObject({ data: { rule: 'no_code_in_values' } });
  });

  test('left out is nothing to look at', () => expect(() => checkExpression(undefined, 'filter')).not.toThrow());
});

test.each(['system.users', 'system.js', 'system.profile', 'system.buckets.x'])('collection %s is refused', (name) => {
  expect(faultOf(() => checkCollection(name, 'collection'))).toMatchObject({
    kind: 'refused',
    data: { rule: 'no_system_collection' },
  });
  expect(() => checkCollection(name.replace('system.', 'systems.'), 'collection')).not.toThrow();
});

test('the guide lists the stages that may pass, all of them and no other', () => {
  const guide = readFileSync(new URL('../guide.md', import.meta.url), 'utf8');
  const listed = /every stage but (.*?);/su.exec(guide)?.[1] ?? '';
  expect([...listed.matchAll(/\$\w+/gu)].map(([name]) => name)).toEqual([...readingStages]);
});

test('what may pass holds nothing that writes, runs code or reads the server', () => {
  const allowed = [...readingStages, ...readingOperators];
  expect(allowed.filter((name) => forbiddenOperators.includes(name))).toEqual([]);
  expect([...readingStages].filter((name) => forbiddenStages.includes(name))).toEqual([]);
  expect(
    allowed.filter((name) => /out|merge$|jsEmit|jsReduce|internal|function|where|eval|session|currentop/iu.test(name)),
  ).toEqual([]);
});

describe('whatever is written', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/u);
  const value = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.boolean());
  const operator = fc.constantFrom(...readingOperators);

  /** Filters and expressions of allowed operators, any of them anywhere. */
  const { expression } = fc.letrec<{ expression: unknown }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      value,
      fc.dictionary(fc.oneof(word, operator), tie('expression'), { maxKeys: 3 }),
      fc.array(tie('expression'), { maxLength: 3 }),
    ),
  }));

  /** Pipelines of allowed stages, nested in every way that there is. */
  const { pipeline } = fc.letrec<{ pipeline: Pipeline; stage: Record<string, unknown> }>((tie) => ({
    pipeline: fc.array(tie('stage'), { minLength: 1, maxLength: 3 }),
    stage: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({ $match: fc.dictionary(word, expression, { maxKeys: 2 }) }),
      fc.record({ $project: fc.dictionary(word, expression, { maxKeys: 2 }) }),
      fc.record({ $group: fc.record({ _id: expression, n: fc.record({ $sum: expression }) }) }),
      fc.record({ $facet: fc.dictionary(word, tie('pipeline'), { minKeys: 1, maxKeys: 2 }) }),
      fc.record({ $lookup: fc.record({ from: word, as: word, pipeline: tie('pipeline') }) }),
      fc.record({ $unionWith: fc.record({ coll: word, pipeline: tie('pipeline') }) }),
    ),
  }));

  /** Every place below a value at which something can be put. */
  function places(root: unknown): { holder: Record<string, unknown> | unknown[]; isPipeline: boolean }[] {
    if (typeof root !== 'object' || root === null) return [];
    const isPipeline = Array.isArray(root) && root.every((one) => typeof one === 'object' && one !== null);
    const here = { holder: root as Record<string, unknown> | unknown[], isPipeline };
    return [here, ...Object.values(root).flatMap(places)];
  }

  function put(root: unknown, at: number, what: Record<string, unknown>): void {
    const all = places(root);
    const place = all[at % all.length];
    if (place === undefined) throw new Error('there is no place to put it');
    if (Array.isArray(place.holder)) place.holder.splice(at % (place.holder.length + 1), 0, what);
    else Object.assign(place.holder, what);
  }

  test('nothing that is forbidden slips through, wherever in a pipeline it is put', () => {
    fc.assert(
      fc.property(
        pipeline,
        fc.nat(),
        fc.constantFrom(...forbiddenStages, ...forbiddenOperators),
        expression,
        (stages, at, name, body) => {
          const changed = structuredClone(stages);
          put(changed, at, { [name]: body });
          expect(['refused', 'invalid_arguments', 'cap_exceeded']).toContain(faultOfPipeline(changed).kind);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('nothing that is forbidden slips through, wherever in a filter it is put', () => {
    fc.assert(
      fc.property(
        fc.dictionary(word, expression, { minKeys: 1, maxKeys: 3 }),
        fc.nat(),
        fc.constantFrom(...forbiddenStages, ...forbiddenOperators),
        (filter, at, name) => {
          const changed = structuredClone(filter);
          put(changed, at, { [name]: 'return true' });
          expect(['refused', 'invalid_arguments']).toContain(faultOfFilter(changed).kind);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('no spelling of a forbidden name is another name: case, spaces, dots and look-alikes are refused too', () => {
    const spelled = fc
      .tuple(
        fc.constantFrom(...forbiddenStages, ...forbiddenOperators),
        fc.nat(),
        fc.constantFrom(' ', '\0', '\u200b', '.', '$', '_', '\u0430'),
      )
      .chain(([name, at, odd]) => {
        const inside = 1 + (at % name.length);
        return fc.constantFrom(
          name.toUpperCase(),
          `${name.slice(0, inside)}${odd}${name.slice(inside)}`,
          `$${name}`,
          name.slice(0, 2).toUpperCase() + name.slice(2),
        );
      });
    fc.assert(
      fc.property(spelled, (name) => {
        expect(faultOfPipeline([{ [name]: {} }]).data).toEqual({ rule: 'reading_stages_only' });
        expect(faultOfFilter({ a: { [name]: 1 } }).data).toEqual({ rule: 'reading_operators_only' });
      }),
      { numRuns: 1000 },
    );
  });

  test('any JSON at all is let through or met with a fault, and what is let through has only names that may pass', () => {
    const anything = fc.jsonValue({ maxDepth: 6 });
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.oneof(fc.constantFrom(...readingStages), fc.string()), anything), { maxLength: 4 }),
        (stages) => {
          const odd = stages.flatMap((stage) => Object.keys(stage)).filter((name) => !readingStages.has(name));
          expect([
            'refused',
            'invalid_arguments',
            'cap_exceeded',
            ...(odd.length === 0 ? ['let through'] : []),
          ]).toContain(outcomeOf(stages));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('pipelines of reading stages are let through', () => {
    // Types of values have names that begin like operators; none is among those that are made here.
    fc.assert(
      fc.property(pipeline, (stages) => {
        // What is made here may be deeper than is taken, and is never taken for something else than reading.
        expect(['let through', 'cap_exceeded']).toContain(outcomeOf(stages));
      }),
    );
  });
});
