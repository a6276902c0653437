import { fakeAmplitude } from './fake-amplitude.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const window = { from: '2026-11-02T10:00:00Z', to: '2026-11-03T10:00:00Z' };
const country = { of: 'user', name: 'country' };
const price = { of: 'event', name: 'price' };
const grown = { property: { of: 'user', name: 'plan' }, operator: 'is_not', values: ['trial'] };
const dear = { property: price, operator: 'greater_or_equal', values: ['10'] };

export const exemplar: Exemplar = {
  variables: {
    AMPLITUDE_URL: '{upstream}',
    AMPLITUDE_API_KEY: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    AMPLITUDE_SECRET_KEY: '{canary}',
  },
  reply: fakeAmplitude(),
  questions: {
    'analytics.querySegmentation': [
      { events: [{ name: 'Play' }], window },
      { events: [{ name: 'Play', filters: [dear] }, { name: 'Search' }], window, interval: 'hour', users: [grown] },
      { events: [{ name: 'Play' }], window, metric: 'property_sum', groupBy: [price, country], limit: 1 },
      { events: [{ name: 'Silent' }], window },
    ],
    'analytics.queryFunnel': [
      { events: [{ name: 'Search' }, { name: 'Play', filters: [dear] }], window },
      { events: [{ name: 'Search' }, { name: 'Play' }], window, groupBy: country, users: [grown], mode: 'unordered' },
      { events: [{ name: 'Search' }, { name: 'Play' }], window, groupBy: price, newUsersOnly: true, limit: 1 },
      { events: [{ name: 'Silent' }, { name: 'Play' }], window },
    ],
    'analytics.getChart': ['overtime', 'byversion', 'retained', 'funnel', 'empty'].map((chartId) => ({ chartId })),
    'analytics.getDashboard': [{}, { dashboardId: 'd1shop2' }],
  },
  failures: [],
};
