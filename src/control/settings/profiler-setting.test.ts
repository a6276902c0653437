import { expect, test } from 'vitest';
import { describeOnBothStores } from '../../../test/stores.ts';
import { ensureOrganization } from '../people/organization.ts';
import type { Store } from '../store/database.ts';
import { ProfilerSettings } from './profiler-setting.ts';

let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now, monotonic: () => 0, after: () => () => {} };
const olga = { id: 'person-1', name: 'Olga' };
const ana = { id: 'person-2', name: 'Ana' };
describeOnBothStores('the Profiler setting', (stores) => {
  const on = (work: (parts: Parts) => Promise<void>): Promise<void> =>
    stores.with(clock, async (store) => work(await openParts(store)));

  test('is disabled until a person enables it', () =>
    on(async ({ acme, settings }) => {
      expect(await settings.read(acme)).toEqual({ enabled: false });
    }));

  test('records every change with its author and time [P-AUTH-2]', () =>
    on(async ({ acme, settings }) => {
      await settings.change(acme, true, olga);
      now += 60_000;
      await settings.change(acme, false, ana);
      expect(await settings.history(acme, 10)).toEqual([
        { enabled: false, changed_by: 'Ana', changed_at: new Date(now).toISOString() },
        { enabled: true, changed_by: 'Olga', changed_at: new Date(now - 60_000).toISOString() },
      ]);
      expect(await settings.read(acme)).toMatchObject({ enabled: false, changed_by: 'Ana' });
    }));

  test('saying what holds already is no change', () =>
    on(async ({ acme, settings }) => {
      expect((await settings.change(acme, false, olga)).changed).toBe(false);
      const results = await Promise.all(Array.from({ length: 5 }, () => settings.change(acme, true, olga)));
      expect(results.filter(({ changed }) => changed)).toHaveLength(1);
      expect(await settings.history(acme, 10)).toHaveLength(1);
    }));

  test('the newest change holds also when the clock was set back', () =>
    on(async ({ acme, settings }) => {
      await settings.change(acme, true, olga);
      now -= 3_600_000;
      await settings.change(acme, false, olga);
      expect(await settings.read(acme)).toMatchObject({ enabled: false });
    }));

  test('one organization does not decide for another', () =>
    on(async ({ store, acme, settings }) => {
      const globex = (await ensureOrganization(store, 'globex', clock)).id;
      await settings.change(acme, true, olga);
      expect(await settings.read(globex)).toEqual({ enabled: false });
      expect(await settings.listEnabled()).toEqual(new Set([acme]));
      await settings.change(globex, true, olga);
      await settings.change(acme, false, olga);
      expect(await settings.listEnabled()).toEqual(new Set([globex]));
    }));
});

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(store: Store) {
  const { id: acme } = await ensureOrganization(store, 'acme', clock);
  return { store, acme, settings: new ProfilerSettings(store, clock) };
}
