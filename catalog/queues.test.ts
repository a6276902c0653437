import { expect, test } from 'vitest';
import { queuesGetAttributes, queuesList } from './queues.ts';

test.each([
  ['orders', true],
  ['orders.fifo', true],
  ['x'.repeat(80), true],
  [`${'x'.repeat(75)}.fifo`, true],
  ['x'.repeat(81), false],
  [`${'x'.repeat(76)}.fifo`, false],
  ['orders.dead', false],
  ['https://sqs.example/orders', false],
])('queue %j: accepted is %s', (name, isAccepted) => {
  expect(queuesGetAttributes.arguments.safeParse({ name }).success).toBe(isAccepted);
});

test('queues are listed a thousand at most', () => {
  expect(queuesList.arguments.safeParse({ prefix: 'orders-', limit: 1000 }).success).toBe(true);
  expect(queuesList.arguments.safeParse({ limit: 1001 }).success).toBe(false);
});
