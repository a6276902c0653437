import { expect, test } from 'vitest';
import type { HealthCheck } from '../../tunnel/messages.ts';
import { summarizeReport } from './summarize-report.ts';

const check = (connector: string, status: HealthCheck['status'], more: Partial<HealthCheck> = {}): HealthCheck => ({
  connector,
  check: `${connector}-${status}`,
  status,
  summary: 'What was found.',
  affects: [],
  needed: [],
  missing: [],
  excess: [],
  evidence: {},
  remedy: '',
  ...more,
});

test('a connector is counted once, by the worst of its checks', () => {
  const { connectors } = summarizeReport({
    checks: [
      check('grafana', 'ok'),
      check('grafana', 'failed'),
      check('slack', 'skipped'),
      check('slack', 'ok'),
      check('aws', 'degraded'),
      check('vercel', 'pending_configuration'),
      check('jira', 'skipped'),
    ],
  });
  expect(connectors).toEqual({ failed: 1, degraded: 1, pending: 1, ok: 1, skipped: 1 });
});

test('what failed is needed before what waits, in the words of its remedy, or of its finding without one', () => {
  const failed = check('aws', 'failed', { remedy: 'Attach the policy.' });
  const checks = [check('vercel', 'pending_configuration'), check('aws', 'degraded'), failed];
  expect(summarizeReport({ checks }).first).toEqual({
    connector: 'aws',
    check: 'aws-failed',
    status: 'failed',
    text: 'Attach the policy.',
  });
  expect(summarizeReport({ checks: checks.slice(0, 1) }).first?.text).toBe('What was found.');
});

test('what is well or was skipped needs nobody', () => {
  expect(summarizeReport({ checks: [check('aws', 'ok'), check('slack', 'skipped')] }).first).toBeUndefined();
});

test('a remedy of any length takes little room', () => {
  const { first } = summarizeReport({ checks: [check('aws', 'failed', { remedy: 'x'.repeat(100_000) })] });
  expect(first?.text.length).toBe(501);
});
