import { expect, test } from 'vitest';
import { slosGetBudget } from './slos.ts';

test.each([
  ['checkout availability', true],
  ['a', true],
  ['arn:aws:application-signals:eu-west-1:123456789012:slo/checkout', true],
  ['arn:aws-us-gov:application-signals:us-gov-west-1:123456789012:slo/checkout', true],
  ['arn:aws:sqs:eu-west-1:123456789012:slo/checkout', false],
  ['checkout/latency', false],
  [' checkout', false],
  ['x'.repeat(129), false],
])('objective %j: accepted is %s', (id, isAccepted) => {
  expect(slosGetBudget.arguments.safeParse({ ids: [id] }).success).toBe(isAccepted);
});

test('one to fifty objectives are asked for, each once', () => {
  const ids = Array.from({ length: 51 }, (_one, index) => `slo-${index}`);
  expect(slosGetBudget.arguments.safeParse({ ids: ids.slice(1) }).success).toBe(true);
  expect(slosGetBudget.arguments.safeParse({ ids }).success).toBe(false);
  expect(slosGetBudget.arguments.safeParse({ ids: [] }).success).toBe(false);
  expect(slosGetBudget.arguments.safeParse({ ids: ['a', 'a'] }).success).toBe(false);
});
