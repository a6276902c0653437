import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores, type StoreUnderTest } from '../../../test/stores.ts';
import type { Clock } from '../../core/clock.ts';
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import { CaptureQueue, type Enqueued } from './capture-queue.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import type { Store } from '../store/database.ts';
import { CaptureReader } from './capture-reader.ts';

const by = { type: 'token', name: 'pipeline' } as const;
const body = {
  workload: 'checkout',
  version: '1',
  env: 'prod',
  kind: 'head',
  duration_sec: 60,
  warmup_sec: 5,
} as const;

function idOf(answer: Enqueued): string {
  if (answer.answer !== 'queued') throw new Error('the request was not queued');
  return answer.id;
}

const admin = { id: 'p', name: 'Olga' };

/** With the Profiler enabled, as every request needs it. */
function enabled(given: StoreUnderTest): StoreUnderTest {
  return {
    dialect: given.dialect,
    with: (clock: Clock, work: (store: Store, url: string) => Promise<void>) =>
      given.with(clock, async (opened, url) => {
        await new ProfilerSettings(opened, clock).change('acme', true, admin);
        await work(opened, url);
      }),
  };
}

function failure(request_id: string, text: string): CaptureOutcome {
  return { request_id, outcome: 'failed', reason: { code: 'collector_failed', text } };
}

describeOnBothStores('the capture queue', (bare) => {
  const store = enabled(bare);

  test('makes one request of a hundred identical ones at once [P-STATE-2] [P-RES-3]', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const answers = await Promise.all(Array.from({ length: 100 }, () => queue.enqueue('acme', body, by)));
      expect(new Set(answers.map(idOf)).size).toBe(1);
      expect(answers.filter((one) => one.answer === 'queued' && !one.deduped)).toHaveLength(1);
      expect((await new CaptureReader(opened, new ManualClock()).list('acme', { limit: 200 })).captures).toHaveLength(
        1,
      );
    }));

  test('takes a difference in any field of the identity for another request', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const first = idOf(await queue.enqueue('acme', body, by));
      const others = [
        { ...body, workload: 'Checkout' },
        { ...body, version: '2' },
        { ...body, env: '' },
        { ...body, kind: 'replicate' as const },
        { ...body, duration_sec: 61 },
        { ...body, warmup_sec: 6 },
        { ...body, image: `sha256:${'a'.repeat(64)}` },
        { ...body, image: `sha256:${'b'.repeat(64)}` },
      ];
      const ids = await Promise.all(others.map(async (other) => idOf(await queue.enqueue('acme', other, by))));
      expect(new Set([first, ...ids]).size).toBe(9);
      const repeated = await Promise.all(others.map(async (other) => idOf(await queue.enqueue('acme', other, by))));
      expect(repeated).toEqual(ids);
    }));

  test('refuses the 21st request of an hour with the seconds until there is room, and not a repeated one [P-LIM-1] [P-ERR-4]', async () => {
    const clock = new ManualClock();
    await store.with(clock, async (opened) => {
      const queue = new CaptureQueue(opened, clock);
      for (let index = 0; index < 20; index++) {
        expect(await queue.enqueue('acme', { ...body, version: `${index}` }, by)).toMatchObject({ answer: 'queued' });
        clock.advance(60_000);
      }
      // The first of the twenty is twenty minutes old.
      expect(await queue.enqueue('acme', { ...body, version: '20' }, by)).toEqual({
        answer: 'over_ceiling',
        retryAfterSec: 2400,
      });
      expect(await queue.enqueue('acme', { ...body, version: '3' }, by)).toMatchObject({
        answer: 'queued',
        deduped: true,
      });
      clock.advance(2_399_000);
      expect(await queue.enqueue('acme', { ...body, version: '20' }, by)).toEqual({
        answer: 'over_ceiling',
        retryAfterSec: 1,
      });
      clock.advance(1000);
      expect(await queue.enqueue('acme', { ...body, version: '20' }, by)).toMatchObject({
        answer: 'queued',
        deduped: false,
      });
    });
  });

  test('lets an operator choose how many requests an hour has', () =>
    store.with(new ManualClock(), async (opened) => {
      const [queue, reader] = [
        new CaptureQueue(opened, new ManualClock(), { perHour: 3 }),
        new CaptureReader(opened, new ManualClock(), { perHour: 3 }),
      ];
      const answers = [];
      for (const version of ['1', '2', '3', '4']) answers.push(await queue.enqueue('acme', { ...body, version }, by));
      expect(answers.map(({ answer }) => answer)).toEqual(['queued', 'queued', 'queued', 'over_ceiling']);
      expect((await reader.list('acme', { limit: 1 })).hour).toMatchObject({ left: 0, of: 3 });
    }));

  test('counts no request that found nothing to push, up to ten times as many', () =>
    store.with(new ManualClock(), async (opened) => {
      const clock = new ManualClock();
      const queue = new CaptureQueue(opened, clock, { perHour: 3 });
      const reader = new CaptureReader(opened, clock, { perHour: 3 });
      const declined = [{ instance: 'node-1', reason: { code: 'no_such_process', text: 'Not there.' } }];
      const ask = (version: number) => queue.enqueue('acme', { ...body, version: `${version}` }, by);
      for (let index = 0; index < 28; index++) {
        clock.advance(1000);
        await queue.apply('acme', idOf(await ask(index)), { trigger: 'declined', declined });
        expect((await reader.list('acme', { limit: 1 })).hour).toEqual({ left: 3, of: 3 });
      }
      expect(idOf(await ask(100))).toBeDefined();
      expect(idOf(await ask(101))).toBeDefined();
      expect(await ask(102)).toEqual({ answer: 'over_ceiling', retryAfterSec: 3600 - 27 });
      expect((await reader.list('acme', { limit: 1 })).hour).toMatchObject({ left: 0, of: 3 });
    }));

  test('knows what used the hour, the most first', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock(), { perHour: 4 });
      for (const [workload, version] of [
        ['quotes', '1'],
        ['checkout', '1'],
        ['checkout', '2'],
        ['basket', '1'],
      ] as const) {
        await queue.enqueue('acme', { ...body, workload, version }, by);
      }
      expect(await queue.hourUse('acme')).toEqual({
        perHour: 4,
        workloads: [
          { workload: 'checkout', requests: 2 },
          { workload: 'basket', requests: 1 },
          { workload: 'quotes', requests: 1 },
        ],
      });
    }));

  test('keeps the ceiling when forty different requests arrive at once', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => queue.enqueue('acme', { ...body, version: `${index}` }, by)),
      );
      expect(answers.filter(({ answer }) => answer === 'queued')).toHaveLength(20);
    }));

  test('stores the first outcome of a node and ignores every later one [P-STATE-4] [P-OUT-1]', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const reader = new CaptureReader(opened, new ManualClock());
      const id = idOf(await queue.enqueue('acme', body, by));
      await queue.apply('acme', id, { trigger: 'taken', instance: 'node-1' });
      const report = { organization: 'acme', instance: 'node-1', bundle: undefined };
      const reports = ['first', 'second', 'third'].map((text) =>
        queue.recordOutcome({ ...report, report: failure(id, text) }),
      );
      expect((await Promise.all(reports)).filter(Boolean)).toHaveLength(1);
      expect(await queue.recordOutcome({ ...report, report: failure(id, 'late') })).toBe(false);
      expect(await queue.apply('acme', id, { trigger: 'disabled' })).toEqual({ changed: false, abort: [] });
      const record = await reader.find('acme', id);
      expect(record).toMatchObject({ status: 'failed', outcome: 'failed', requested_by: by });
      expect(record?.instances).toHaveLength(1);
      expect(record?.reason?.text).toBe(record?.instances[0]?.reason.text);
    }));

  test('waits for every node that took the request and lists each with its own result', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const reader = new CaptureReader(opened, new ManualClock());
      const id = idOf(await queue.enqueue('acme', body, by));
      await queue.apply('acme', id, { trigger: 'taken', instance: 'node-1' });
      await queue.apply('acme', id, { trigger: 'taken', instance: 'node-2' });
      const pushed = {
        request_id: id,
        outcome: 'pushed',
        reason: { code: 'measured', text: 'It was measured.' },
      } as const;
      const bundle = { id: 'a'.repeat(64), bytes: Uint8Array.of(1, 2), recorded: false, namespace: undefined };
      await queue.recordOutcome({
        organization: 'acme',
        instance: 'node-2',
        report: failure(id, 'no luck'),
        bundle: undefined,
      });
      expect(await reader.find('acme', id)).toMatchObject({
        status: 'queued',
        progress: { step: 'running', taken_by: ['node-1', 'node-2'] },
      });
      await queue.recordOutcome({ organization: 'acme', instance: 'node-1', report: pushed, bundle });
      expect(await reader.find('acme', id)).toMatchObject({
        status: 'pushed',
        reason: { code: 'measured', text: 'It was measured. node-2: no luck' },
        instances: [{ instance: 'node-1', bundle_id: bundle.id }, { instance: 'node-2' }],
      });
      expect((await reader.bundle('acme', id))?.id).toBe(bundle.id);
    }));

  test('shows nothing of one organization to another', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const reader = new CaptureReader(opened, new ManualClock());
      await opened.db.insertInto('organizations').values({ id: 'other', name: 'other', created_at: 1 }).execute();
      const id = idOf(await queue.enqueue('acme', body, by));
      expect(await reader.find('other', id)).toBeUndefined();
      expect((await reader.list('other', { limit: 10 })).captures).toEqual([]);
      expect(
        await queue.recordOutcome({
          organization: 'other',
          instance: 'x',
          report: failure(id, 'forged'),
          bundle: undefined,
        }),
      ).toBe(false);
      expect(await reader.find('acme', id)).toMatchObject({ status: 'queued', progress: { step: 'waiting' } });
    }));

  test('pages through the list without losing or repeating a record', async () => {
    const clock = new ManualClock();
    await store.with(clock, async (opened) => {
      const queue = new CaptureQueue(opened, clock);
      const reader = new CaptureReader(opened, new ManualClock());
      for (let index = 0; index < 11; index++) {
        await queue.enqueue('acme', { ...body, version: `${index}` }, by);
        // Several records share a time.
        if (index % 3 === 0) clock.advance(1000);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await reader.list('acme', { limit: 4, cursor });
        seen.push(...page.captures.map(({ request_id }) => request_id));
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(seen).toHaveLength(11);
      expect(new Set(seen).size).toBe(11);
    });
  });

  test('inserts nothing once the Profiler is disabled, however the two meet', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const settings = new ProfilerSettings(opened, new ManualClock());
      const disable = async (): Promise<readonly string[]> => {
        await settings.change('acme', false, admin);
        return queue.listOpenOf('acme');
      };
      const requests = Array.from({ length: 15 }, (_, index) =>
        queue.enqueue('acme', { ...body, version: `${index}` }, by),
      );
      const [open, ...answers] = await Promise.all([disable(), ...requests]);
      const queued = answers.filter(({ answer }) => answer === 'queued').map(idOf);
      expect(open.toSorted()).toEqual(queued.toSorted());
      expect(await queue.enqueue('acme', { ...body, version: 'later' }, by)).toEqual({ answer: 'not_enabled' });
    }));

  test('ends a wait for room within the hour when the clock was set back', async () => {
    const clock = new ManualClock();
    await store.with(clock, async (opened) => {
      for (let index = 0; index < 20; index++) {
        await new CaptureQueue(opened, clock).enqueue('acme', { ...body, version: `${index}` }, by);
      }
      const early = new CaptureQueue(opened, new ManualClock(clock.now() - 7_200_000));
      expect(await early.enqueue('acme', { ...body, version: '20' }, by)).toEqual({
        answer: 'over_ceiling',
        retryAfterSec: 3600,
      });
    });
  });

  test('shows each node that declined when all of them did', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const id = idOf(await queue.enqueue('acme', body, by));
      const declined = [
        { instance: 'node-1', reason: { code: 'not_in_target_list', text: 'Not listed.' } },
        { instance: 'node-2', reason: { code: 'no_such_process', text: 'Not there.' } },
      ];
      await queue.apply('acme', id, { trigger: 'declined', declined });
      expect(await new CaptureReader(opened, new ManualClock()).find('acme', id)).toMatchObject({
        outcome: 'nothing_to_push',
        reason: { code: 'no_such_process', text: expect.stringContaining('node-2: Not there.') as string },
        instances: [
          { instance: 'node-1', outcome: 'failed', reason: { code: 'not_in_target_list' } },
          { instance: 'node-2', outcome: 'nothing_to_push' },
        ],
      });
    }));
});
