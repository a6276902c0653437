/** What the page of a release reads of the fake: saved questions, and answers with a step at the deploy. */
import type { SavedQuestion } from '../../src/control/api/api.ts';
import type { FakeState } from './fake-state.ts';
import type { AskedQuestion } from './seed-answers.ts';
import { FaultAnswer } from './refusal.ts';

export const releaseAddress = '/releases/checkout-api?env=production&version=2.14.0';

const saved = (id: string, name: string, over: Partial<SavedQuestion> = {}): SavedQuestion => ({
  id,
  name,
  operation: 'metrics.query',
  args: { query: { dialect: 'promql', text: `${id}{job="checkout-api"}` }, window: { from: 'now-1d' } },
  shared: true,
  saved_at: '2026-11-20T09:00:00.000Z',
  by: 'Ana Lima',
  is_own: false,
  ...over,
});

/** Ids are the metrics that are asked for. */
export const questions = {
  latency: saved('latency', 'Checkout latency'),
  errors: saved('errors', 'Checkout errors'),
  refused: saved('refused', 'Queue length'),
  empty: saved('empty', 'Cache hits'),
  few: saved('few', 'Nightly job'),
  load: saved('load', 'Load of the nodes', { args: { query: { dialect: 'promql', text: 'load' } } }),
  extra: saved('extra', 'Disk', { args: { query: { dialect: 'promql', text: 'extra' } } }),
  list: saved('list', 'Names of metrics', { operation: 'metrics.list', args: {} }),
} as const;

export function seedRelease(state: FakeState, names: readonly (keyof typeof questions)[]): void {
  state.saved = names.map((name) => questions[name]);
  state.answer = (question) => answer(state, question);
}

interface Args {
  readonly query: { readonly text: string };
  readonly window: { readonly from: string; readonly to: string };
}

/** A point a minute over the window that is asked for. */
function answer(state: FakeState, { args }: AskedQuestion): unknown {
  const { query, window } = args as Args;
  const [metric = ''] = query.text.split('{');
  const deployed = Date.parse(state.markers.find(({ kind }) => kind === 'deploy')?.started_at ?? '') / 1000;
  if (metric === 'refused') {
    throw new FaultAnswer(502, {
      code: 'permission_missing',
      actor: 'operator',
      data: { grant: 'metrics:read', layer: 'access policy' },
      summary: 'The credential lacks a permission.',
      remedy: 'Add metrics:read to the access policy of the token.',
    });
  }
  const from = Date.parse(window.from) / 1000;
  const minutes = Math.floor((Date.parse(window.to) / 1000 - from) / 60);
  const stepMin = metric === 'few' ? 30 : 1;
  const times = Array.from({ length: Math.floor(minutes / stepMin) + 1 }, (_, at) => from + at * 60 * stepMin);
  const routes = metric === 'empty' ? [] : ['/cart', '/pay'];
  const series = routes.map((route, place) => ({
    labels: { __name__: `${metric}_seconds`, route },
    unit: 's',
    points: times.map((at, index) => [at, (at < deployed || place === 0 ? 0.25 : 0.5) + place / 4 + (index % 3) / 100]),
  }));
  return {
    complete: true,
    truncated: false,
    source: 'grafana',
    upstreamCalls: 1,
    window,
    data: { series, stepSec: 60 * stepMin },
  };
}
