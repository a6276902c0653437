import { expect, test } from 'vitest';
import { analyticsQueryFunnel, analyticsQuerySegmentation } from './analytics.ts';

const window = { from: 'now-7d' };
const country = { of: 'user', name: 'country' };
const price = { of: 'event', name: 'price' };

test.each([
  ['uniques', undefined, true],
  ['property_sum', undefined, false],
  ['property_sum', [country], false],
  ['property_sum', [country, price], false],
  ['property_sum', [price, country], true],
  ['property_average', [price], true],
])('the metric %s grouped by %j: accepted is %s', (metric, groupBy, isAccepted) => {
  const question = { events: [{ name: 'Purchase' }], window, metric, groupBy };
  expect(analyticsQuerySegmentation.arguments.safeParse(question).success).toBe(isAccepted);
});

test('users are chosen by properties of the user only', () => {
  const usersBy = (property: unknown) =>
    analyticsQuerySegmentation.arguments.safeParse({
      events: [{ name: 'Purchase' }],
      window,
      users: [{ property, operator: 'is', values: ['1'] }],
    }).success;
  expect(usersBy(country)).toBe(true);
  expect(usersBy(price)).toBe(false);
});

test('a funnel has two steps at least', () => {
  const funnelOf = (...names: string[]) =>
    analyticsQueryFunnel.arguments.safeParse({ events: names.map((name) => ({ name })), window }).success;
  expect(funnelOf('Visit')).toBe(false);
  expect(funnelOf('Visit', 'Purchase')).toBe(true);
});
