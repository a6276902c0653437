import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { EnrolledInstance } from '../../tunnel/session/session-store.ts';
import type { Store } from '../store/database.ts';
import { OwnerTable } from './owner-table.ts';
import { type Refreshed, SessionDirectory } from './session-directory.ts';

const description = { versions: { agent: '1' }, catalogDigest: undefined, targets: undefined };

interface Scene {
  readonly directory: SessionDirectory;
  readonly reads: Refreshed[];
  /** Begins a session. Returns its epoch. */
  readonly claim: (organization: string, instance: string, generation: number) => Promise<number>;
  readonly release: (organization: string, instance: string, epoch: number, isMoving: boolean) => Promise<void>;
}

async function withScene(store: Store, play: (scene: Scene) => Promise<void>): Promise<void> {
  const clock = new ManualClock();
  const lease = { id: 'a', started_at: 1, lease_until: Number.MAX_SAFE_INTEGER };
  await store.db.insertInto('replicas').values(lease).execute();
  await store.db.insertInto('organizations').values({ id: 'globex', name: 'globex', created_at: 1 }).execute();
  const owners = new OwnerTable(store, clock);
  const reads: Refreshed[] = [];
  await play({
    directory: new SessionDirectory(owners, clock, (refreshed) => reads.push(refreshed)),
    reads,
    claim: async (organization, instance, generation) => {
      const found = { organization, instance, class: 'agent', enrolledAt: 1 } as unknown as EnrolledInstance;
      return (await owners.claim('a', found, { generation, now: 1, description })) ?? 0;
    },
    release: (organization, instance, epoch, isMoving) =>
      owners.release('a', { organization, instance }, { epoch, isMoving }),
  });
}

const changesOf = ({ changes }: Pick<Refreshed, 'changes'>) =>
  changes.map(({ session, live }) => `${live ? 'begun' : 'ended'} ${session.instance} ${session.epoch}`);

describeOnBothStores('the directory of sessions', (stores) => {
  const on = (play: (scene: Scene) => Promise<void>): Promise<void> =>
    stores.with(new ManualClock(), (store) => withScene(store, play));

  test('reads what is named and nothing else', () =>
    on(async ({ directory, reads, claim, release }) => {
      const first = await claim('acme', 'one', 1);
      await claim('acme', 'two', 1);
      await claim('globex', 'one', 1);
      await directory.refresh();
      expect(reads.map(changesOf)).toEqual([['begun one 1', 'begun two 1', 'begun one 1']]);
      expect(reads[0]?.parts).toBeUndefined();
      await claim('acme', 'two', 2);
      await release('acme', 'one', first, true);
      await directory.refresh([{ organization: 'acme', instance: 'one' }]);
      expect(changesOf(reads[1] ?? { changes: [] })).toEqual(['ended one 1']);
      expect(directory.live({ organization: 'acme' }).map(({ instance, epoch }) => [instance, epoch])).toEqual([
        ['two', 1],
      ]);
      expect(directory.isMoving({ organization: 'acme', class: 'agent', instance: 'one' })).toBe(true);
      expect(directory.isMoving({ organization: 'acme', class: 'agent', instance: 'two' })).toBe(false);
      expect(directory.isMoving({ organization: 'acme', class: 'agent' })).toBe(true);
      expect(directory.isMoving({ organization: 'acme', class: 'profiler' })).toBe(false);
      await directory.refresh([{ organization: 'acme' }]);
      expect(changesOf(reads[2] ?? { changes: [] })).toEqual(['ended two 1', 'begun two 2']);
      expect(directory.find({ organization: 'globex', instance: 'one' })?.epoch).toBe(1);
    }));

  test('one read serves all callers that asked before it began, and none that asked later', () =>
    on(async ({ directory, reads, claim }) => {
      await claim('acme', 'one', 1);
      const first = directory.refresh([{ organization: 'acme', instance: 'one' }]);
      const shared = [
        directory.refresh([{ organization: 'acme', instance: 'two' }]),
        directory.refresh([{ organization: 'globex' }]),
      ];
      await Promise.all([first, ...shared]);
      expect(reads).toHaveLength(1);
      expect(reads[0]?.parts).toHaveLength(3);
      const running = directory.refresh();
      await claim('acme', 'two', 1);
      await running;
      await directory.refresh([{ organization: 'acme', instance: 'two' }]);
      expect(directory.find({ organization: 'acme', instance: 'two' })?.epoch).toBe(1);
    }));

  test('more than a statement should name is read as everything', () =>
    on(async ({ directory, reads, claim }) => {
      await claim('acme', 'one', 1);
      await directory.refresh(Array.from({ length: 201 }, (_one, at) => ({ organization: 'x', instance: `i${at}` })));
      expect(reads[0]?.parts).toBeUndefined();
      expect(directory.find({ organization: 'acme', instance: 'one' })?.epoch).toBe(1);
    }));
});
