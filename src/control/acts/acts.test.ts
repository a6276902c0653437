/** Every act that gives or takes access leaves one record, over the real application, and owners read it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { describeOnBothStores } from '../../../test/stores.ts';
import { InvitationCreated, Me, People, RecordedActs, SignInLink, TokenCreated } from '../api/api.ts';
import { Links } from '../people/links.ts';
import { Members } from '../people/members.ts';
import { ensureOrganization } from '../people/organization.ts';
import { mintOwnerLink } from '../people/owner-link.ts';
import { removeRecords } from '../retention/remove-records.ts';
import { InstanceStore } from '../fleet/instance-store.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { listActs } from './list-acts.ts';

type Headers = Readonly<Record<string, string>>;

describe('over the application', () => {
  let running: TestControl;
  let owner: Headers;
  let admin: Headers;
  /** Everything that must never be in a record. */
  const secrets: string[] = [];

  beforeAll(async () => {
    running = await startTestControl();
    owner = await running.signIn('owner');
    admin = await running.signIn('admin');
  });
  afterAll(() => running.close());

  const send = async (method: string, path: string, headers: Headers, body?: unknown) => {
    const answer = await running.send({ method, path, headers, ...(body !== undefined && { body }) });
    expect([method, path, answer.status]).toEqual([method, path, expect.toBeOneOf([200, 201, 204])]);
    return answer;
  };
  const read = async (query = ''): Promise<RecordedActs> =>
    RecordedActs.parse((await send('GET', `/api/acts${query}`, owner)).json());
  const tell = ({ acts }: RecordedActs) => acts.map(({ id: _id, at: _at, ...act }) => act);

  test('records tokens, links, people and the Profiler with who did it, once', async () => {
    const [by, before] = ['admin of acme', (await read()).acts.length];
    const make = async (body: unknown): Promise<string> => {
      const { token, value } = TokenCreated.parse((await send('POST', '/api/tokens', admin, body)).json());
      secrets.push(value);
      return token.id;
    };
    const capture = await make({ kind: 'capture', name: 'deploy' });
    const bootstrap = await make({ kind: 'bootstrap', name: 'node-e', class: 'profiler' });
    for (const id of [capture, capture, bootstrap]) await send('DELETE', `/api/tokens/${id}`, owner);
    const invited = InvitationCreated.parse(
      (await send('POST', '/api/people/invitations', admin, { name: 'Eva', role: 'member' })).json(),
    );
    await send('DELETE', `/api/people/links/${invited.invitation.id}`, owner);
    const { people } = People.parse((await send('GET', '/api/people', owner)).json());
    const asked = people.find(({ name }) => name === 'admin of acme');
    const link = SignInLink.parse((await send('POST', `/api/people/${asked?.id}/links`, owner)).json());
    const enabling = { enabled: true };
    for (const _ of [1, 2]) await send('PUT', '/api/settings/profiler', admin, enabling);
    await send('DELETE', `/api/people/${asked?.id}?tokens=keep`, owner);
    secrets.push(invited.link.split('#')[1] ?? '', link.link.split('#')[1] ?? '');
    const all = await read();
    expect(tell({ acts: all.acts.slice(0, all.acts.length - before) }).toReversed()).toEqual([
      { kind: 'token_created', by, subject: 'deploy', token: 'capture' },
      { kind: 'token_created', by, subject: 'node-e', token: 'bootstrap', uses: 1, class: 'profiler' },
      { kind: 'token_revoked', by: 'owner of acme', subject: 'deploy', token: 'capture' },
      { kind: 'token_revoked', by: 'owner of acme', subject: 'node-e', token: 'bootstrap', class: 'profiler' },
      { kind: 'person_invited', by, subject: 'Eva', role: 'member' },
      { kind: 'link_withdrawn', by: 'owner of acme', subject: 'Eva', role: 'member' },
      { kind: 'sign_in_link_created', by: 'owner of acme', subject: by, role: 'admin' },
      { kind: 'profiler_enabled', by, subject: '' },
      { kind: 'person_removed', by: 'owner of acme', subject: by, role: 'admin', tokens_kept: true },
    ]);
  });

  test('records who came in by an invitation', async () => {
    const invited = InvitationCreated.parse(
      (await send('POST', '/api/people/invitations', owner, { name: 'Ivo', role: 'admin' })).json(),
    );
    const token = invited.link.split('#')[1] ?? '';
    secrets.push(token);
    const origin = { origin: running.control.addresses.app };
    expect(Me.parse((await send('POST', '/api/session', origin, { token })).json()).person.name).toBe('Ivo');
    const byName = tell(await read('?limit=2')).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    expect(byName).toEqual([
      { kind: 'person_joined', by: 'Ivo', subject: 'Ivo', role: 'admin' },
      { kind: 'signed_in', by: 'Ivo', subject: 'Ivo', way: 'link' },
    ]);
  });

  test('lists page by page, newest first, each record once', async () => {
    const all = await read();
    const ids: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: RecordedActs = await read(`?limit=3&cursor=${cursor}`);
      ids.push(...page.acts.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(all.acts.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(9);
    const times = all.acts.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('stores no secret, and shows one organization nothing of another', async () => {
    const stored = JSON.stringify(await running.store.db.selectFrom('acts').selectAll().execute());
    expect(secrets.length).toBe(5);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(stored).not.toContain(secret);
    }
    const stranger = await running.signIn('owner', 'globex');
    const answer = RecordedActs.parse((await send('GET', '/api/acts', stranger)).json());
    expect(answer.acts.filter(({ subject }) => ['deploy', 'Eva', 'Ivo'].includes(subject))).toEqual([]);
  });
});

let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now, monotonic: () => 0, after: () => () => {} };

describeOnBothStores('recorded acts', (stores) => {
  test('name the operator of the machine by no person, and instances that were revoked once', () =>
    stores.with(clock, async (store) => {
      const { id: acme } = await ensureOrganization(store, 'acme', clock);
      const people = { links: new Links(store, clock), members: new Members(store, clock) };
      await mintOwnerLink(people, acme);
      const tokens = new AccessTokens(store.db, clock);
      now += 1;
      const made = { organization: acme, kind: 'read', name: 'r', createdBy: 'operator', expiresInHours: 1 } as const;
      const { view } = await tokens.create(made);
      now += 1;
      expect([await tokens.revoke(acme, view.id), await tokens.revoke(acme, view.id)]).toEqual([true, true]);
      expect(await new InstanceStore(store, clock).revoke(acme, 'nobody', { id: 'p', name: 'Ana' })).toBe(false);
      const { acts } = await listActs(store.db, acme, { limit: 10 });
      expect(acts.map(({ kind, by, subject }) => [kind, by, subject])).toEqual([
        ['token_revoked', undefined, 'r'],
        ['token_created', undefined, 'r'],
        ['person_invited', undefined, 'Owner'],
      ]);
    }));

  test('are undone with what they record', () =>
    stores.with(clock, async (store) => {
      const { id: acme } = await ensureOrganization(store, 'acme', clock);
      const [links, members] = [new Links(store, clock), new Members(store, clock)];
      const { token } = await links.mint({ organization: acme, name: 'Olga', role: 'owner', createdBy: 'operator' });
      const olga = await links.consume(token.reveal());
      await expect(members.remove(acme, olga)).rejects.toMatchObject({ code: 'last_owner' });
      const { acts } = await listActs(store.db, acme, { limit: 10 });
      expect(acts.map(({ kind }) => kind)).not.toContain('person_removed');
    }));

  test('are removed when they are older than what an organization keeps', () =>
    stores.with(clock, async (store) => {
      const { id: acme } = await ensureOrganization(store, 'acme', clock);
      const links = new Links(store, clock);
      const invite = (name: string) =>
        links.mint({ organization: acme, name, role: 'member', createdBy: 'Ana', createdById: 'p' });
      await invite('old');
      now += 10 * 86_400_000;
      await invite('new');
      await removeRecords(store.db, { organization: acme, now, before: now - 7 * 86_400_000, isStopped: () => false });
      const { acts } = await listActs(store.db, acme, { limit: 10 });
      expect(acts.map(({ subject }) => subject)).toEqual(['new']);
    }));
});
