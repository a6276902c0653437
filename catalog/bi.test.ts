import { expect, test } from 'vitest';
import { biGetDashboard, biSearchDashboards } from './bi.ts';

test.each([
  [{ by: 'name', value: 'revenue' }, true],
  [{ by: 'name', match: 'equals', value: 'Revenue' }, true],
  [{ by: 'owner', principal: 'arn:aws:quicksight:eu-west-1:123456789012:user/default/ana@example.com' }, true],
  [{ by: 'viewer_or_owner', principal: 'arn:aws:quicksight:eu-west-1:123456789012:group/default/bi' }, true],
  [{ by: 'owner', principal: 'arn:aws:iam::123456789012:user/ana' }, false],
  [{ by: 'owner', value: 'ana' }, false],
  [{ by: 'name', value: '' }, false],
  [{ by: 'tag', value: 'x' }, false],
])('dashboards found by %j: accepted is %s', (filter, isAccepted) => {
  expect(biSearchDashboards.arguments.safeParse({ filter }).success).toBe(isAccepted);
});

test.each([
  ['3f2c1a', true],
  ['revenue_2026', true],
  ['', false],
  ['a/b', false],
])('dashboard %j: accepted is %s', (id, isAccepted) => {
  expect(biGetDashboard.arguments.safeParse({ id }).success).toBe(isAccepted);
});
