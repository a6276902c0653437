/** Stored markers, on both stores. */
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { ensureOrganization } from '../people/organization.ts';
import { Retention } from '../retention/retention.ts';
import type { Store } from '../store/database.ts';
import { listMarkers } from './list-markers.ts';
import { MarkerBody } from './marker-body.ts';
import { MarkerLog, markersAnHour } from './marker-log.ts';

const token = { id: 'token-1', name: 'deploys', organization: 'acme' };
const deploy = { key: 'run-1', kind: 'deploy', workload: 'checkout', env: 'prod', version: '1.42.0' };
const incident = { key: 'INC-7', kind: 'incident', workload: 'checkout', env: 'prod', title: 'Payments time out' };
const body = (fields: object): MarkerBody => MarkerBody.parse(fields);

/** When the clock of a test begins, and minutes after it. */
const clockAt = (): { clock: ManualClock; at: (minutes: number) => string } => {
  const clock = new ManualClock();
  const start = clock.now();
  return { clock, at: (minutes) => new Date(start + minutes * 60_000).toISOString() };
};

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiProblem) return [error.status, error.code, error.field];
    throw error;
  }
  return undefined;
}

const list = (store: Store, query: Partial<Parameters<typeof listMarkers>[2]> = {}) =>
  listMarkers(store.db, 'acme', { limit: 50, ...query });

describeOnBothStores('markers', (stores) => {
  test('a request that is sent again is one marker, also when both arrive at once', () =>
    stores.with(clockAt().clock, async (store) => {
      const { clock } = clockAt();
      const log = new MarkerLog(store.db, clock);
      const both = await Promise.all([log.record(token, body(deploy)), log.record(token, body(deploy))]);
      clock.advance(60_000);
      const again = await log.record({ ...token, id: 'token-2', name: 'rotated' }, body(deploy));
      expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(again.isNew).toBe(false);
      expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1);
      const { markers } = await list(store);
      expect(markers).toHaveLength(1);
      expect(markers[0]).toMatchObject({ id: again.id, version: '1.42.0', recorded_by: 'deploys' });
    }));

  test('a key is one marker for each kind, workload and environment, and for each organization', () =>
    stores.with(clockAt().clock, async (store) => {
      const log = new MarkerLog(store.db, clockAt().clock);
      const different = [{}, { workload: 'ledger' }, { env: '' }].map((over) => body({ ...deploy, ...over }));
      const ids = await Promise.all([
        ...different.map((one) => log.record(token, one)),
        log.record(token, body({ ...incident, key: deploy.key })),
        log.record({ ...token, organization: 'globex' }, body(deploy)),
      ]);
      expect(ids.every(({ isNew }) => isNew)).toBe(true);
      expect((await list(store)).markers).toHaveLength(4);
    }));

  test('a second request with the key of an incident ends it, once', () => {
    const { clock, at } = clockAt();
    return stores.with(clock, async (store) => {
      const log = new MarkerLog(store.db, clock);
      const { id } = await log.record(token, body(incident));
      expect((await list(store)).markers[0]).not.toHaveProperty('ended_at');
      clock.advance(10 * 60_000);
      const { title: _, ...unnamed } = incident;
      expect(await log.record(token, body({ ...unnamed, ended_at: at(9) }))).toEqual({ id, isNew: false });
      expect(await log.record(token, body({ ...incident, ended_at: at(9) }))).toEqual({ id, isNew: false });
      expect((await list(store)).markers).toMatchObject([{ id, started_at: at(0), ended_at: at(9) }]);
      expect(await problemOf(log.record(token, body({ ...incident, ended_at: at(10) })))).toEqual([
        409,
        'marker_differs',
        'ended_at',
      ]);
    });
  });

  test.each([
    ['another title', { title: 'Another one' }, 409, 'title'],
    ['another address', { url: 'https://status.example.com/9' }, 409, 'url'],
    ['another beginning', { started_at: clockAt().at(-1) }, 409, 'started_at'],
    ['an end before its beginning', { ended_at: clockAt().at(-1) }, 400, 'ended_at'],
    ['an end in the future', { ended_at: clockAt().at(6) }, 400, 'ended_at'],
    ['a new key without a title', { key: 'x', title: undefined }, 400, 'title'],
    ['a new key with an end alone', { key: 'x', ended_at: clockAt().at(0) }, 400, 'started_at'],
    ['a beginning of years ago', { key: 'x', started_at: '2000-01-01T00:00:00Z' }, 400, 'started_at'],
  ])('an incident with %s is refused with its field, and changes nothing', (_what, over, status, field) =>
    stores.with(clockAt().clock, async (store) => {
      const log = new MarkerLog(store.db, clockAt().clock);
      await log.record(token, body(incident));
      const before = await list(store);
      const code = status === 409 ? 'marker_differs' : 'invalid_body';
      expect(await problemOf(log.record(token, body({ ...incident, ...over })))).toEqual([status, code, field]);
      expect(await list(store)).toEqual(before);
    }),
  );

  test('one token records so many markers in an hour, and says when it may go on; repeated ones do not count', () => {
    const { clock } = clockAt();
    return stores.with(clock, async (store) => {
      const log = new MarkerLog(store.db, clock);
      for (let at = 0; at < markersAnHour; at += 1) await log.record(token, body({ ...deploy, key: `run-${at}` }));
      await log.record(token, body({ ...deploy, key: 'run-0' }));
      const more = body({ ...deploy, key: 'more' });
      clock.advance(600_000);
      await expect(log.record(token, more)).rejects.toMatchObject({ status: 429, retryAfterSec: 3000 });
      await log.record({ ...token, id: 'token-2' }, body({ ...deploy, key: 'other' }));
      clock.advance(3_000_000);
      expect(await log.record(token, more)).toMatchObject({ isNew: true });
    });
  });

  test('are listed by what began in a span, ended in it or went on through it, page by page', () => {
    const { clock, at } = clockAt();
    return stores.with(clock, async (store) => {
      const log = new MarkerLog(store.db, clock);
      const early = { ...incident, key: 'early', started_at: at(-50), ended_at: at(-40) };
      await log.record(token, body(early));
      await log.record(token, body({ ...deploy, key: 'moment', started_at: at(-45) }));
      await log.record(token, body({ ...incident, key: 'open', title: 'open', started_at: at(-44) }));
      await log.record(token, body({ ...deploy, key: 'late', started_at: at(-10) }));
      const titles = async (query: Parameters<typeof list>[1]) =>
        (await list(store, query)).markers.map(({ started_at: started }) => started);
      const ms = (minutes: number): number => Date.parse(at(minutes));
      expect(await titles({})).toEqual([at(-10), at(-44), at(-45), at(-50)]);
      expect(await titles({ from: ms(-42), to: ms(-20) })).toEqual([at(-44), at(-50)]);
      expect(await titles({ from: ms(-39), to: ms(-20) })).toEqual([at(-44)]);
      expect(await titles({ from: ms(-44), to: ms(-44) })).toEqual([at(-50)]);
      expect(await titles({ kind: 'deploy', workload: 'checkout', env: 'prod' })).toEqual([at(-10), at(-45)]);
      expect(await titles({ workload: 'ledger' })).toEqual([]);
      const first = await list(store, { limit: 3 });
      const rest = await list(store, { limit: 3, cursor: first.next_cursor });
      expect([first, rest].map(({ markers }) => markers.length)).toEqual([3, 1]);
      expect(rest).not.toHaveProperty('next_cursor');
    });
  });

  test('of an age that captures are not stored for either are removed', () => {
    const { clock, at } = clockAt();
    return stores.with(clock, async (store) => {
      const { id } = await ensureOrganization(store, 'acme', clock);
      const log = new MarkerLog(store.db, clock);
      const own = { ...token, organization: id };
      await log.record(own, body({ ...deploy, key: 'old', started_at: at(-31 * 24 * 60) }));
      await log.record(own, body({ ...deploy, key: 'new', started_at: at(-29 * 24 * 60) }));
      const retention = new Retention({
        store,
        limits: { days: 30, gigabytes: 1 },
        time: { believedNow: () => clock.now(), isSettled: () => true },
        log: { info: () => undefined, warn: () => undefined, error: () => undefined } as never,
      });
      await retention.run();
      const left = await listMarkers(store.db, id, { limit: 50 });
      expect(left.markers.map(({ started_at: started }) => started)).toEqual([at(-29 * 24 * 60)]);
    });
  });
});
