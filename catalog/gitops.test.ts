import { expect, test } from 'vitest';
import { gitopsGetApplication, gitopsListApplications } from './gitops.ts';

test.each([
  ['checkout', true],
  ['checkout.eu-1', true],
  ['Checkout', false],
  ['-checkout', false],
  ['checkout/../other', false],
  ['checkout?refresh=hard', false],
  ['x'.repeat(254), false],
])('application %j: accepted is %s', (name, isAccepted) => {
  expect(gitopsGetApplication.arguments.safeParse({ name }).success).toBe(isAccepted);
});

test('a refresh cannot be asked for', () => {
  expect(gitopsGetApplication.arguments.safeParse({ name: 'checkout', refresh: 'normal' }).success).toBe(false);
});

test.each([
  ['team=payments', true],
  ['team in (payments, checkout), tier!=batch', true],
  ['team=payments&refresh=hard', false],
])('selector %j: accepted is %s', (selector, isAccepted) => {
  expect(gitopsListApplications.arguments.safeParse({ selector }).success).toBe(isAccepted);
});
