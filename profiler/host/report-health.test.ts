import { expect, test } from 'vitest';
import { HealthReport } from '../../src/tunnel/messages.ts';
import { describeHealth } from './report-health.ts';

const warning = {
  code: 'no_memory_limit',
  cause: 'No memory limit is set',
  cost: 'others may suffer',
  fix: 'Set mem_limit.',
};

test('what the boot warned of becomes a check with its cost and its remedy', () => {
  const checks = describeHealth([warning], 2);
  expect(HealthReport.safeParse({ at: '2026-01-01T00:00:00Z', checks }).success).toBe(true);
  expect(checks).toMatchObject([
    { check: 'boot', status: 'ok' },
    {
      check: 'no_memory_limit',
      status: 'degraded',
      summary: 'No memory limit is set: others may suffer.',
      remedy: 'Set mem_limit.',
    },
  ]);
});

test('a boot without warnings is one check that is in order', () => {
  expect(describeHealth([], 1).map(({ status }) => status)).toEqual(['ok']);
});

test('what costs nothing is no finding', () => {
  expect(describeHealth([{ ...warning, isHarmless: true }], 1).map(({ status }) => status)).toEqual(['ok']);
});
