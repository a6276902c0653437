import { describe, expect, test } from 'vitest';
import type { HealthCheck } from '../../src/tunnel/messages.ts';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { operationsWith } from '../../test/contract/operations-with.ts';
import { manifest } from './manifest.ts';
import { useAzion, count, personal, requests, window } from './upstream/azion-under-test.ts';
import { denied, unauthorized } from './upstream/fake-azion.ts';

const it = useAzion();

describe('the token', () => {
  test.each([
    ['a personal one', personal, `Token ${personal}`],
    ['one that only begins so', `${personal}x`, `Bearer ${personal}x`],
    ['one of a session', 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
  ])('is sent as what it is: %s [C-PLAT-7]', async (_what, token, header) => {
    await it.open({}, token).ask('edge.listApplications', {});
    expect(it.calls[0]?.headers.authorization).toBe(header);
  });
});

describe('a refusal', () => {
  test.each([400, 200])('for a system limit asks for a narrower window, with status %i', async (status) => {
    const message = 'The query has reached a system limit';
    const body = JSON.stringify(status === 400 ? { detail: message } : { data: null, errors: [{ message }] });
    const fault = faultIn(await it.openAnswering({ status, body }).ask('edge.queryEvents', requests));
    expect(fault.code).toBe('window_too_wide');
  });

  test('with 200 is none the less one [C-EP-11]', async () => {
    const body = JSON.stringify({ data: { rows: [] }, errors: [{ message: 'Something went wrong' }] });
    const fault = faultIn(await it.openAnswering({ status: 200, body }).ask('edge.queryMetrics', count));
    expect(fault).toMatchObject({ code: 'invalid_arguments', data: { field: 'dataset' } });
  });

  test('is not seen in an entry that is called errors', async () => {
    const rows = [{ ts: '2026-11-02T10:00:00', line: '{"errors": [{"message": "x"}]}' }];
    const body = JSON.stringify({ data: { rows } });
    const question = { dataset: 'function_console', window, fields: ['line'] };
    expect(
      resultIn(await it.openAnswering({ status: 200, body }).ask('edge.queryEvents', question)).data,
    ).toMatchObject({ events: [{ fields: { line: '{"errors": [{"message": "x"}]}' } }] });
  });

  test.each([
    ['edge.listConnectors', {}, 'View Edge Connectors'],
    ['edge.listWorkloads', {}, 'View Workloads'],
    ['edge.queryMetrics', count, 'View Real-Time Metrics'],
    ['edge.queryEvents', requests, 'View Real-Time Events'],
  ])('names the permission of its own interface: %s [C-PLAT-7]', async (operation, question, grant) => {
    const fault = faultIn(await it.openAnswering(denied).ask(operation, question));
    expect(fault).toMatchObject({ code: 'permission_missing', data: { grant } });
    expect(fault.remedy).toContain(`Give ${grant} to the team`);
  });
});

describe('the checks', () => {
  const statuses = (checks: readonly HealthCheck[]): unknown[] =>
    checks.map(({ status, fault }) => fault?.code ?? status);

  test.each([unauthorized, denied])(
    'tell a missing permission on REST from a bad token, because GraphQL takes it [C-PLAT-7]',
    async (reply) => {
      const checks = await it.open({ refuses: { workspace: reply } }).check();
      const missing = 'permission_missing';
      expect(statuses(checks)).toEqual([missing, missing, missing, 'ok', 'ok']);
      expect(checks[0]?.remedy).toContain('The token is valid: GraphQL metrics and GraphQL events accept it.');
    },
  );

  test.each([unauthorized, denied])(
    'tell a missing permission on GraphQL from a bad token, because REST takes it [C-PLAT-7]',
    async (reply) => {
      const checks = await it.open({ refuses: { metrics: reply, events: reply } }).check();
      expect(statuses(checks)).toEqual(['ok', 'ok', 'ok', 'permission_missing', 'permission_missing']);
      expect(checks[3]?.remedy).toContain('The token is valid: REST workspace accepts it.');
      expect(checks[3]?.affects).toEqual(operationsWith(manifest, 'View Real-Time Metrics'));
    },
  );

  test('say of a token that nothing takes that it is rejected', async () => {
    const refuses = { workspace: unauthorized, metrics: unauthorized, events: unauthorized };
    const checks = await it.open({ refuses }).check();
    expect(new Set(statuses(checks))).toEqual(new Set(['credential_rejected']));
  });
});
