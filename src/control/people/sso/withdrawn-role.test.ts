/** What is left to somebody whose role the provider took away, on both stores. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../../test/control-plane.ts';
import { startIdentityProvider, type TestProvider } from '../../../../test/identity-provider.ts';
import { PasskeyCaller } from '../../../../test/passkey-caller.ts';
import { startPostgres, type TestPostgres } from '../../../../test/postgres.ts';
import { dialects } from '../../../../test/stores.ts';
import { SsoBrowser } from '../../../../test/sso-browser.ts';
import { systemClock } from '../../../core/clock.ts';
import {
  csrfHeader,
  InvitationCreated,
  OrganizationList,
  RecordedActs,
  type Role,
  SignInLink,
  TokenCreated,
} from '../../api/api.ts';
import { Links } from '../links.ts';
import { Members } from '../members.ts';
import { ensureOrganization } from '../organization.ts';
import { mintOwnerLink } from '../owner-link.ts';

type Headers = Readonly<Record<string, string>>;
const groupOf = { owner: 'farol-owners', admin: 'platform', member: 'farol' } as const;

describe.each(dialects)('a role that the provider withdrew on %s', (dialect) => {
  let postgres: TestPostgres | undefined;
  let idp: TestProvider;
  let running: TestControl;
  let caller: PasskeyCaller;
  let owner: Headers;
  let people = 0;

  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    idp = await startIdentityProvider();
    running = await startTestControl({
      ...idp.env,
      ...(postgres && { FAROL_DATABASE_URL: await postgres.createDatabase() }),
    });
    await idp.serve(running.control.addresses.app);
    caller = new PasskeyCaller(running);
    owner = await running.signIn('owner');
  }, 60_000);
  afterAll(async () => {
    await running.close();
    await idp.close();
    await postgres?.stop();
  });

  const post = (path: string, headers: Headers, body?: unknown): Promise<Answer> =>
    running.send({ method: 'POST', path, headers, ...(body !== undefined && { body }) });
  const tokenOf = (link: string): string => link.split('#')[1] ?? '';
  const useLink = (token: string): Promise<Answer> => post('/api/session', { origin: caller.origin }, { token });

  /** Somebody of the provider, signed in by it. */
  const start = async (role: Role, subject = `subject-${(people += 1)}`) => {
    idp.account = { subject, name: subject, groups: [groupOf[role]] };
    const browser = new SsoBrowser(running);
    expect(await browser.signIn()).toBe('/');
    const { csrf, person } = await browser.me();
    return { subject, id: person.id, headers: { ...browser.headers, [csrfHeader]: csrf } };
  };
  const signInAs = async (subject: string, groups: readonly string[]): Promise<string> => {
    idp.account = { subject, name: subject, groups };
    return new SsoBrowser(running).signIn();
  };
  const listActs = async () =>
    RecordedActs.parse((await running.send({ path: '/api/acts', headers: owner })).json()).acts;
  const withdraw = async (subject: string): Promise<void> => {
    expect(await signInAs(subject, [])).toBe('/?sso=sso_no_role');
  };

  test('lets nobody in by a passkey, and it does again once the role is back', async () => {
    const { subject, headers } = await start('admin');
    const { key } = await caller.add(headers);
    expect((await caller.use(key)).status).toBe(200);
    await withdraw(subject);
    const refused = await caller.use(key);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('passkey_unknown')]);
    await start('member', subject);
    expect((await caller.use(key)).json()).toMatchObject({ person: { role: 'member' } });
  });

  test('lets nobody in by a sign-in link, nor by an invitation of that person', async () => {
    const { subject, headers, id } = await start('admin');
    const invited = await post('/api/people/invitations', headers, { name: 'Guest', role: 'admin' });
    const own = await post(`/api/people/${id}/links`, owner);
    await withdraw(subject);
    const links = [InvitationCreated.parse(invited.json()).link, SignInLink.parse(own.json()).link];
    for (const link of links) {
      const answer = await useLink(tokenOf(link));
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('link_withdrawn')]);
    }
  });

  test('is no reason for a new sign-in link: it is refused, says who acts, and is not recorded', async () => {
    const { subject, id } = await start('member');
    expect((await post(`/api/people/${id}/links`, owner)).status).toBe(201);
    await withdraw(subject);
    const refused = await post(`/api/people/${id}/links`, owner);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('role_withdrawn')]);
    expect(refused.text).toContain('remove them and send an invitation');
    const made = (await listActs()).filter((act) => act.kind === 'sign_in_link_created' && act.subject === subject);
    expect(made).toHaveLength(1);
    await start('member', subject);
    expect((await post(`/api/people/${id}/links`, owner)).status).toBe(201);
  });

  test('is no organization to switch to', async () => {
    const { subject, headers } = await start('admin');
    const { key } = await caller.add(headers);
    const here = caller.headersOf(await caller.use(key));
    const { id: organization } = await ensureOrganization(running.store, 'globex', systemClock);
    const link = { organization, name: 'Guest', role: 'member', createdBy: 'test' } as const;
    const { token } = await new Links(running.store, systemClock).mint(link);
    const there = caller.headersOf(await post('/api/session/join', here, { token: token.reveal() }));
    const list = async () =>
      OrganizationList.parse(
        (await running.send({ path: '/api/session/organizations', headers: there })).json(),
      ).organizations.map(({ name }) => name);
    expect(await list()).toEqual(['globex', 'acme']);
    await withdraw(subject);
    expect(await list()).toEqual(['globex']);
    const acme = (await ensureOrganization(running.store, 'acme', systemClock)).id;
    const path = '/api/session/organization';
    const answer = await running.send({ method: 'PUT', path, headers: there, body: { organization: acme } });
    expect([answer.status, answer.text]).toEqual([404, expect.stringContaining('not_found')]);
  });

  test('revokes the tokens of that person, as a change to member does, and the record counts them', async () => {
    for (const groups of [[], ['farol']]) {
      const { subject, headers } = await start('admin');
      const values: string[] = [];
      for (const body of [{ kind: 'read' }, { kind: 'bootstrap', class: 'agent', uses: 2 }]) {
        const made = await post('/api/tokens', headers, { name: 'pipeline', expires_in_hours: 1, ...body });
        values.push(TokenCreated.parse(made.json()).value);
      }
      const ask = (): Promise<Answer> =>
        running.send({ path: '/api/fleet', headers: { authorization: `Bearer ${values[0]}` } });
      expect((await ask()).status).toBe(200);
      await signInAs(subject, ['farol-owners']);
      expect((await ask()).status).toBe(200);
      await signInAs(subject, ['platform']);
      expect((await ask()).status).toBe(200);
      await signInAs(subject, groups);
      expect((await ask()).status).toBe(401);
      const kind = groups.length === 0 ? 'role_withdrawn' : 'role_changed';
      expect(await listActs()).toContainEqual(expect.objectContaining({ kind, subject, tokens_revoked: 2 }));
      const { db } = running.store;
      const rows = await db.selectFrom('bootstrap_tokens').select('revoked_at').execute();
      expect(rows.filter((row) => row.revoked_at === null)).toEqual([]);
    }
  });

  test('or lowered ends an invitation above it for good', async () => {
    const { subject, headers } = await start('admin');
    const invite = async (role: Role): Promise<string> => {
      const made = await post('/api/people/invitations', headers, { name: 'Guest', role });
      return tokenOf(InvitationCreated.parse(made.json()).link);
    };
    const token = await invite('admin');
    await start('member', subject);
    await start('admin', subject);
    expect(await useLink(token)).toMatchObject({ status: 401, text: expect.stringContaining('link_withdrawn') });
  });

  test('of an owner leaves the other one the last, who keeps it, is not removed, and gets the emergency link', async () => {
    const { db } = running.store;
    const [first, second] = [await start('owner'), await start('owner')];
    const acme = (await ensureOrganization(running.store, 'acme', systemClock)).id;
    await db
      .updateTable('people')
      .set({ role: 'admin' })
      .where('role', '=', 'owner')
      .where('id', 'not in', [first.id, second.id])
      .where('organization_id', '=', acme)
      .execute();
    await withdraw(first.subject);
    expect(await signInAs(second.subject, [])).toBe('/');
    expect(await signInAs(second.subject, ['farol'])).toBe('/');
    expect(running.log.join('')).toContain('the last owner keeps the role');
    const members = new Members(running.store, systemClock);
    await expect(members.remove(acme, second.id)).rejects.toMatchObject({ code: 'last_owner' });
    const people = { links: new Links(running.store, systemClock), members };
    const answer = await useLink((await mintOwnerLink(people, acme)).reveal());
    expect(answer.json()).toMatchObject({ person: { id: second.id, role: 'owner' } });
    owner = caller.headersOf(answer);
  });

  test('is recorded once, however often the person tries', async () => {
    const { subject } = await start('member');
    for (let times = 0; times < 3; times += 1) await withdraw(subject);
    const acts = (await listActs()).filter((act) => act.kind === 'role_withdrawn' && act.subject === subject);
    expect(acts).toHaveLength(1);
  });

  test('makes a session invalid that a race left', async () => {
    const { subject, headers, id } = await start('member');
    const rows = await running.store.db.selectFrom('sessions').selectAll().where('person_id', '=', id).execute();
    await withdraw(subject);
    await running.store.db.insertInto('sessions').values(rows).execute();
    expect((await running.send({ path: '/api/me', headers })).status).toBe(401);
  });
});
