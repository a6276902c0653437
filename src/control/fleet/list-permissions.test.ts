import { expect, test } from 'vitest';
import type { HealthCheck, HealthReport } from '../../tunnel/messages.ts';
import { listPermissions } from './list-permissions.ts';

function check(source: string, change: Partial<HealthCheck>): HealthCheck {
  const lists = { affects: [], needed: [], missing: [], excess: [] };
  const said = { check: 'reads', status: 'ok' as const, summary: '', evidence: {}, remedy: '' };
  return { connector: 'aws', ...(source !== 'aws' && { source }), ...said, ...lists, ...change };
}

function report(checks: HealthCheck[], change: Partial<HealthReport> = {}): HealthReport {
  return { at: '2026-11-29T12:00:00.000Z', checks, ...change };
}

const list = (...reports: HealthReport[]) =>
  listPermissions(
    reports.map((one, at) => ({ instance: `agent-${at + 1}`, report: one })),
    { aws: 'AWS' },
  ).connectors;

test('says of each permission which sources have it, lack it, or leave it open', () => {
  const [aws] = list(
    report(
      [
        check('aws-dev', { needed: ['b', 'a'], missing: ['b'], status: 'failed', held: ['a'] }),
        check('aws-prod', {
          judged: [
            { grant: 'a', verdict: 'allowed' },
            { grant: 'b', verdict: 'undecided' },
            { grant: 'c', verdict: 'not_asked' },
          ],
          excess: ['iam:*'],
        }),
      ],
      { about: { 'aws-prod': 'Production' } },
    ),
  );
  expect(aws).toMatchObject({
    connector: 'aws',
    title: 'AWS',
    sources: [
      { source: 'aws-dev', instance: 'agent-1', allowed: 1, denied: 1, unknown: 0, excess: 0 },
      { source: 'aws-prod', about: 'Production', allowed: 1, denied: 0, unknown: 2, excess: 1 },
    ],
    grants: [
      { grant: 'a', allowed: [0, 1], denied: [], unknown: [] },
      { grant: 'b', allowed: [], denied: [0], unknown: [1] },
      { grant: 'c', allowed: [], denied: [], unknown: [1] },
    ],
    excess: [{ grant: 'iam:*', sources: [1] }],
  });
});

test('one source at two Agents is two, because each has a credential of its own', () => {
  const [aws] = list(report([check('aws', { held: ['a'] })]), report([check('aws', { missing: ['a'] })]));
  expect(aws?.sources.map(({ source, instance }) => `${source}@${instance}`)).toEqual(['aws@agent-1', 'aws@agent-2']);
  expect(aws?.grants).toEqual([{ grant: 'a', allowed: [0], denied: [1], unknown: [] }]);
});

test.each([
  ['ok', 'allowed'],
  ['degraded', 'unknown'],
  ['failed', 'unknown'],
] as const)('a permission that a check needs and does not name is, where the check is %s, %s', (status, verdict) => {
  const [aws] = list(report([check('aws', { needed: ['a'], status })]));
  expect(aws?.sources[0]).toMatchObject({ allowed: 0, denied: 0, unknown: 0, [verdict]: 1 });
});

test('where two checks judge one permission, the one that found it missing counts', () => {
  const both = [check('aws', { held: ['a'] }), check('aws', { missing: ['a'] }), check('aws', { needed: ['a'] })];
  expect(list(report(both))[0]?.grants).toEqual([{ grant: 'a', allowed: [], denied: [0], unknown: [] }]);
});

test('what is not configured has no permissions, and a shortened report is called so', () => {
  const given = list(
    report([check('aws', { status: 'skipped' }), check('a-b', { status: 'pending_configuration' })]),
    report([check('constructor', { held: ['a'] })], { shortened: true }),
  );
  expect(given).toHaveLength(1);
  expect(given[0]?.sources).toMatchObject([{ source: 'constructor', shortened: true }]);
});
