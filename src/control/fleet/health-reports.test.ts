import { expect, test } from 'vitest';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { HealthReport } from '../../tunnel/messages.ts';
import { ensureOrganization } from '../people/organization.ts';
import type { Store } from '../store/database.ts';
import { HealthReports } from './health-reports.ts';

const clock = { now: () => Date.UTC(2026, 0, 1), monotonic: () => 0, after: () => () => {} };

describeOnBothStores('health reports', (stores) => {
  const on = (work: (parts: Parts) => Promise<void>): Promise<void> =>
    stores.with(clock, async (store) => work(await openParts(store)));

  test('stores the last report of each instance, separately for each organization', () =>
    on(async ({ store, acme, health }) => {
      const globex = (await ensureOrganization(store, 'globex', clock)).id;
      await health.keep({ organization: acme, instance: 'agent-1' }, report('failed'));
      await health.keep({ organization: acme, instance: 'agent-1' }, report('ok'));
      await health.keep({ organization: globex, instance: 'agent-1' }, report('degraded'));
      expect([...(await health.read(acme))]).toEqual([['agent-1', report('ok')]]);
      expect((await health.read(globex)).get('agent-1')?.checks[0]?.status).toBe('degraded');
    }));

  test('an audit log that goes on is nothing to report, and one that went back is', () =>
    on(async ({ acme, health }) => {
      const from = { organization: acme, instance: 'agent-1' };
      const at = (seq: number, letter: string): HealthReport => ({
        ...report('ok'),
        audit: { seq, hash: letter.repeat(64) },
      });
      expect(await health.keep(from, report('ok'))).toEqual({});
      expect(await health.keep(from, at(20, 'a'))).toEqual({});
      expect(await health.keep(from, at(20, 'a'))).toEqual({});
      expect(await health.keep(from, at(21, 'b'))).toEqual({});
      expect(await health.keep(from, at(20, 'a'))).toEqual({ cutFrom: { seq: 21, hash: 'b'.repeat(64) } });
      expect(await health.keep(from, at(20, 'c'))).toEqual({ cutFrom: { seq: 20, hash: 'a'.repeat(64) } });
      expect(await health.keep({ ...from, instance: 'agent-2' }, at(1, 'd'))).toEqual({});
    }));

  test('a report in a shape of another version is left out until the next one', () =>
    on(async ({ store, acme, health }) => {
      await store.db
        .insertInto('health_reports')
        .values([
          { organization_id: acme, instance: 'agent-1', received_at: 0, report: '{"old": true}' },
          { organization_id: acme, instance: 'agent-2', received_at: 0, report: '{"old": tr' },
        ])
        .execute();
      expect((await health.read(acme)).size).toBe(0);
      await health.keep({ organization: acme, instance: 'agent-1' }, report('ok'));
      expect((await health.read(acme)).size).toBe(1);
    }));

  test('summarizes each last report, also one that another release stored without a summary or over it', () =>
    on(async ({ store, acme, health }) => {
      const needs = async (): Promise<unknown> => (await health.summaries(acme)).get('agent-1')?.first?.status;
      await health.keep({ organization: acme, instance: 'agent-1' }, report('failed'));
      expect(await needs()).toBe('failed');
      const replace = (change: { received_at?: number; report: string; summary?: null }) =>
        store.db.updateTable('health_reports').set(change).where('instance', '=', 'agent-1').execute();
      await replace({ received_at: 7, report: JSON.stringify(report('degraded')) });
      expect(await needs()).toBe('degraded');
      await replace({ summary: null, report: JSON.stringify(report('ok')) });
      expect(await needs()).toBeUndefined();
      await replace({ report: '{"cut' });
      expect((await health.summaries(acme)).size).toBe(0);
    }));

  test('reads no whole report where summaries are stored', () =>
    on(async ({ store, acme, health }) => {
      await health.keep({ organization: acme, instance: 'agent-1' }, report('failed'));
      await store.db.updateTable('health_reports').set({ report: '{"cut' }).execute();
      expect((await health.summaries(acme)).get('agent-1')?.connectors.failed).toBe(1);
    }));
});

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(store: Store) {
  const { id: acme } = await ensureOrganization(store, 'acme', clock);
  return { store, acme, health: new HealthReports(store.db, clock) };
}

function report(status: 'ok' | 'failed' | 'degraded'): HealthReport {
  return {
    at: '2026-01-01T00:00:00.000Z',
    checks: [
      {
        connector: 'grafana',
        check: 'metrics',
        status,
        summary: 'Metrics can be read.',
        affects: ['metrics.query'],
        needed: ['metrics:read'],
        missing: [],
        excess: [],
        evidence: { status: 200 },
        remedy: '',
      },
    ],
  };
}
