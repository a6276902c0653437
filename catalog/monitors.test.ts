import { expect, test } from 'vitest';
import { monitorsGet, monitorsList } from './monitors.ts';

test.each([
  ['12345678', true],
  ['0', true],
  ['', false],
  ['12a', false],
  ['1/../2', false],
  ['1'.repeat(20), false],
])('monitor %j: accepted is %s', (id, isAccepted) => {
  expect(monitorsGet.arguments.safeParse({ id }).success).toBe(isAccepted);
});

test.each([
  [{ states: ['alert', 'no_data'] }, true],
  [{ states: ['ALARM'] }, false],
  [{ states: [] }, false],
  [{ labels: [{ key: 'team', value: 'payments' }, { key: 'env' }] }, true],
  [{ labels: [{ team: 'payments' }] }, false],
  [{ query: { dialect: 'datadog', text: 'status:alert' } }, true],
  [{ query: 'status:alert' }, false],
  [{ namePrefix: '' }, false],
])('monitors with %j: accepted is %s', (args, isAccepted) => {
  expect(monitorsList.arguments.safeParse(args).success).toBe(isAccepted);
});
