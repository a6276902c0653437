import { describe, expect, test } from 'vitest';
import type { SavedQuestion } from '../../../src/control/api/api.ts';
import { describeOperation } from '../../../src/control/catalog/catalog-entries.ts';
import {
  chooseDefault,
  type Drawable,
  mostCharts,
  offerQuestions,
  questionIn,
  toDrawable,
} from './choose-questions.ts';

function drawableOf(name: string): Drawable {
  const caller = { type: 'person', id: 'p', name: 'P', organization: 'o', role: 'member' } as const;
  const operation = describeOperation(caller, name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return toDrawable({ digest: '', operation, connectors: [] });
}

const saved = (id: string, over: Partial<SavedQuestion> = {}): SavedQuestion => ({
  id,
  name: id,
  operation: 'metrics.query',
  args: {},
  shared: true,
  saved_at: '2026-11-20T09:00:00.000Z',
  by: 'Ana Lima',
  is_own: false,
  ...over,
});

const drawables = new Map<string, Drawable>([
  ['metrics.query', { window: 'window' }],
  ['metrics.list', { lacks: 'curves' }],
]);

test.each([
  ['metrics.query', { window: 'window' }],
  ['analytics.querySegmentation', { window: 'window' }],
  ['metrics.list', { lacks: 'curves' }],
  ['dns.listZones', { lacks: 'curves' }],
] as const)('the schemas of %s say whether a release can draw it', (name, drawable) => {
  expect(drawableOf(name)).toEqual(drawable);
});

test('offers what can be drawn, and sorts the rest by the reason; what is not described yet is neither', () => {
  const all = [saved('a'), saved('b', { operation: 'metrics.list' }), saved('c', { operation: 'not.described' })];
  const { offers, lacking } = offerQuestions(all, drawables);
  expect(offers.map(({ question }) => question.id)).toEqual(['a']);
  expect([...lacking].map(([lacks, ones]) => [lacks, ones.map(({ id }) => id)])).toEqual([['curves', ['b']]]);
});

describe('before somebody chooses', () => {
  const choose = (all: readonly SavedQuestion[]): readonly string[] =>
    chooseDefault(offerQuestions(all, drawables).offers, 'checkout-api');

  test('come those that mention the workload, then those that others share, and no private one of another subject', () => {
    const named = saved('named', { name: 'Errors of Checkout-API', shared: false, is_own: true });
    const asked = saved('asked', { args: { query: { text: 'up{job="checkout-api"}' } } });
    const secret = saved('private', { shared: false, is_own: true });
    expect(choose([secret, saved('shared'), named, asked])).toEqual(['named', 'asked', 'shared']);
  });

  test('come no more than fit', () => {
    expect(choose(Array.from({ length: 9 }, (_, at) => saved(`q${at}`)))).toHaveLength(mostCharts);
  });
});

test('is asked over the period, with its other arguments, from its first page on', () => {
  const args = { query: { text: 'up' }, window: { from: 'now-1d' }, cursor: 'page-2', limit: 5 };
  const offer = { question: saved('a', { args, source: 'grafana' }), window: 'window' };
  expect(questionIn(offer, { fromMs: 0, toMs: 60_000 })).toEqual({
    operation: 'metrics.query',
    args: {
      query: { text: 'up' },
      window: { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:01:00.000Z' },
      limit: 5,
    },
    source: 'grafana',
    instance: '',
  });
});
