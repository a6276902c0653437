import { expect, test } from 'vitest';
import { bundles } from '../../../test/bundle-desk.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { storeInstance } from '../../../test/store-instance.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { TakingHub } from '../../../test/taking-hub.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import type { Store } from '../store/database.ts';
import { OwnerTable } from '../replicas/owner-table.ts';
import { OfferStore } from './offer-store.ts';
import { CaptureQueue } from './capture-queue.ts';
import { CaptureReader } from './capture-reader.ts';
import { CaptureOffers } from './capture-offers.ts';

const hourMs = 3_600_000;
const body = { workload: 'api', version: '1.41', env: '', kind: 'head', duration_sec: 60, warmup_sec: 5 } as const;
const by = { type: 'token', name: 'pipeline' } as const;

describeOnBothStores('a request that nobody takes', (under) => {
  interface Scene {
    readonly store: Store;
    readonly clock: ManualClock;
    readonly queue: CaptureQueue;
    readonly hub: TakingHub;
    readonly captureOffers: CaptureOffers;
    readonly request: () => Promise<string>;
    readonly find: (id: string) => ReturnType<CaptureReader['find']>;
    /** Lets the offers do what is due, until the record has ended or an offer was sent. */
    readonly run: (id: string) => Promise<void>;
  }

  const play = (scene: (scene: Scene) => Promise<void>): Promise<void> => {
    const clock = new ManualClock();
    return under.with(clock, async (store) => {
      await new ProfilerSettings(store, clock).change('acme', true, { id: 'p', name: 'Olga' });
      const queue = new CaptureQueue(store, clock);
      const hub = new TakingHub();
      const errors: unknown[] = [];
      const reader = new CaptureReader(store, clock);
      const captureOffers = new CaptureOffers({
        queue,
        offers: new OfferStore(store, new OwnerTable(store, clock), clock),
        hub,
        listOwn: () => hub.live().map((session) => ({ ...session, epoch: 1 })),
        bundles,
        clock,
        onError: (error) => errors.push(error),
        onChange: () => undefined,
      });
      let isStarted = false;
      try {
        await scene({
          store,
          clock,
          queue,
          hub,
          captureOffers,
          find: (id) => reader.find('acme', id),
          request: async () => {
            const answer = await queue.enqueue('acme', body, by);
            if (answer.answer !== 'queued') throw new Error('the request was not queued');
            return answer.id;
          },
          run: async (id) => {
            if (isStarted) captureOffers.wake();
            else captureOffers.start();
            isStarted = true;
            await expect
              .poll(async () => hub.sent.size > 0 || (await reader.find('acme', id))?.status !== 'queued')
              .toBe(true);
          },
        });
        expect(errors).toEqual([]);
      } finally {
        await captureOffers.stop();
      }
    });
  };

  const enrol = (store: Store, instance: string, lastSeenAt: number | null) =>
    storeInstance(store.db, 'acme', instance, { class: 'profiler', last_seen_at: lastSeenAt });

  test('is not offered to a Profiler that connects after 14 days, also right after an outage; it has failed: expired', () =>
    play(async ({ clock, hub, request, find, run }) => {
      const id = await request();
      clock.advance(14 * 24 * hourMs);
      hub.connect('node-1');
      await run(id);
      expect([...hub.sent]).toEqual([]);
      expect(await find(id)).toMatchObject({ status: 'failed', reason: { code: 'expired' } });
    }));

  test('is offered until 24 hours have passed and not after', () =>
    play(async ({ clock, hub, request, find, run }) => {
      const id = await request();
      clock.advance(24 * hourMs - 1);
      hub.connect('node-1');
      await run(id);
      expect([...hub.sent]).toEqual(['capture.start 1.41 to node-1']);
      expect((await find(id))?.status).toBe('queued');
    }));

  test('fails while it waits, without any Profiler, and says that none is enrolled and who acts', () =>
    play(async ({ clock, request, find, run }) => {
      const id = await request();
      clock.advance(24 * hourMs);
      await run(id);
      const text = (await find(id))?.reason?.text;
      expect(text).toContain('24 hours (FAROL_CAPTURE_EXPIRY_HOURS)');
      expect(text).toContain('No Profiler is enrolled');
    }));

  test('says whether a Profiler was connected while it waited', () =>
    play(async ({ store, clock, request, find, run }) => {
      await enrol(store, 'node-1', clock.now() - hourMs);
      await enrol(store, 'node-2', null);
      const lonely = await request();
      clock.advance(24 * hourMs);
      await run(lonely);
      expect((await find(lonely))?.reason?.text).toContain('No Profiler was connected in that time');
      const watched = await request();
      clock.advance(hourMs);
      await store.db
        .updateTable('instances')
        .set({ last_seen_at: clock.now() })
        .where('instance', '=', 'node-2')
        .execute();
      clock.advance(23 * hourMs);
      await run(watched);
      expect((await find(watched))?.reason?.text).toContain('node-2 was connected in that time');
    }));

  test('makes room for the same request again, also before the expiry run', () =>
    play(async ({ clock, request, find }) => {
      const old = await request();
      clock.advance(24 * hourMs);
      const again = await request();
      expect(again).not.toBe(old);
      expect(await find(old)).toMatchObject({ status: 'failed', reason: { code: 'expired' } });
      expect((await find(again))?.status).toBe('queued');
    }));

  test('can be cancelled, and a Profiler that measures for it is ordered to stop', () =>
    play(async ({ hub, captureOffers, request, find, run }) => {
      const id = await request();
      hub.connect('node-1');
      await run(id);
      await expect.poll(async () => (await find(id))?.progress?.step).toBe('running');
      await captureOffers.cancel('acme', id, { label: 'Ana (member)', doer: { id: 'ana', name: 'Ana' } });
      expect(await find(id)).toMatchObject({ status: 'failed', reason: { code: 'cancelled' } });
      expect([...hub.sent]).toContain('capture.abort  to node-1');
    }));

  test('that one Profiler has taken is offered no further after that time, and its outcome still counts', () =>
    play(async ({ clock, hub, queue, request, find, run }) => {
      const id = await request();
      await queue.apply('acme', id, { trigger: 'taken', instance: 'node-9' });
      clock.advance(14 * 24 * hourMs);
      hub.connect('node-1');
      const other = await queue.enqueue('acme', { ...body, version: '1.43' }, by);
      await run(id);
      expect([...hub.sent]).toEqual(['capture.start 1.43 to node-1']);
      expect(other.answer).toBe('queued');
      const reason = { code: 'measured', text: 'It was measured.' };
      await queue.recordOutcome({
        organization: 'acme',
        instance: 'node-9',
        report: { request_id: id, outcome: 'nothing_to_push', reason },
        bundle: undefined,
      });
      expect((await find(id))?.status).toBe('nothing_to_push');
    }));
});
