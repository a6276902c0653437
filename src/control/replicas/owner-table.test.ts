import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { ensureOrganization } from '../people/organization.ts';
import { openStore, type Store } from '../store/database.ts';
import { OwnerTable } from './owner-table.ts';

/** The order that the statement must keep: a new enrolment counts its generations from the beginning. */
function isLaterSession(
  one: { readonly enrolledAt: number; readonly generation: number },
  other: { readonly enrolledAt: number; readonly generation: number },
): boolean {
  if (one.enrolledAt !== other.enrolledAt) return one.enrolledAt > other.enrolledAt;
  return one.generation > other.generation;
}

interface LastClaim {
  readonly enrolledAt: number;
  readonly generation: number;
  readonly replica: string;
  readonly epoch: number;
  readonly isReleased: boolean;
}

const forever = Number.MAX_SAFE_INTEGER;
const description = { versions: { agent: '1.2.3' }, catalogDigest: 'abc', targets: undefined };

function enrolled(enrolledAt: number, instance = 'agent-1') {
  return { organization: 'acme', instance, class: 'agent', publicKey: '', enrolledAt, state: 'active' } as const;
}

async function addReplica({ db }: Store, id: string, leaseUntil = forever): Promise<void> {
  await db.insertInto('replicas').values({ id, started_at: 1, lease_until: leaseUntil }).execute();
}

describeOnBothStores('the owners of tunnels', (stores) => {
  test('the later session of an instance owns it, in whichever order the claims arrive, and epochs only grow', () =>
    stores.with(new ManualClock(), async (store) => {
      const owners = new OwnerTable(store, new ManualClock());
      for (const id of ['a', 'b', 'c']) await addReplica(store, id);
      const claims = fc.array(
        fc.record({
          replica: fc.constantFrom('a', 'b', 'c'),
          enrolledAt: fc.integer({ min: 1, max: 2 }),
          generation: fc.integer({ min: 1, max: 6 }),
          isReleased: fc.boolean(),
        }),
        { minLength: 1, maxLength: 8 },
      );
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(claims, async (made) => {
          const instance = `agent-${++runs}`;
          let last: LastClaim | undefined;
          for (const { replica, enrolledAt, generation, isReleased } of made) {
            const found = enrolled(enrolledAt, instance);
            const epoch = await owners.claim(replica, found, { generation, now: 1, description });
            const isLater = last === undefined || isLaterSession({ enrolledAt, generation }, last);
            expect(epoch).toBe(isLater ? (last?.epoch ?? 0) + 1 : undefined);
            const held = last;
            if (epoch !== undefined) last = { enrolledAt, generation, replica, epoch, isReleased: false };
            // A release of any epoch but the last one ends nothing.
            await owners.release(replica, found, { epoch: (held?.epoch ?? 0) - 1, isMoving: false });
            if (isReleased && last !== undefined) {
              last = { ...last, isReleased };
              await owners.release(last.replica, found, { epoch: last.epoch, isMoving: false });
            }
            const { live } = await owners.list();
            const row = live.find((one) => one.instance === instance);
            const wanted = last?.isReleased === false ? { replica: last.replica, epoch: last.epoch } : undefined;
            expect(row && { replica: row.replica, epoch: row.epoch }).toEqual(wanted);
          }
        }),
        { numRuns: 25 },
      );
    }));

  test('of a replica that goes away the instances are on their way, and of one that does not they have left', () =>
    stores.with(new ManualClock(), async (store) => {
      const owners = new OwnerTable(store, new ManualClock());
      await addReplica(store, 'a');
      for (const [instance, isMoving] of [
        ['agent-1', true],
        ['agent-2', false],
      ] as const) {
        const found = enrolled(1, instance);
        const epoch = await owners.claim('a', found, { generation: 1, now: 1, description });
        await owners.release('a', found, { epoch: epoch ?? 0, isMoving });
      }
      const { live, moving } = await owners.list();
      expect(live).toEqual([]);
      expect(moving.map(({ instance }) => instance)).toEqual(['agent-1']);
    }));

  test('a session is listed with what it said', () =>
    stores.with(new ManualClock(), async (store) => {
      const owners = new OwnerTable(store, new ManualClock());
      await addReplica(store, 'a');
      await owners.claim('a', enrolled(1), { generation: 3, now: 77, description });
      expect((await owners.list({ parts: [{ organization: 'acme' }] })).live).toEqual([
        {
          organization: 'acme',
          instance: 'agent-1',
          class: 'agent',
          generation: 3,
          ...description,
          since: 77,
          replica: 'a',
          epoch: 1,
        },
      ]);
      expect((await owners.list({ parts: [{ organization: 'globex' }] })).live).toEqual([]);
    }));
});

test('the one process of the embedded store keeps its tunnels, however long ago it started', async () => {
  const clock = new ManualClock();
  const store = await openStore('sqlite::memory:', { clock });
  try {
    const { id } = await ensureOrganization(store, 'acme', clock);
    const owners = new OwnerTable(store, clock);
    await addReplica(store, 'a', clock.now() + 6000);
    const found = { ...enrolled(1), organization: id };
    expect(await owners.claim('a', found, { generation: 1, now: clock.now(), description })).toBe(1);
    clock.advance(3_600_000);
    await owners.endDead();
    expect((await owners.list()).live).toMatchObject([{ instance: 'agent-1', replica: 'a', epoch: 1 }]);
    expect(await owners.claim('a', found, { generation: 2, now: clock.now(), description })).toBe(2);
  } finally {
    await store.close();
  }
});
