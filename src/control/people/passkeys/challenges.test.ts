/** What a ticket of an open sign-in is accepted for, by replicas that share a store and its keys. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnBothStores } from '../../../../test/stores.ts';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { Secret } from '../../../core/secret.ts';
import { CommandKeys } from '../../keys/command-keys.ts';
import { KeyCustody } from '../../keys/key-custody.ts';
import { finishRotation, rotateCommandKey, type RotationDeps } from '../../keys/rotation.ts';
import { makeStoreKey, StoreKey } from '../../keys/store-key.ts';
import { openStore, type Store } from '../../store/database.ts';
import { Challenges, challengeMs, ssoMs } from './challenges.ts';
import type { Purpose } from './ticket.ts';

const minuteMs = 60_000;
const signIn: Purpose = { to: 'sign_in' };
const ana: Purpose = { to: 'add_passkey', of: 'ana' };

let folder: string;
let offsetMs = 0;
const clock: Clock = { ...systemClock, now: () => Date.now() + offsetMs };

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'farol-challenges-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Replica extends RotationDeps {
  readonly challenges: Challenges;
}

async function startReplica(store: Store, storeKey: StoreKey | undefined): Promise<Replica> {
  const custody = await KeyCustody.open({ store, dataDir: folder, storeKey, clock, onImported: () => undefined });
  const keys = await CommandKeys.open({ store, custody, clock });
  return { store, custody, clock, challenges: new Challenges({ db: store.db, clock, keys }) };
}

/** With a character of another value at this place. */
function tamper(ticket: Secret, at: number): Secret {
  const text = ticket.reveal();
  return new Secret(text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1));
}

describeOnBothStores('a ticket', (stores) => {
  /** Two replicas, each with its own connection to one store and its own keys in memory. */
  const withReplicas = (
    work: (one: Replica, other: Replica, startAnother: () => Promise<Replica>) => Promise<void>,
  ): Promise<void> =>
    stores.with(clock, async (store, url) => {
      const storeKey = StoreKey.parse(makeStoreKey());
      const second = await openStore(url, { clock });
      try {
        const startAnother = (): Promise<Replica> => startReplica(store, storeKey);
        await work(await startAnother(), await startReplica(second, storeKey), startAnother);
      } finally {
        await second.close();
      }
    });
  const countUsed = async ({ store }: Replica): Promise<number> =>
    (await store.db.selectFrom('used_tickets').select('id').execute()).length;

  test('costs no row while it is open, and another replica accepts it, once', () =>
    withReplicas(async (one, other) => {
      const { ticket, challenge } = one.challenges.issue(signIn);
      expect(await countUsed(one)).toBe(0);
      expect(challenge).toMatch(/^[\w-]{43}$/u);
      expect(await other.challenges.take(ticket, signIn)).toBe(challenge);
      for (const { challenges } of [one, other]) expect(await challenges.take(ticket, signIn)).toBeUndefined();
      expect(await countUsed(one)).toBe(1);
    }));

  test('is accepted after a restart, from the files of the data directory', () =>
    stores.with(clock, async (store, url) => {
      const { ticket, challenge } = (await startReplica(store, undefined)).challenges.issue(signIn);
      const next = await openStore(url, { clock });
      expect(await (await startReplica(next, undefined)).challenges.take(ticket, signIn)).toBe(challenge);
      await next.close();
      await rm(path.join(folder, 'command-key.pem'));
    }));

  test('that two replicas use at once is accepted by one of them', () =>
    withReplicas(async (one, other) => {
      for (let round = 0; round < 10; round += 1) {
        const { ticket, challenge } = one.challenges.issue(signIn);
        const all = await Promise.all(
          [one, other, one, other].map(({ challenges }) => challenges.take(ticket, signIn)),
        );
        expect(all.filter((taken) => taken !== undefined)).toEqual([challenge]);
      }
    }));

  test('for something else, or of somebody else, is refused and stores nothing', () =>
    withReplicas(async (one) => {
      const purposes: readonly Purpose[] = [
        signIn,
        { to: 'sso' },
        ana,
        { to: 'add_passkey', of: 'bea' },
        { to: 'choose_organization', of: 'ana' },
      ];
      for (const made of purposes) {
        for (const asked of purposes.filter((purpose) => purpose !== made)) {
          expect(await one.challenges.take(one.challenges.issue(made).ticket, asked)).toBeUndefined();
        }
      }
      expect(await countUsed(one)).toBe(0);
    }));

  test('that was changed anywhere, or that another installation made, is refused and stores nothing', () =>
    withReplicas(async (one) => {
      const { ticket, challenge } = one.challenges.issue(signIn);
      for (let at = 0; at < ticket.reveal().length; at += 1) {
        expect(await one.challenges.take(tamper(ticket, at), signIn)).toBeUndefined();
      }
      for (const text of ['', 'A'.repeat(80), ticket.reveal().slice(1), `${ticket.reveal()}A`]) {
        expect(await one.challenges.take(new Secret(text), signIn)).toBeUndefined();
      }
      await withReplicas(async ({ challenges }) => {
        expect(await one.challenges.take(challenges.issue(signIn).ticket, signIn)).toBeUndefined();
      });
      expect(await countUsed(one)).toBe(0);
      expect(await one.challenges.take(ticket, signIn)).toBe(challenge);
    }));

  test('that has expired is refused and stores nothing, and rows of used ones go', () =>
    withReplicas(async (one) => {
      const { challenges } = one;
      await challenges.take(challenges.issue(signIn).ticket, signIn);
      const [open, bySso] = [challenges.issue(signIn), challenges.issue({ to: 'sso' })];
      offsetMs += challengeMs;
      expect(await challenges.take(open.ticket, signIn)).toBeUndefined();
      expect(await countUsed(one)).toBe(1);
      offsetMs += ssoMs - challengeMs - minuteMs;
      expect(await challenges.take(bySso.ticket, { to: 'sso' })).toBe(bySso.challenge);
      const late = challenges.issue({ to: 'sso' });
      offsetMs += ssoMs;
      expect(await challenges.take(late.ticket, { to: 'sso' })).toBeUndefined();
      await challenges.take(challenges.issue(signIn).ticket, signIn);
      expect(await countUsed(one)).toBe(1);
    }));

  test('that was used is still known where the clock of another replica is ahead', () =>
    withReplicas(async (one, other) => {
      const { ticket } = one.challenges.issue(signIn);
      await one.challenges.take(ticket, signIn);
      offsetMs += challengeMs + minuteMs;
      await other.challenges.take(other.challenges.issue(signIn).ticket, signIn);
      offsetMs -= challengeMs + minuteMs;
      expect(await one.challenges.take(ticket, signIn)).toBeUndefined();
    }));

  test('that was made while the clock was wrongly ahead is refused after it was set right', () =>
    withReplicas(async (one) => {
      offsetMs += 60 * minuteMs;
      const { ticket } = one.challenges.issue(signIn);
      offsetMs -= 60 * minuteMs;
      expect(await one.challenges.take(ticket, signIn)).toBeUndefined();
    }));

  test('outlives a change of the command key, also at a replica that has not heard of it, until the former key ends', () =>
    withReplicas(async (one, other, startAnother) => {
      const [before, late] = [one.challenges.issue(signIn), one.challenges.issue(signIn)];
      await rotateCommandKey(one);
      const changed = await startAnother();
      const after = changed.challenges.issue(signIn);
      expect(await other.challenges.take(after.ticket, signIn)).toBe(after.challenge);
      expect(await changed.challenges.take(before.ticket, signIn)).toBe(before.challenge);
      await finishRotation(one, { strand: true });
      expect(await (await startAnother()).challenges.take(late.ticket, signIn)).toBeUndefined();
    }));
});
