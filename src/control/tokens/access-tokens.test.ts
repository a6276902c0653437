import { expect, test } from 'vitest';
import { describeOnBothStores } from '../../../test/stores.ts';
import { listActs } from '../acts/list-acts.ts';
import { ensureOrganization } from '../people/organization.ts';
import type { Store } from '../store/database.ts';
import { type AccessKind, AccessTokens } from './access-tokens.ts';

const hourMs = 3_600_000;
let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now, monotonic: () => 0, after: () => () => {} };

describeOnBothStores('access tokens', (stores) => {
  const on = (work: (parts: Parts) => Promise<void>): Promise<void> =>
    stores.with(clock, async (store) => {
      now = Date.UTC(2026, 0, 1);
      await work(await openParts(store));
    });

  test('each pipeline has a token of its own, which answers with its name [P-AUTH-1]', () =>
    on(async ({ acme, tokens, create }) => {
      const [one, other] = [await create('deploy api'), await create('deploy web')];
      expect(await tokens.authenticate('capture', one.value.reveal())).toMatchObject({
        name: 'deploy api',
        organization: acme.id,
      });
      expect(await tokens.authenticate('capture', other.value.reveal())).toMatchObject({ name: 'deploy web' });
    }));

  test('the value is returned once and never stored or listed [P-TOK-1]', () =>
    on(async ({ store, acme, tokens, create }) => {
      const { value, view } = await create('ci');
      const [, , secret = ''] = value.reveal().split('_');
      const rows = await store.db.selectFrom('access_tokens').selectAll().execute();
      expect(JSON.stringify([rows, view, await tokens.list(acme.id)])).not.toContain(secret);
      // What is listed of the value is its purpose and part of its public id.
      expect(value.reveal().startsWith(view.starts_with ?? 'none')).toBe(true);
      expect(view.starts_with).toMatch(/^rpcap_[a-z2-7]{4}$/u);
    }));

  test('a token of one purpose is none for another [P-TOK-3]', () =>
    on(async ({ tokens, create }) => {
      const capture = await create('ci');
      const read = await create('ci', { kind: 'read' });
      const mcp = await create('ci', { kind: 'mcp', scopes: ['captures'] });
      const incident = await create('ci', { kind: 'incident', scopes: ['env:prod'] });
      const kinds = ['capture', 'read', 'mcp', 'incident'] as const;
      const accepting = async ({ value }: typeof mcp) => {
        const held = await Promise.all(kinds.map((kind) => tokens.authenticate(kind, value.reveal())));
        return kinds.filter((_kind, at) => held[at] !== undefined);
      };
      expect(await accepting(capture)).toEqual(['capture']);
      expect(await accepting(read)).toEqual(['read']);
      expect(await accepting(mcp)).toEqual(['mcp']);
      expect(await accepting(incident)).toEqual(['incident']);
      expect(incident.value.reveal()).toMatch(/^rinc_/u);
      expect(await tokens.authenticate('mcp', mcp.value.reveal())).toMatchObject({ scopes: ['captures'] });
      expect(mcp.value.reveal()).toMatch(/^rmcp_/u);
      expect(read.value.reveal()).toMatch(/^rapi_/u);
      expect(capture.value.reveal()).toMatch(/^rpcap_/u);
    }));

  test('a capture token works until revoked unless an expiry is given [P-AUTH-3]', () =>
    on(async ({ acme, tokens, create }) => {
      const lasting = await create('lasting');
      const brief = await create('brief', { expiresInHours: 2 });
      now += 2 * hourMs - 1;
      expect(await tokens.authenticate('capture', brief.value.reveal())).toBeDefined();
      now += 1;
      expect(await tokens.authenticate('capture', brief.value.reveal())).toBeUndefined();
      now += 10 * 365 * 24 * hourMs;
      expect(await tokens.authenticate('capture', lasting.value.reveal())).toBeDefined();
      expect(await tokens.revoke(acme.id, lasting.view.id)).toBe(true);
      expect(await tokens.authenticate('capture', lasting.value.reveal())).toBeUndefined();
    }));

  test('revoking again keeps the time of the first', () =>
    on(async ({ acme, tokens, create }) => {
      const { view } = await create('ci');
      await tokens.revoke(acme.id, view.id);
      const [revoked] = await tokens.list(acme.id);
      now += hourMs;
      expect(await tokens.revoke(acme.id, view.id)).toBe(true);
      expect(await tokens.list(acme.id)).toEqual([revoked]);
    }));

  test('reports the last use, to the minute', () =>
    on(async ({ acme, tokens, create }) => {
      const { value, view } = await create('ci');
      expect(view.last_used_at).toBeUndefined();
      now += 5 * 60_000;
      await tokens.authenticate('capture', value.reveal());
      const used = new Date(now).toISOString();
      now += 59_000;
      await tokens.authenticate('capture', value.reveal());
      expect((await tokens.list(acme.id))[0]?.last_used_at).toBe(used);
    }));

  test('a rotated token works beside the new one for the overlap, and not after', () =>
    on(async ({ acme, tokens, create }) => {
      const { value, view } = await create('nightly', { kind: 'read', scopes: ['operations'] });
      now += hourMs;
      const by = { id: 'p', name: 'Ana' };
      const rotation = { organization: acme.id, id: view.id, by, overlapHours: 24 };
      const next = await tokens.rotate(rotation);
      expect(next?.view).toMatchObject({ kind: 'read', name: 'nightly', scopes: ['operations'], created_by: 'Ana' });
      expect(next?.view).not.toHaveProperty('expires_at');
      const accepted = async (): Promise<boolean[]> => {
        const both = [value.reveal(), next?.value.reveal() ?? ''];
        return Promise.all(both.map(async (one) => (await tokens.authenticate('read', one)) !== undefined));
      };
      now += 24 * hourMs - 1;
      expect(await accepted()).toEqual([true, true]);
      now += 1;
      expect(await accepted()).toEqual([false, true]);
      const [, before] = await tokens.list(acme.id);
      expect(before).toMatchObject({
        id: view.id,
        replaced_by: next?.view.id,
        expires_at: new Date(now).toISOString(),
      });
    }));

  test('without an overlap the former value ends at once; an earlier expiry is never put off', () =>
    on(async ({ acme, tokens, create }) => {
      const [one, brief] = [await create('one'), await create('brief', { expiresInHours: 2 })];
      const rotation = { organization: acme.id, by: { name: 'Ana' } };
      await tokens.rotate({ ...rotation, id: one.view.id, overlapHours: 0 });
      expect(await tokens.authenticate('capture', one.value.reveal())).toBeUndefined();
      now += hourMs;
      const next = await tokens.rotate({ ...rotation, id: brief.view.id, overlapHours: 720 });
      // As long as the first one was made for, from now.
      expect(next?.view.expires_at).toBe(new Date(now + 2 * hourMs).toISOString());
      now += hourMs;
      expect(await tokens.authenticate('capture', brief.value.reveal())).toBeUndefined();
      expect(await tokens.authenticate('capture', next?.value.reveal() ?? '')).toBeDefined();
    }));

  test('of ten rotations at once, one gives a new value', () =>
    on(async ({ store, acme, tokens, create }) => {
      const { view } = await create('ci');
      const rotation = { organization: acme.id, id: view.id, by: { name: 'Ana' }, overlapHours: 24 };
      const tries = await Promise.allSettled(Array.from({ length: 10 }, () => tokens.rotate(rotation)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(
        tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : [])),
      ).toEqual(Array.from({ length: 9 }, () => 'token_rotated'));
      expect(await tokens.list(acme.id)).toHaveLength(2);
      const { acts } = await listActs(store.db, acme.id, { limit: 10 });
      // At one moment: which of them is listed first is left to their ids.
      expect(acts.map(({ kind }) => kind).toSorted()).toEqual(['token_created', 'token_rotated']);
    }));

  test('a token that is over is not rotated, and none of another organization', () =>
    on(async ({ store, acme, tokens, create }) => {
      const [revoked, brief] = [await create('revoked'), await create('brief', { expiresInHours: 1 })];
      const globex = await ensureOrganization(store, 'globex', clock);
      const rotation = { by: { name: 'Ana' }, overlapHours: 1 };
      expect(await tokens.rotate({ ...rotation, organization: globex.id, id: brief.view.id })).toBeUndefined();
      expect(await tokens.rotate({ ...rotation, organization: acme.id, id: 'nothing' })).toBeUndefined();
      await tokens.revoke(acme.id, revoked.view.id);
      now += hourMs;
      for (const { view } of [revoked, brief]) {
        await expect(tokens.rotate({ ...rotation, organization: acme.id, id: view.id })).rejects.toMatchObject({
          status: 409,
          code: 'token_over',
        });
      }
      expect(await tokens.list(acme.id)).toHaveLength(2);
    }));

  test('another organization neither sees nor revokes it', () =>
    on(async ({ store, tokens, create }) => {
      const globex = await ensureOrganization(store, 'globex', clock);
      const { value, view } = await create('ci');
      expect(await tokens.list(globex.id)).toEqual([]);
      expect(await tokens.revoke(globex.id, view.id)).toBe(false);
      expect(await tokens.authenticate('capture', value.reveal())).toBeDefined();
    }));
});

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(store: Store) {
  const acme = await ensureOrganization(store, 'acme', clock);
  const tokens = new AccessTokens(store.db, clock);
  const create = (name: string, options: { kind?: AccessKind; expiresInHours?: number; scopes?: string[] } = {}) =>
    tokens.create({
      organization: acme.id,
      kind: options.kind ?? 'capture',
      name,
      createdBy: 'Olga',
      expiresInHours: options.expiresInHours,
      scopes: options.scopes,
    });
  return { store, acme, tokens, create };
}
