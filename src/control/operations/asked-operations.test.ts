import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { Store } from '../store/database.ts';
import { AskedOperations, askedLimits } from './asked-operations.ts';
import { WriteAgents } from './write-agents.ts';

const asked = { organization: 'acme', asker: 'ana', key: 'key-1', digest: 'd1' };
const answer = (value: unknown, isFinal = true) => ({
  status: 200,
  body: Buffer.from(JSON.stringify({ value })),
  isFinal,
});
const never = (): never => {
  throw new Error('it must not run again');
};

async function addReplica({ db }: Store, id: string): Promise<void> {
  await db.insertInto('replicas').values({ id, started_at: 1, lease_until: Number.MAX_SAFE_INTEGER }).execute();
}

describeOnBothStores('an Idempotency-Key', (stores) => {
  test('returns the answer that was given, at any replica, and refuses another question', () =>
    stores.with(new ManualClock(), async (store) => {
      const clock = new ManualClock();
      const here = new AskedOperations(store, clock, 'here');
      const there = new AskedOperations(store, clock, 'there');
      expect(await here.once(asked, async () => answer(1))).toEqual({
        status: 200,
        body: Buffer.from('{"value":1}'),
        isRepeated: false,
      });
      for (const one of [here, there]) {
        expect(await one.once(asked, never)).toEqual({
          status: 200,
          body: Buffer.from('{"value":1}'),
          isRepeated: true,
        });
        await expect(one.once({ ...asked, digest: 'd2' }, never)).rejects.toMatchObject({
          status: 422,
          code: 'idempotency_key_reused',
          field: 'Idempotency-Key',
        });
      }
    }));

  test('belongs to one asker of one organization', () =>
    stores.with(new ManualClock(), async (store) => {
      const here = new AskedOperations(store, new ManualClock(), 'here');
      await here.once(asked, async () => answer(1));
      expect(await here.once({ ...asked, asker: 'bea' }, async () => answer(2))).toMatchObject({ isRepeated: false });
    }));

  test('is free again when no answer came, or one that invites another try', () =>
    stores.with(new ManualClock(), async (store) => {
      const here = new AskedOperations(store, new ManualClock(), 'here');
      await expect(here.once(asked, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
      expect(await here.once(asked, async () => answer('rate limited', false))).toMatchObject({ isRepeated: false });
      expect(await here.once(asked, async () => answer(3))).toEqual({
        status: 200,
        body: Buffer.from('{"value":3}'),
        isRepeated: false,
      });
    }));

  test('waits for the answer that is being made instead of making a second one', () =>
    stores.with(new ManualClock(), async (store) => {
      const clock = new ManualClock();
      await addReplica(store, 'here');
      const here = new AskedOperations(store, clock, 'here');
      const made = Promise.withResolvers<ReturnType<typeof answer>>();
      const first = here.once(asked, () => made.promise);
      await expect.poll(() => store.db.selectFrom('asked_operations').selectAll().execute()).toHaveLength(1);
      let isWaiting = true;
      const second = here.once(asked, async () => never()).finally(() => (isWaiting = false));
      const ticking = (async () => {
        while (isWaiting) {
          clock.advance(200);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      })();
      made.resolve(answer(4));
      expect(await first).toMatchObject({ isRepeated: false });
      expect(await second).toEqual({ status: 200, body: Buffer.from('{"value":4}'), isRepeated: true });
      await ticking;
    }));

  test('is taken over from a replica that died, whose late answer is discarded', () =>
    stores.with(new ManualClock(), async (store) => {
      const clock = new ManualClock();
      const made = Promise.withResolvers<ReturnType<typeof answer>>();
      const dead = new AskedOperations(store, clock, 'dead').once(asked, () => made.promise);
      const refused = dead.catch((error: unknown) => error);
      await expect.poll(() => store.db.selectFrom('asked_operations').selectAll().execute()).toHaveLength(1);
      const here = new AskedOperations(store, clock, 'here');
      expect(await here.once(asked, async () => answer('mine'))).toMatchObject({
        body: Buffer.from('{"value":"mine"}'),
      });
      made.resolve(answer('late'));
      expect(await refused).toMatchObject({ status: 409, code: 'operation_running' });
      expect(await here.once(asked, never)).toMatchObject({ body: Buffer.from('{"value":"mine"}'), isRepeated: true });
    }));

  test('says so when the answer was too large to be stored, and never gives another one', () =>
    stores.with(new ManualClock(), async (store) => {
      const here = new AskedOperations(store, new ManualClock(), 'here');
      await here.once(asked, async () => answer('x'.repeat(askedLimits.bodyBytes)));
      await expect(here.once(asked, never)).rejects.toMatchObject({ status: 409, code: 'answer_not_stored' });
    }));

  test('is forgotten after a day', () =>
    stores.with(new ManualClock(), async (store) => {
      const clock = new ManualClock();
      const here = new AskedOperations(store, clock, 'here');
      await here.once(asked, async () => answer(1));
      clock.advance(askedLimits.keptMs + 1);
      expect(await here.once(asked, async () => answer(2))).toMatchObject({
        body: Buffer.from('{"value":2}'),
        isRepeated: false,
      });
    }));

  test('of an organization with too many answers loses the oldest answers, not the keys', () =>
    stores.with(new ManualClock(), async (store) => {
      const clock = new ManualClock();
      const here = new AskedOperations(store, clock, 'here');
      const text = 'x'.repeat(askedLimits.bodyBytes - 100);
      const count = Math.ceil(askedLimits.organizationBytes / text.length) + 1;
      for (let index = 0; index < count; index++) {
        clock.advance(1);
        await here.once({ ...asked, key: `key-${index}` }, async () => answer(text));
      }
      await here.prune('acme');
      await expect(here.once({ ...asked, key: 'key-0' }, never)).rejects.toMatchObject({ code: 'answer_not_stored' });
      expect(await here.once({ ...asked, key: `key-${count - 1}` }, never)).toMatchObject({ isRepeated: true });
    }));
});

describeOnBothStores('a write', (stores) => {
  test('belongs to the first Agent that it was meant for, of a hundred that claim it at once', () =>
    stores.with(new ManualClock(), async (store) => {
      const writes = new WriteAgents(store, new ManualClock());
      const write = { organization: 'acme', operation: 'tickets.addComment', idempotencyKey: 'a-key-of-16-chars' };
      expect(await writes.find(write)).toBeUndefined();
      const held = await Promise.all(Array.from({ length: 100 }, (_, index) => writes.bind(write, `agent-${index}`)));
      expect(new Set(held.map(({ instance }) => instance)).size).toBe(1);
      expect(await writes.find(write)).toEqual(held[0]);
      expect(await writes.find({ ...write, operation: 'tickets.create' })).toBeUndefined();
    }));
});
