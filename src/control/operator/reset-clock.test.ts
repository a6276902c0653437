import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { CaptureQueue } from '../captures/capture-queue.ts';
import { BootstrapTokenStore } from '../enrolment/bootstrap-tokens.ts';
import { Links } from '../people/links.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import type { Store } from '../store/database.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { raiseMark, readMark } from '../clock/clock-mark.ts';
import { resetClock } from './reset-clock.ts';
import { SteadyClock } from '../clock/steady-clock.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 10, 24);
const body = { workload: 'api', version: '1', env: '', kind: 'head', duration_sec: 60, warmup_sec: 5 } as const;
const noWait = () => Promise.resolve();

const mintRead = async (store: Store, clock: ManualClock | SteadyClock, expiresInHours: number | undefined) =>
  (
    await new AccessTokens(store.db, clock).create({
      organization: 'acme',
      kind: 'read',
      name: 'x',
      createdBy: 'test',
      expiresInHours,
    })
  ).value.reveal();

describeOnBothStores('resetting the clock', (under) => {
  test('after it was 48 h ahead: what had expired stays dead, what was made meanwhile keeps its lifetime', () =>
    under.with(new ManualClock(start), async (store) => {
      const wall = new ManualClock(start);
      const expired = await mintRead(store, wall, 24);
      const valid = await mintRead(store, wall, 24 * 30);
      const endless = await mintRead(store, wall, undefined);
      wall.jump(48 * hourMs);
      const ahead = new SteadyClock(wall);
      const made = await mintRead(store, ahead, 10);
      const link = await new Links(store, ahead).mint({
        organization: 'acme',
        name: 'x',
        role: 'member',
        createdBy: 'test',
      });
      const bootstrap = new BootstrapTokenStore(store, ahead);
      await bootstrap.create({ organization: 'acme', class: 'agent', name: 'x', createdBy: 'test', expiresInHours: 5 });
      await new ProfilerSettings(store, ahead).change('acme', true, { id: 'p', name: 'Olga' });
      await new CaptureQueue(store, ahead).enqueue('acme', body, { type: 'token', name: 'ci' });
      await raiseMark(store.db, { at: ahead.now(), jumpedAt: ahead.now() });

      wall.jump(-48 * hourMs);
      const reset = await resetClock(store, wall, noWait);
      expect(reset).toEqual({ result: 'reset', from: start + 48 * hourMs, to: start });
      expect(await readMark(store.db)).toEqual({ at: start, jumpedAt: undefined });

      const clock = new SteadyClock(wall, start);
      const tokens = new AccessTokens(store.db, clock);
      const isValid = async (value: string) => (await tokens.authenticate('read', value)) !== undefined;
      expect(await isValid(expired)).toBe(false);
      expect(await isValid(valid)).toBe(true);
      expect(await isValid(endless)).toBe(true);
      wall.advance(9 * hourMs);
      expect(await isValid(made)).toBe(true);
      wall.advance(hourMs);
      expect(await isValid(made)).toBe(false);
      await expect(new Links(store, clock).consume(link.token.reveal())).rejects.toThrow(/expired/u);
      expect(await bootstrap.list('acme')).toMatchObject([{ expires_at: '2026-11-24T05:00:00.000Z' }]);
      const { requested_at } = await store.db
        .selectFrom('capture_requests')
        .select('requested_at')
        .executeTakeFirstOrThrow();
      expect(requested_at).toBe(start);
    }));

  test('is refused while a control plane still raises the mark', () =>
    under.with(new ManualClock(start), async (store) => {
      await raiseMark(store.db, { at: start + hourMs, jumpedAt: undefined });
      const raise = () => raiseMark(store.db, { at: start + hourMs + 10_000, jumpedAt: undefined });
      expect(await resetClock(store, new ManualClock(start), raise)).toEqual({ result: 'in_use' });
      expect((await readMark(store.db))?.at).toBe(start + hourMs + 10_000);
    }));

  test('changes nothing when the mark is not ahead of the clock of the machine', () =>
    under.with(new ManualClock(start), async (store) => {
      await raiseMark(store.db, { at: start, jumpedAt: undefined });
      const kept = await mintRead(store, new ManualClock(start - 48 * hourMs), 24);
      const wall = new ManualClock(start);
      expect(await resetClock(store, wall, noWait)).toEqual({ result: 'not_ahead', mark: start, machine: start });
      expect(await new AccessTokens(store.db, wall).authenticate('read', kept)).toBeUndefined();
    }));
});
