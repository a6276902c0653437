import { expect, test } from 'vitest';
import { bundles } from '../../../test/bundle-desk.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { CaptureDiff } from '../captures/capture-diff.ts';
import { CaptureQueue } from '../captures/capture-queue.ts';
import { CaptureReader } from '../captures/capture-reader.ts';
import { openLog } from '../http/log.ts';
import { Links } from '../people/links.ts';
import { Sessions } from '../people/sessions.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import type { Store } from '../store/database.ts';
import { dayMs, type RetentionLimits } from '../captures/removed-captures.ts';
import { Retention } from './retention.ts';

const roomy: RetentionLimits = { days: 400, gigabytes: 2000 };

interface Taken {
  readonly version: string;
  readonly workload?: string;
  readonly kind?: 'head' | 'replicate';
  readonly namespace?: string;
  readonly outcome?: 'pushed' | 'failed';
  readonly bytes?: number;
}

class Scene {
  readonly store: Store;
  readonly clock: ManualClock;
  readonly log: string[] = [];
  readonly reader: CaptureReader;
  readonly queue: CaptureQueue;
  isSettled = true;

  constructor(store: Store, clock: ManualClock) {
    this.store = store;
    this.clock = clock;
    this.reader = new CaptureReader(store, clock, { limits: roomy });
    this.queue = new CaptureQueue(store, clock);
  }

  retention(limits: Partial<RetentionLimits> = {}): Retention {
    return new Retention({
      store: this.store,
      limits: { ...roomy, ...limits },
      // A thousand bytes, so that a test can exceed some.
      gigabyte: 1000,
      time: { believedNow: () => this.clock.now(), isSettled: () => this.isSettled },
      log: openLog('debug', { write: (line) => this.log.push(line) }),
    });
  }

  /** One capture a day. */
  async take(taken: Taken): Promise<string> {
    const { version, workload = 'api', kind = 'head', namespace, outcome = 'pushed', bytes = 1000 } = taken;
    this.clock.advance(dayMs);
    const body = { workload, version, env: 'prod', kind, duration_sec: 60, warmup_sec: 5 } as const;
    const answer = await this.queue.enqueue('acme', body, { type: 'token', name: 'ci' });
    if (answer.answer !== 'queued') throw new Error('not queued');
    const report = { request_id: answer.id, outcome, reason: { code: 'measured', text: 'It was measured.' } };
    const bundle = { id: `bundle of ${answer.id}`, bytes: new Uint8Array(bytes), recorded: false, namespace };
    await this.queue.recordOutcome({
      organization: 'acme',
      instance: 'node-1',
      report,
      bundle: outcome === 'pushed' ? bundle : undefined,
    });
    return answer.id;
  }

  /** Which of these are still there, by the names given. */
  async left(ids: Readonly<Record<string, string>>): Promise<string[]> {
    const rows = await this.store.db.selectFrom('capture_requests').select('id').execute();
    const known = new Set(rows.map(({ id }) => id));
    return Object.keys(ids).filter((name) => known.has(ids[name] ?? ''));
  }

  async countBundles(): Promise<number> {
    return (await this.store.db.selectFrom('bundles').select('id').execute()).length;
  }
}

describeOnBothStores('retention', (under) => {
  const play = (work: (scene: Scene) => Promise<void>): Promise<void> => {
    const clock = new ManualClock();
    return under.with(clock, async (store) => {
      await new ProfilerSettings(store, clock).change('acme', true, { id: 'p', name: 'Olga' });
      await work(new Scene(store, clock));
    });
  };

  test('removes by age what has ended, and keeps what the next comparison starts from', () =>
    play(async (scene) => {
      const ids = {
        ancient: await scene.take({ version: '1' }),
        failed: await scene.take({ version: '2', outcome: 'failed' }),
        elsewhere: await scene.take({ version: '1', namespace: 'other' }),
        baseline: await scene.take({ version: '2' }),
        baselineReplicate: await scene.take({ version: '2', kind: 'replicate' }),
        only: await scene.take({ version: '7', workload: 'worker' }),
        head: await scene.take({ version: '3' }),
        headReplicate: await scene.take({ version: '3', kind: 'replicate' }),
      };
      scene.clock.advance(401 * dayMs);
      const open = await scene.queue.enqueue(
        'acme',
        { workload: 'api', version: '4', env: 'prod', kind: 'head', duration_sec: 60, warmup_sec: 5 },
        { type: 'token', name: 'ci' },
      );
      expect(await scene.retention().run()).toEqual({ byAge: 2, bySize: 0, orphans: 0 });
      expect(await scene.left({ ...ids, open: open.answer === 'queued' ? open.id : '' })).toEqual([
        'elsewhere',
        'baseline',
        'baselineReplicate',
        'only',
        'head',
        'headReplicate',
        'open',
      ]);
      expect(await scene.countBundles()).toBe(6);
      expect(await scene.retention().run()).toEqual({ byAge: 0, bySize: 0, orphans: 0 });
    }));

  test('leaves alone what is not older than the limit', () =>
    play(async (scene) => {
      const id = await scene.take({ version: '1', outcome: 'failed' });
      scene.clock.advance(400 * dayMs);
      await scene.retention().run();
      expect(await scene.left({ id })).toEqual(['id']);
      scene.clock.advance(1);
      await scene.retention().run();
      expect(await scene.left({ id })).toEqual([]);
    }));

  test('removes by size the oldest first and no more than is needed', () =>
    play(async (scene) => {
      const ids: Record<string, string> = {};
      for (let version = 1; version <= 60; version += 1) ids[version] = await scene.take({ version: `${version}` });
      expect(await scene.retention({ gigabytes: 25 }).run()).toMatchObject({ byAge: 0, bySize: 35 });
      expect((await scene.left(ids))[0]).toBe('36');
      expect(await scene.countBundles()).toBe(25);
    }));

  test('says so when what it keeps is more than the limit', () =>
    play(async (scene) => {
      await scene.take({ version: '1' });
      await scene.take({ version: '2' });
      expect(await scene.retention({ gigabytes: 1 }).run()).toMatchObject({ bySize: 0 });
      expect(scene.log.join('')).toContain('exceed FAROL_RETENTION_GB');
    }));

  test('answers 410 where a removed capture is asked for, with when, why and the variable', () =>
    play(async (scene) => {
      const gone = await scene.take({ version: '1.41' });
      await scene.take({ version: '1.42' });
      await scene.take({ version: '1.43' });
      scene.clock.advance(401 * dayMs);
      await scene.retention().run();
      const day = new Date(scene.clock.now()).toISOString().slice(0, 10);
      const problem = {
        status: 410,
        code: 'capture_removed',
        message: expect.stringContaining(
          `The capture of api 1.41 was removed by retention on ${day}: it was older than 400 days (FAROL_RETENTION_DAYS).`,
        ) as string,
        removed: { reason: 'age', variable: 'FAROL_RETENTION_DAYS', limit: 400 },
      };
      await expect(scene.reader.find('acme', gone)).rejects.toMatchObject(problem);
      await expect(scene.reader.bundle('acme', gone)).rejects.toMatchObject(problem);
      expect(await scene.reader.find('other', gone)).toBeUndefined();
      const diff = new CaptureDiff(scene.store, bundles, { spacingMs: 0, clock: scene.clock });
      const between = (from: string | undefined, to: string | undefined) =>
        diff.read('acme', { workload: 'api', env: 'prod', from, to });
      await expect(between('1.41', '1.43')).rejects.toMatchObject(problem);
      await expect(between(undefined, '1.41')).rejects.toMatchObject(problem);
      await expect(between('1.40', '1.43')).rejects.toMatchObject({ status: 404, code: 'no_baseline' });
      await expect(between(undefined, '1.42')).rejects.toMatchObject({
        status: 404,
        code: 'no_baseline',
        message: expect.stringContaining('FAROL_RETENTION_DAYS') as string,
        removed: { version: '1.41' },
      });
    }));

  test('lets the list say up to when it was removed', () =>
    play(async (scene) => {
      await scene.take({ version: '1' });
      const before = new Date(scene.clock.now()).toISOString();
      await scene.take({ version: '2' });
      await scene.take({ version: '3' });
      const retentionOf = async () => (await scene.reader.list('acme', { limit: 5 })).retention;
      expect(await retentionOf()).toEqual({ days: 400, gigabytes: 2000 });
      scene.clock.advance(401 * dayMs);
      await scene.retention().run();
      expect(await retentionOf()).toEqual({ days: 400, gigabytes: 2000, removed_until: before });
    }));

  test('removes nothing by age soon after the clock jumped ahead', () =>
    play(async (scene) => {
      const id = await scene.take({ version: '1', outcome: 'failed' });
      scene.clock.advance(401 * dayMs);
      scene.isSettled = false;
      expect(await scene.retention().run()).toMatchObject({ byAge: 0 });
      expect(scene.log.join('')).toContain('jumped ahead');
      expect(await scene.left({ id })).toEqual(['id']);
    }));

  test('counts what comparisons read beside a bundle, and removes it with the bundle', () =>
    play(async (scene) => {
      const [oldest] = [await scene.take({ version: '1' }), await scene.take({ version: '2' })];
      await scene.take({ version: '3' });
      const retention = scene.retention({ gigabytes: 4 });
      expect(await retention.run()).toMatchObject({ bySize: 0 });
      await scene.store.db
        .insertInto('capture_vectors')
        .values({ organization_id: 'acme', bundle_id: `bundle of ${oldest}`, format: 1, bytes: new Uint8Array(1500) })
        .execute();
      expect(await retention.run()).toMatchObject({ bySize: 1 });
      expect(await scene.store.db.selectFrom('capture_vectors').select('bundle_id').execute()).toEqual([]);
    }));

  test('removes bundles that no capture names, and only those', () =>
    play(async (scene) => {
      await scene.take({ version: '1' });
      for (const id of ['left', 'fresh']) {
        await scene.store.db
          .insertInto('bundles')
          .values({ organization_id: 'acme', id, bytes: new Uint8Array(10), stored_at: scene.clock.now() })
          .execute();
        if (id === 'left') scene.clock.advance(2 * 3_600_000);
      }
      expect(await scene.retention().run()).toMatchObject({ orphans: 1 });
      const rows = await scene.store.db.selectFrom('bundles').select('id').orderBy('id').execute();
      expect(rows.map(({ id }) => id)).toEqual([expect.stringMatching(/^bundle of/u), 'fresh']);
    }));

  test('removes sessions that expired and links a month after their end, and keeps the others', () =>
    play(async (scene) => {
      const { store, clock } = scene;
      const person = { id: 'p', organization_id: 'acme', name: 'Ana', role: 'member', created_at: 0, removed_at: null };
      await store.db
        .insertInto('people')
        .values({ ...person, role: 'member' })
        .execute();
      await new Sessions(store, clock, { idleHours: 12, maxHours: 24 }).open('p', { way: 'link' });
      const links = new Links(store, clock);
      const mint = () => links.mint({ organization: 'acme', name: 'x', role: 'member', createdBy: 'Olga' });
      const old = await mint();
      const used = await mint();
      await links.consume(used.token.reveal());
      clock.advance(20 * dayMs);
      const open = await mint();
      await scene.retention().run();
      expect(await store.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
      await expect(links.consume(old.token.reveal())).rejects.toMatchObject({ code: 'link_expired' });
      clock.advance(12 * dayMs);
      await scene.retention().run();
      const left = await store.db.selectFrom('one_time_links').select('id').execute();
      expect(left).toEqual([{ id: open.id }]);
    }));

  test('of two processes at once each capture is removed once', () =>
    play(async (scene) => {
      for (let version = 1; version <= 45; version += 1) await scene.take({ version: `${version}`, outcome: 'failed' });
      scene.clock.advance(401 * dayMs);
      const runs = await Promise.all([scene.retention().run(), scene.retention().run()]);
      await scene.retention().run();
      expect(await scene.store.db.selectFrom('capture_requests').select('id').execute()).toEqual([]);
      expect(await scene.store.db.selectFrom('removed_captures').select('id').execute()).toHaveLength(45);
      expect(runs.every(({ byAge }) => byAge <= 45)).toBe(true);
    }));
});
