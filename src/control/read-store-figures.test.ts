import { expect, test } from 'vitest';
import { ManualClock } from '../../test/manual-clock.ts';
import { storeInstance } from '../../test/store-instance.ts';
import { describeOnBothStores } from '../../test/stores.ts';
import { CaptureQueue } from './captures/capture-queue.ts';
import { readStoreFigures } from './read-store-figures.ts';
import { ProfilerSettings } from './settings/profiler-setting.ts';
import type { Store } from './store/database.ts';

describeOnBothStores('figures of the store', (under) => {
  test('count captures by status and instances by class, and name the age of the oldest that waits', async () => {
    const clock = new ManualClock();
    await under.with(clock, async (store) => {
      const nothing = { queued: 0, running: 0, pushed: 0, nothing_to_push: 0, failed: 0 };
      const first = await readStoreFigures(store, clock);
      expect(Object.fromEntries(first.captures)).toEqual(nothing);
      expect(first.oldestQueuedMs).toBe(0);

      await new ProfilerSettings(store, clock).change('acme', true, { id: 'p', name: 'Olga' });
      const queue = new CaptureQueue(store, clock);
      const ids: string[] = [];
      for (const version of ['1', '2', '3', '4']) {
        const body = { workload: 'api', version, env: 'prod', kind: 'head', duration_sec: 60, warmup_sec: 5 } as const;
        const answer = await queue.enqueue('acme', body, { type: 'token', name: 'ci' });
        if (answer.answer !== 'queued') throw new Error('not queued');
        ids.push(answer.id);
        clock.advance(1000);
      }
      const [ended = '', running = ''] = ids;
      const report = { request_id: ended, outcome: 'failed', reason: { code: 'disk_full', text: 'Full.' } } as const;
      await queue.recordOutcome({ organization: 'acme', instance: 'node-1', report, bundle: undefined });
      await queue.apply('acme', running, { trigger: 'taken', instance: 'node-1' });
      await storeInstance(store.db, 'acme', 'agent-1');
      await storeInstance(store.db, 'acme', 'agent-2', { revoked_at: 1 });
      await storeInstance(store.db, 'acme', 'node-1', { class: 'profiler' });

      const { captures, oldestQueuedMs, enrolled } = await readStoreFigures(store, clock);
      expect(Object.fromEntries(captures)).toEqual({ ...nothing, queued: 2, running: 1, failed: 1 });
      expect(oldestQueuedMs).toBe(2000);
      expect(Object.fromEntries(enrolled)).toEqual({ agent: 1, profiler: 1 });
    });
  });

  test('are refused in time when the store does not answer', async () => {
    const clock = new ManualClock();
    await under.with(clock, async (store) => {
      const read = readStoreFigures(silent(store), clock);
      clock.advance(5000);
      await expect(read).rejects.toThrow('no answer within 5000 ms');
    });
  });
});

/** Its queries never end. */
function silent(store: Store): Store {
  return {
    ...store,
    db: store.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: () => new Promise<never>(() => undefined),
    }),
  };
}
