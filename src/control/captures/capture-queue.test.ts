import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { CaptureOutcome } from '../../tunnel/messages.ts';
import { CaptureQueue, type Enqueued } from './capture-queue.ts';
import { CaptureReader } from './capture-reader.ts';
import { reasonOf } from './reasons.ts';

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

function failure(request_id: string, text: string): CaptureOutcome {
  return { request_id, outcome: 'failed', reason: { code: 'collector_failed', text } };
}

describeOnBothStores('the capture queue', (store) => {
  test('makes one request of a hundred identical ones at once [P-STATE-2] [P-RES-3]', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const answers = await Promise.all(Array.from({ length: 100 }, () => queue.enqueue('acme', body, by)));
      expect(new Set(answers.map(idOf)).size).toBe(1);
      expect(answers.filter((one) => one.answer === 'queued' && !one.deduped)).toHaveLength(1);
      expect((await new CaptureReader(opened).list('acme', { limit: 200 })).captures).toHaveLength(1);
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
      ];
      const ids = await Promise.all(others.map(async (other) => idOf(await queue.enqueue('acme', other, by))));
      expect(new Set([first, ...ids]).size).toBe(7);
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
      const reader = new CaptureReader(opened);
      const id = idOf(await queue.enqueue('acme', body, by));
      await queue.recordTaken(id, 'node-1');
      const report = { organization: 'acme', instance: 'node-1', bundle: undefined };
      const reports = ['first', 'second', 'third'].map((text) =>
        queue.recordOutcome({ ...report, report: failure(id, text) }),
      );
      expect((await Promise.all(reports)).filter(Boolean)).toHaveLength(1);
      expect(await queue.recordOutcome({ ...report, report: failure(id, 'late') })).toBe(false);
      expect(await queue.finish(id, { outcome: 'failed', reason: reasonOf('profiler_disabled') })).toBe(false);
      const record = await reader.find('acme', id);
      expect(record).toMatchObject({ status: 'failed', outcome: 'failed', requested_by: by });
      expect(record?.instances).toHaveLength(1);
      expect(record?.reason?.text).toBe(record?.instances[0]?.reason.text);
    }));

  test('waits for every node that took the request and lists each with its own result', () =>
    store.with(new ManualClock(), async (opened) => {
      const queue = new CaptureQueue(opened, new ManualClock());
      const reader = new CaptureReader(opened);
      const id = idOf(await queue.enqueue('acme', body, by));
      await queue.recordTaken(id, 'node-1');
      await queue.recordTaken(id, 'node-2');
      const pushed = {
        request_id: id,
        outcome: 'pushed',
        reason: { code: 'measured', text: 'It was measured.' },
      } as const;
      const bundle = { id: 'a'.repeat(64), bytes: Uint8Array.of(1, 2), recorded: false };
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
      const reader = new CaptureReader(opened);
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
      const reader = new CaptureReader(opened);
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
});
