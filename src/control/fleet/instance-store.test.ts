import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { storeInstance } from '../../../test/store-instance.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { Store } from '../store/database.ts';
import { InstanceStore } from './instance-store.ts';

const address = { organization: 'acme', instance: 'edge-1' };
const startMs = Date.UTC(2026, 0, 1);
const found = {
  ...address,
  class: 'profiler',
  publicKey: 'key of edge-1',
  enrolledAt: startMs,
  state: 'active',
} as const;
const description = { versions: { profiler: '1.0.0' }, catalogDigest: 'digest', targets: 3 };

describeOnBothStores('instances', (under) => {
  const withInstances = (
    names: readonly string[],
    work: (instances: InstanceStore, clock: ManualClock) => Promise<void>,
  ) => {
    const clock = new ManualClock(startMs);
    return under.with(clock, async (store) => {
      for (const name of names) await enrol(store, name, clock.now());
      await work(new InstanceStore(store, clock), clock);
    });
  };
  const enrol = (store: Store, instance: string, enrolledAt: number) =>
    storeInstance(store.db, 'acme', instance, {
      class: 'profiler',
      public_key: `key of ${instance}`,
      enrolled_at: enrolledAt,
      token_id: 'token',
    });
  const timesAt = (clock: ManualClock) => ({ challengedAt: clock.now(), now: clock.now() });

  test('an instance is listed with what it said when it last connected', () =>
    withInstances(['edge-1', 'edge-0'], async (instances, clock) => {
      await instances.claimGeneration(found, { generation: 1, committed: 0, lineage: 'a' }, timesAt(clock));
      clock.advance(1_000);
      expect(await instances.commitGeneration(found, { generation: 1, now: clock.now(), description })).toBe(true);
      const list = await instances.list('acme');
      expect(list.map(({ instance }) => instance)).toEqual(['edge-0', 'edge-1']);
      expect(list[1]).toMatchObject({ version: '1.0.0', targets: 3, lastSeenAt: clock.now(), lockedAt: undefined });
      expect(await instances.list('other')).toEqual([]);
      clock.advance(60_000);
      await instances.touch([address]);
      expect((await instances.list('acme'))[1]?.lastSeenAt).toBe(clock.now());
    }));

  describe('a stale generation', () => {
    test('locks the instance, and it stays locked for every later claim', () =>
      withInstances(['edge-1'], async (instances, clock) => {
        await instances.claimGeneration(found, { generation: 1, committed: 0, lineage: 'a' }, timesAt(clock));
        await instances.commitGeneration(found, { generation: 1, now: clock.now(), description });
        clock.advance(60_000);
        const copy = { generation: 2, committed: 0, lineage: 'a' };
        expect(await instances.claimGeneration(found, copy, timesAt(clock))).toEqual({
          result: 'locked',
          isNew: true,
        });
        const original = { generation: 2, committed: 1, lineage: 'b' };
        expect(await instances.claimGeneration(found, original, timesAt(clock))).toEqual({
          result: 'locked',
          isNew: false,
        });
        expect(await instances.find(address)).toMatchObject({ state: 'locked' });
        expect(await instances.list('acme')).toMatchObject([{ lockedAt: clock.now() }]);
        expect(await instances.listStandings(clock.now())).toEqual([
          { ...address, enrolledAt: startMs, state: 'locked' },
        ]);
      }));

    test('is not found where a hello was only late', () =>
      withInstances(['edge-1'], async (instances, clock) => {
        const challengedAt = clock.now();
        clock.advance(5_000);
        await instances.claimGeneration(found, { generation: 2, committed: 0, lineage: 'a' }, timesAt(clock));
        await instances.commitGeneration(found, { generation: 2, now: clock.now(), description });
        clock.advance(3_000);
        const late = { generation: 1, committed: 0, lineage: 'a' };
        const times = { challengedAt, now: clock.now() };
        expect(await instances.claimGeneration(found, late, times)).toEqual({ result: 'late' });
        expect(await instances.find(address)).toMatchObject({ state: 'active' });
      }));
  });

  test('of two copies that claim at once, never both are accepted and committed', () =>
    withInstances(['edge-1'], async (instances, clock) => {
      // Both hold generation 0; each claims in a lineage of its own.
      const claims = Array.from({ length: 20 }, (_, at) => ({ generation: 1, committed: 0, lineage: `lineage ${at}` }));
      const results = await Promise.all(claims.map((claim) => instances.claimGeneration(found, claim, timesAt(clock))));
      expect(results.filter(({ result }) => result === 'accepted')).toHaveLength(1);
    }));

  test('a commit counts only for the generation that was claimed last and for an active instance', () =>
    withInstances(['edge-1'], async (instances, clock) => {
      const session = { now: clock.now(), description };
      await instances.claimGeneration(found, { generation: 1, committed: 0, lineage: 'a' }, timesAt(clock));
      await instances.claimGeneration(found, { generation: 2, committed: 0, lineage: 'a' }, timesAt(clock));
      expect(await instances.commitGeneration(found, { ...session, generation: 1 })).toBe(false);
      expect(await instances.commitGeneration(found, { ...session, generation: 2 })).toBe(true);
      await instances.revoke('acme', 'edge-1');
      expect(await instances.commitGeneration(found, { ...session, generation: 2 })).toBe(false);
    }));

  test('a revoked instance is denied, keeps its first time of revocation, and is unknown to others', () =>
    withInstances(['edge-1'], async (instances, clock) => {
      expect(await instances.revoke('other', 'edge-1')).toBe(false);
      expect(await instances.revoke('acme', 'edge-1')).toBe(true);
      const at = clock.now();
      clock.advance(1_000);
      expect(await instances.revoke('acme', 'edge-1')).toBe(true);
      expect(await instances.list('acme')).toMatchObject([{ revokedAt: at }]);
      expect(await instances.listStandings(clock.now())).toEqual([
        { ...address, enrolledAt: startMs, state: 'revoked' },
      ]);
      const claim = { generation: 1, committed: 0, lineage: 'a' };
      expect(await instances.claimGeneration(found, claim, timesAt(clock))).toEqual({ result: 'revoked' });
      expect(await instances.find({ ...address, organization: 'other' })).toBeUndefined();
    }));

  test('a session of an earlier enrolment neither claims nor commits', () =>
    withInstances(['edge-1'], async (instances, clock) => {
      const claim = { generation: 1, committed: 0, lineage: 'a' };
      const earlier = { ...found, enrolledAt: startMs - 1 };
      expect(await instances.claimGeneration(earlier, claim, timesAt(clock))).toEqual({ result: 'late' });
      await instances.claimGeneration(found, claim, timesAt(clock));
      const session = { generation: 1, now: clock.now(), description };
      expect(await instances.commitGeneration(earlier, session)).toBe(false);
      expect(await instances.commitGeneration(found, session)).toBe(true);
      expect(await instances.listStandings(startMs - 1)).toEqual([
        { ...address, enrolledAt: startMs, state: 'active' },
      ]);
    }));
});
