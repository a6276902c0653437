import { expect, test } from 'vitest';
import { describeOnBothStores } from '../../../test/stores.ts';
import type { Secret } from '../../core/secret.ts';
import type { Role } from '../api/api.ts';
import type { Store } from '../store/database.ts';
import { Links, renderLink } from './links.ts';
import { Members } from './members.ts';
import { ensureOrganization, openOrganization } from './organization.ts';
import { mintOwnerLink } from './owner-link.ts';
import { mintSession } from './session-cookie.ts';
import { Sessions } from './sessions.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 1);
let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now, monotonic: () => 0, after: () => () => {} };

describeOnBothStores('people', (stores) => {
  const on = (work: (parts: Parts) => Promise<void>): Promise<void> =>
    stores.with(clock, async (store) => {
      now = start;
      await work(await openParts(store));
    });

  test('a restart finds the organization it made', () =>
    on(async ({ store, acme }) => {
      const again = await Promise.all(Array.from({ length: 5 }, () => ensureOrganization(store, 'acme', clock)));
      expect(again).toEqual(again.map(() => acme));
    }));

  test('a restart without a name opens the first organization instead of making another', () =>
    on(async ({ store, acme }) => {
      now += 1;
      await ensureOrganization(store, 'aaa', clock);
      expect(await openOrganization(store, undefined, clock)).toEqual(acme);
      expect(await openOrganization(store, 'aaa', clock)).toMatchObject({ name: 'aaa' });
    }));

  test('an invitation makes its person once, however many use it at the same moment', () =>
    on(async ({ acme, links, members, invite }) => {
      const { token } = await invite('Ana', 'admin');
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => links.consume(token.reveal())));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await members.list(acme.id)).toMatchObject([{ name: 'Ana', role: 'admin' }]);
      await expect(links.consume(token.reveal())).rejects.toMatchObject({ status: 401, code: 'link_used' });
      expect((await links.listOpen(acme.id)).invitations).toEqual([]);
    }));

  test('a link works for a day, then is refused as expired', () =>
    on(async ({ acme, links, invite }) => {
      const { token } = await invite('Ana', 'member');
      now += 24 * hourMs - 1;
      expect((await links.listOpen(acme.id)).invitations).toHaveLength(1);
      now += 1;
      await expect(links.consume(token.reveal())).rejects.toMatchObject({ status: 401, code: 'link_expired' });
      expect((await links.listOpen(acme.id)).invitations).toEqual([]);
    }));

  test('a caller without the link learns nothing of it', () =>
    on(async ({ links, invite }) => {
      const { id, token } = await invite('Ana', 'member');
      const used = token.reveal();
      await links.consume(used);
      const forged = used.replace(/_[a-z2-7]{52}_.*/u, `_${'a'.repeat(52)}_00000000`);
      for (const guess of ['', id, forged, `${used}x`, used.replace('rlink', 'rpcap')]) {
        await expect(links.consume(guess)).rejects.toMatchObject({ status: 401, code: 'link_invalid' });
      }
    }));

  test('the link carries its secret in the fragment only', () =>
    on(async ({ invite }) => {
      const { token } = await invite('Ana', 'member');
      const url = new URL(renderLink('https://farol.example', token));
      expect(url.hash.slice(1)).toBe(token.reveal());
      expect(`${url.pathname}${url.search}`).toBe('/welcome');
    }));

  test('the store holds no value that signs in', () =>
    on(async ({ store, links, sessions, invite }) => {
      const { token } = await invite('Ana', 'member');
      const { session } = await sessions.open(await links.consume(token.reveal()), { way: 'link' });
      const rows = JSON.stringify([
        await store.db.selectFrom('one_time_links').selectAll().execute(),
        await store.db.selectFrom('sessions').selectAll().execute(),
      ]);
      expect(rows).not.toContain(session.reveal());
      expect(rows).not.toContain(token.reveal().split('_')[2]);
    }));

  test('a session ends when unused, when old and when signed out', () =>
    on(async ({ acme, sessions, join }) => {
      const person = await join('Ana', 'member');
      const idle = await sessions.open(person, { way: 'link' });
      now += 12 * hourMs;
      expect(await sessions.find(idle.session)).toBeUndefined();

      const used = await sessions.open(person, { way: 'link' });
      for (let hour = 11; hour < 48; hour += 11) {
        now += 11 * hourMs;
        expect(await sessions.find(used.session)).toMatchObject({
          person: { name: 'Ana', role: 'member' },
          organization: acme,
        });
      }
      now += 4 * hourMs;
      expect(await sessions.find(used.session)).toBeUndefined();

      const left = await sessions.open(person, { way: 'link' });
      await sessions.end(left.signedIn.session);
      expect(await sessions.find(left.session)).toBeUndefined();
      expect(await sessions.isAlive(left.signedIn.session)).toBe(false);
      expect(await sessions.find(mintSession())).toBeUndefined();
    }));

  test('watching does not keep a session alive', () =>
    on(async ({ sessions, join }) => {
      const { session, signedIn } = await sessions.open(await join('Ana', 'member'), { way: 'link' });
      now += 11 * hourMs;
      expect(await sessions.isAlive(signedIn.session)).toBe(true);
      now += 1 * hourMs;
      expect(await sessions.find(session)).toBeUndefined();
    }));

  test('expired sessions are removed when somebody signs in', () =>
    on(async ({ store, sessions, join }) => {
      const person = await join('Ana', 'member');
      await sessions.open(person, { way: 'link' });
      now += 49 * hourMs;
      await sessions.open(person, { way: 'link' });
      expect(await store.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    }));

  test('a removed person is signed out at once and open links of theirs end', () =>
    on(async ({ acme, links, members, sessions, join }) => {
      await join('Olga', 'owner');
      const person = await join('Ana', 'member');
      const { session, signedIn } = await sessions.open(person, { way: 'link' });
      const { token } = await links.mint({
        organization: acme.id,
        person,
        name: 'Ana',
        role: 'member',
        createdBy: 'Olga',
      });
      expect(await members.remove(acme.id, person)).toEqual([signedIn.session]);
      expect(await sessions.find(session)).toBeUndefined();
      await expect(links.consume(token.reveal())).rejects.toMatchObject({ code: 'link_withdrawn' });
      expect((await members.list(acme.id)).map(({ name }) => name)).toEqual(['Olga']);
    }));

  test('nothing is minted once a removal has begun, and what was minted before it is withdrawn by it', () =>
    on(async ({ store, acme, links, members, join }) => {
      await join('Olga', 'owner');
      const ana = await join('Ana', 'admin');
      const link = { organization: acme.id, name: 'X', role: 'admin', createdBy: 'Ana', createdById: ana } as const;
      const mint = () =>
        members.whileHolding({ organization: acme.id, person: ana, role: 'admin' }, (db) => links.mint(link, db));
      const before = await mint();
      const results = await Promise.allSettled([members.remove(acme.id, ana), mint(), mint()]);
      const minted = results.flatMap((one) =>
        one.status === 'fulfilled' && 'token' in one.value ? [one.value as { token: Secret }] : [],
      );
      for (const { token } of [before, ...minted]) {
        await expect(links.consume(token.reveal())).rejects.toMatchObject({ code: 'link_withdrawn' });
      }
      await expect(mint()).rejects.toMatchObject({ status: 403, code: 'role_required' });
      const open = store.db.selectFrom('one_time_links').select('id').where('withdrawn_at', 'is', null);
      expect(await open.where('used_at', 'is', null).execute()).toEqual([]);
    }));

  test('a sign-in link does not work once the person has a higher role than its creator', () =>
    on(async ({ store, acme, links, join }) => {
      const ana = await join('Ana', 'admin');
      const max = await join('Max', 'member');
      const link = { organization: acme.id, person: max, name: 'Max', role: 'member', createdBy: 'Ana' } as const;
      const { token } = await links.mint({ ...link, createdById: ana });
      await store.db.updateTable('people').set({ role: 'admin' }).where('id', '=', max).execute();
      await expect(links.consume(token.reveal())).rejects.toMatchObject({ code: 'link_withdrawn' });
    }));

  test('the last owner stays, also when two remove each other at the same moment', () =>
    on(async ({ acme, members, join }) => {
      const [olga, otto] = [await join('Olga', 'owner'), await join('Otto', 'owner')];
      const results = await Promise.allSettled([members.remove(acme.id, olga), members.remove(acme.id, otto)]);
      expect(results.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
        'fulfilled',
        'rejected',
      ]);
      expect(await members.list(acme.id)).toHaveLength(1);
    }));

  test('when a person was last here outlives the session', () =>
    on(async ({ acme, members, sessions, join }) => {
      const ana = await join('Ana', 'member');
      expect(await members.list(acme.id)).toMatchObject([{ name: 'Ana' }]);
      expect((await members.list(acme.id))[0]?.last_seen_at).toBeUndefined();
      const { session, signedIn } = await sessions.open(ana, { way: 'link' });
      now += 10 * 60_000;
      await sessions.find(session);
      const used = new Date(now).toISOString();
      expect((await members.list(acme.id))[0]?.last_seen_at).toBe(used);
      now += 30_000;
      await sessions.end(signedIn.session);
      expect((await members.list(acme.id))[0]?.last_seen_at).toBe(new Date(now).toISOString());
      now += 1000 * hourMs;
      await sessions.open(await join('Bea', 'member'), { way: 'link' });
      expect((await members.list(acme.id))[0]).toMatchObject({ name: 'Ana', last_seen_at: expect.any(String) });
    }));

  test('the operator gets a link for the first owner, and only the newest one works', () =>
    on(async ({ acme, links, members }) => {
      const first = await mintOwnerLink({ links, members }, acme.id);
      const second = await mintOwnerLink({ links, members }, acme.id);
      await expect(links.consume(first.reveal())).rejects.toMatchObject({ code: 'link_withdrawn' });
      const owner = await links.consume(second.reveal());
      const third = await mintOwnerLink({ links, members }, acme.id);
      expect(await links.consume(third.reveal())).toBe(owner);
      expect(await members.list(acme.id)).toMatchObject([{ id: owner, role: 'owner' }]);
    }));
});

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(store: Store) {
  const acme = await ensureOrganization(store, 'acme', clock);
  const links = new Links(store, clock);
  const invite = (name: string, role: Role) => links.mint({ organization: acme.id, name, role, createdBy: 'Olga' });
  const join = async (name: string, role: Role): Promise<string> =>
    links.consume((await invite(name, role)).token.reveal());
  const members = new Members(store, clock);
  const sessions = new Sessions(store, clock, { idleHours: 12, maxHours: 48 });
  return { store, acme, links, members, sessions, invite, join };
}
