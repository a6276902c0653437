/** One human in two organizations, over the real application, on both stores: joined by a passkey and by nothing else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { PasskeyCaller } from '../../../test/passkey-caller.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { dialects } from '../../../test/stores.ts';
import type { SoftwareAuthenticator } from '../../../test/software-authenticator.ts';
import { systemClock } from '../../core/clock.ts';
import {
  ApiError,
  Me,
  OrganizationChoice,
  OrganizationList,
  PasskeyList,
  People,
  RecordedActs,
  type Role,
  SignInLink,
} from '../api/api.ts';
import { Links } from './links.ts';
import { ensureOrganization } from './organization.ts';
import { Sessions } from './sessions.ts';

type Headers = Readonly<Record<string, string>>;

describe.each(dialects)('several organizations on %s', (dialect) => {
  let postgres: TestPostgres | undefined;
  let running: TestControl;
  let caller: PasskeyCaller;
  const ids = { acme: '', globex: '' };

  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    running = await startTestControl(
      postgres === undefined ? {} : { FAROL_DATABASE_URL: await postgres.createDatabase() },
    );
    caller = new PasskeyCaller(running);
    for (const name of ['acme', 'globex'] as const) {
      ids[name] = (await ensureOrganization(running.store, name, systemClock)).id;
    }
  });
  afterAll(async () => {
    await running.close();
    await postgres?.stop();
  });

  const send = (method: string, path: string, headers: Headers, body?: unknown): Promise<Answer> =>
    running.send({ method, path, headers, ...(body !== undefined && { body }) });
  const codeOf = (answer: Answer): string => `${answer.status} ${ApiError.parse(answer.json()).error.code}`;
  const invite = async (organization: keyof typeof ids, name: string, role: Role = 'member'): Promise<string> => {
    const link = { organization: ids[organization], name, role, createdBy: 'test' };
    return (await new Links(running.store, systemClock).mint(link)).token.reveal();
  };
  const meOf = async (headers: Headers): Promise<Me> => Me.parse((await send('GET', '/api/me', headers)).json());
  const listOf = async (headers: Headers) =>
    OrganizationList.parse((await send('GET', '/api/session/organizations', headers)).json());
  const join = (headers: Headers, token: string): Promise<Answer> =>
    send('POST', '/api/session/join', headers, { token });
  const switchTo = (headers: Headers, organization: string): Promise<Answer> =>
    send('PUT', '/api/session/organization', headers, { organization });

  /** Somebody of acme with a passkey, signed in with it. */
  const startHuman = async (
    role: Role = 'member',
  ): Promise<{ key: SoftwareAuthenticator; headers: Headers; id: string }> => {
    const byLink = await running.signIn(role);
    const { key } = await caller.add(byLink, `key of ${role}`);
    const headers = caller.headersOf(await caller.use(key));
    return { key, headers, id: (await meOf(headers)).person.id };
  };
  /** The same, joined to globex; `headers` is the session there. */
  const startJoined = async () => {
    const human = await startHuman();
    const joined = await join(human.headers, await invite('globex', 'Ana at globex'));
    expect(joined.status).toBe(200);
    return { ...human, before: human.headers, headers: caller.headersOf(joined) };
  };
  const removePerson = async (organization: 'acme' | 'globex', id: string): Promise<void> => {
    const owner = await running.signIn('owner', organization);
    expect((await send('DELETE', `/api/people/${id}`, owner)).status).toBe(204);
  };

  test('a link of another organization joins it to the passkey of the session, and the session is there', async () => {
    const { headers, before } = await startJoined();
    expect(await meOf(headers)).toMatchObject({
      organization: { name: 'globex' },
      person: { name: 'Ana at globex', role: 'member' },
    });
    expect((await send('GET', '/api/me', before)).status).toBe(401);
    expect(await listOf(headers)).toEqual({
      organizations: [
        { id: ids.globex, name: 'globex', current: true },
        { id: ids.acme, name: 'acme', current: false },
      ],
      joins: true,
    });
  });

  test('signing in asks which one, once, and only the browser that used the passkey', async () => {
    const { key } = await startJoined();
    const asked = await caller.use(key);
    expect(asked.status).toBe(202);
    expect(OrganizationChoice.parse(asked.json()).organizations.map(({ name }) => name)).toEqual(['acme', 'globex']);
    expect([asked.headers['set-cookie']].flat().join(' ')).not.toContain('__Host-farol=');
    const other = await caller.use((await startJoined()).key);
    expect(codeOf(await caller.choose(other, key, ids.globex))).toBe('401 passkey_challenge');
    const chosen = await caller.choose(asked, key, ids.globex);
    expect(Me.parse(chosen.json()).organization.name).toBe('globex');
    expect(codeOf(await caller.choose(asked, key, ids.globex))).toBe('401 passkey_challenge');
  });

  test('an organization that the passkey does not open is refused like one that does not exist', async () => {
    const { key } = await startJoined();
    const third = await ensureOrganization(running.store, 'initech', systemClock);
    const answers = [];
    for (const organization of [third.id, 'unknown']) {
      const { status, text } = await caller.choose(await caller.use(key), key, organization);
      answers.push([status, text.replace(/"request_id":"[^"]*"/u, '')]);
    }
    expect(answers[0]).toEqual([401, expect.stringContaining('passkey_challenge')]);
    expect(answers[0]).toEqual(answers[1]);
    const { headers } = await startHuman();
    const switched = [];
    for (const organization of [ids.globex, 'unknown']) {
      const { status, text } = await switchTo(headers, organization);
      switched.push([status, text.replace(/"request_id":"[^"]*"/u, '')]);
    }
    expect(switched[0]).toEqual([404, expect.stringContaining('not_found')]);
    expect(switched[0]).toEqual(switched[1]);
  });

  test('switching makes a new session that lasts no longer, ends the one before, and records it there only', async () => {
    const { headers, id } = await startJoined();
    const sessionsOf = (person: string) =>
      running.store.db.selectFrom('sessions').selectAll().where('person_id', '=', person).execute();
    const at = await meOf(headers);
    const [before] = await sessionsOf(at.person.id);
    const switched = await switchTo(headers, ids.acme);
    expect(Me.parse(switched.json())).toMatchObject({ person: { id }, organization: { name: 'acme' } });
    expect((await send('GET', '/api/me', headers)).status).toBe(401);
    expect(await sessionsOf(at.person.id)).toEqual([]);
    const after = (await sessionsOf(id)).filter(({ way }) => way === 'switch');
    expect(after.map(({ expires_at: expires }) => expires)).toEqual([before?.expires_at]);
    const owner = await running.signIn('owner');
    const { acts } = RecordedActs.parse((await send('GET', '/api/acts?limit=200', owner)).json());
    expect(acts.filter(({ way }) => way === 'switch')[0]).toMatchObject({
      kind: 'signed_in',
      subject: 'member of acme',
    });
    // Nothing there names the other one.
    expect(JSON.stringify(acts)).not.toMatch(new RegExp(`globex|${ids.globex}`, 'u'));
  });

  test('a session that a link began opens no other organization, and does not use the link up', async () => {
    const { id } = await startJoined();
    const owner = await running.signIn('owner');
    const made = SignInLink.parse((await send('POST', `/api/people/${id}/links`, owner)).json());
    const token = made.link.split('#')[1] ?? '';
    const entered = await send('POST', '/api/session', { origin: caller.origin }, { token });
    const headers = caller.headersOf(entered);
    expect((await meOf(headers)).person.id).toBe(id);
    expect(await listOf(headers)).toEqual({
      organizations: [{ id: ids.acme, name: 'acme', current: true }],
      joins: false,
    });
    expect(codeOf(await switchTo(headers, ids.globex))).toBe('404 not_found');
    const invitation = await invite('globex', 'Mallory');
    expect(codeOf(await join(headers, invitation))).toBe('403 passkey_needed');
    expect((await send('POST', '/api/session', { origin: caller.origin }, { token: invitation })).status).toBe(200);
    // The owner who made the link adds a passkey of their own: it is of this organization alone.
    const { key } = await caller.add(headers, 'key of the owner');
    expect(Me.parse((await caller.use(key)).json()).organization.name).toBe('acme');
  });

  test('a passkey that is added by a passkey opens what that one opens', async () => {
    const { headers } = await startJoined();
    const { key } = await caller.add(headers, 'phone');
    expect(OrganizationChoice.parse((await caller.use(key)).json()).organizations).toHaveLength(2);
  });

  test.each(['acme', 'globex'] as const)('a removal in %s leaves the other one as it was', async (from) => {
    const { key, headers, id } = await startJoined();
    const there = await meOf(headers);
    const second = caller.headersOf(await caller.choose(await caller.use(key), key, ids.acme));
    await removePerson(from, from === 'acme' ? id : there.person.id);
    const [ended, left] = from === 'acme' ? [second, headers] : [headers, second];
    expect([(await send('GET', '/api/me', ended)).status, (await send('GET', '/api/me', left)).status]).toEqual([
      401, 200,
    ]);
    expect((await listOf(left)).organizations.map(({ current }) => current)).toEqual([true]);
    const other = from === 'acme' ? 'globex' : 'acme';
    // The authenticator still names the person who added it.
    const answer = await caller.use(key);
    expect(Me.parse(answer.json()).organization.name).toBe(other);
    const { passkeys } = PasskeyList.parse((await send('GET', '/api/passkeys', left)).json());
    expect(passkeys).toHaveLength(1);
    await removePerson(other, other === 'acme' ? id : there.person.id);
    expect(codeOf(await caller.use(key))).toBe('401 passkey_unknown');
    const rows = await running.store.db
      .selectFrom('passkeys')
      .select('id')
      .where('credential_id', '=', key.id)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a passkey that is removed in one organization still opens the other', async () => {
    const { key, headers } = await startJoined();
    const acme = caller.headersOf(await caller.choose(await caller.use(key), key, ids.acme));
    const { passkeys } = PasskeyList.parse((await send('GET', '/api/passkeys', acme)).json());
    expect((await send('DELETE', `/api/passkeys/${passkeys[0]?.id}`, acme)).status).toBe(204);
    expect((await send('DELETE', `/api/passkeys/${passkeys[0]?.id}`, acme)).status).toBe(404);
    expect(Me.parse((await caller.use(key)).json()).organization.name).toBe('globex');
    expect((await send('DELETE', `/api/passkeys/${passkeys[0]?.id}`, headers)).status).toBe(204);
    expect(codeOf(await caller.use(key))).toBe('401 passkey_unknown');
  });

  test('a passkey that is removed ends the other sessions that it began here, and no other', async () => {
    const { key, headers } = await startJoined();
    const inAcme = async (): Promise<Headers> =>
      caller.headersOf(await caller.choose(await caller.use(key), key, ids.acme));
    const [asking, lost] = [await inAcme(), await inAcme()];
    const { id } = (await meOf(asking)).person;
    const owner = await running.signIn('owner');
    const made = SignInLink.parse((await send('POST', `/api/people/${id}/links`, owner)).json());
    const token = made.link.split('#')[1] ?? '';
    const byLink = caller.headersOf(await send('POST', '/api/session', { origin: caller.origin }, { token }));
    const { passkeys } = PasskeyList.parse((await send('GET', '/api/passkeys', asking)).json());
    expect((await send('DELETE', `/api/passkeys/${passkeys[0]?.id}`, asking)).status).toBe(204);
    expect((await send('POST', '/api/passkeys/options', lost)).status).toBe(401);
    for (const left of [asking, byLink, headers]) expect((await send('GET', '/api/me', left)).status).toBe(200);
  });

  test('a passkey is one person in an organization: a second link is refused, and not used up', async () => {
    const { headers } = await startJoined();
    for (const organization of ['globex', 'acme'] as const) {
      const token = await invite(organization, 'somebody else');
      expect(codeOf(await join(headers, token))).toBe('409 already_joined');
      expect((await send('POST', '/api/session', { origin: caller.origin }, { token })).status).toBe(200);
    }
    const { people } = People.parse((await send('GET', '/api/people', headers)).json());
    expect(people.filter(({ name }) => name === 'somebody else')).toHaveLength(1);
  });

  test('a link of the person that the passkey is already switches there', async () => {
    const { headers } = await startJoined();
    const { person } = await meOf(headers);
    const back = caller.headersOf(await switchTo(headers, ids.acme));
    const owner = await running.signIn('owner', 'globex');
    const made = SignInLink.parse((await send('POST', `/api/people/${person.id}/links`, owner)).json());
    expect(Me.parse((await join(back, made.link.split('#')[1] ?? '')).json()).person.id).toBe(person.id);
  });

  test('wrong and used links are refused as at signing in, and malformed bodies are', async () => {
    const { headers } = await startHuman();
    const token = await invite('globex', 'once');
    await send('POST', '/api/session', { origin: caller.origin }, { token });
    expect(codeOf(await join(headers, token))).toBe('401 link_used');
    expect(codeOf(await join(headers, 'rlink_nothing'))).toBe('401 link_invalid');
    for (const body of [{}, { token: 1 }, { organization: '' }, [], 'x', { organization: 'x'.repeat(65) }]) {
      expect((await send('POST', '/api/session/join', headers, body)).status).toBe(400);
      expect((await send('PUT', '/api/session/organization', headers, body)).status).toBe(400);
      expect((await send('POST', '/api/session/choice', { origin: caller.origin }, body)).status).toBe(400);
    }
    const evil = { origin: 'https://evil.example' };
    expect(codeOf(await send('POST', '/api/session/choice', evil, {}))).toBe('403 wrong_origin');
  });

  test('a link that is opened while signed in by a passkey asks whether it is the same human', async () => {
    const { headers } = await startHuman();
    const token = await invite('globex', 'Bia');
    expect(codeOf(await send('POST', '/api/session', headers, { token }))).toBe('409 also_you');
    const instead = await send('POST', '/api/session', headers, { token, instead: true });
    expect(Me.parse(instead.json()).person.name).toBe('Bia');
    expect((await send('GET', '/api/me', headers)).status).toBe(401);
    expect((await listOf(caller.headersOf(instead))).joins).toBe(false);
    // A session that a link began is replaced without a question, as before.
    const byLink = caller.headersOf(instead);
    const next = await send('POST', '/api/session', byLink, { token: await invite('acme', 'Caio') });
    expect(Me.parse(next.json()).person.name).toBe('Caio');
  });

  test('two switches at once leave no error', async () => {
    const { headers } = await startJoined();
    const both = await Promise.all([switchTo(headers, ids.acme), switchTo(headers, ids.acme)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const made = both.find(({ status }) => status === 200);
    const { person } = Me.parse(made?.json());
    const rows = await running.store.db
      .selectFrom('sessions')
      .select('way')
      .where('person_id', '=', person.id)
      .execute();
    expect(rows.filter(({ way }) => way === 'switch')).toHaveLength(1);
  });

  test('a person or a passkey that went after it was verified begins no session, and a switch leaves the one before', async () => {
    const sessions = new Sessions(running.store, systemClock, { idleHours: 1, maxHours: 1 });
    const { headers, id } = await startHuman();
    const { passkeys } = PasskeyList.parse((await send('GET', '/api/passkeys', headers)).json());
    const passkey = passkeys[0]?.id ?? '';
    const began = await sessions.open(id, { way: 'passkey', passkey });
    await expect(sessions.open(id, { way: 'passkey', passkey: 'gone' })).rejects.toMatchObject({ status: 401 });
    const { db } = running.store;
    const other = await startHuman();
    await db.updateTable('people').set({ removed_at: 1 }).where('id', '=', other.id).execute();
    await expect(sessions.open(other.id, { way: 'link' })).rejects.toMatchObject({ status: 401 });
    await expect(sessions.move(began.signedIn, other.id, {})).rejects.toMatchObject({ status: 401 });
    expect(await sessions.find(began.session)).toMatchObject({ person: { id } });
    await sessions.end(began.signedIn.session);
    expect(await sessions.move(began.signedIn, id, {})).toBeUndefined();
  });

  test('a passkey that is removed in both organizations at once is gone', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { key, headers } = await startJoined();
      const acme = caller.headersOf(await caller.choose(await caller.use(key), key, ids.acme));
      const { passkeys } = PasskeyList.parse((await send('GET', '/api/passkeys', headers)).json());
      const remove = (at: Headers): Promise<Answer> => send('DELETE', `/api/passkeys/${passkeys[0]?.id}`, at);
      const both = await Promise.all([remove(headers), remove(acme)]);
      expect(both.map(({ status }) => status)).toEqual([204, 204]);
      const { db } = running.store;
      expect(await db.selectFrom('passkeys').select('id').where('credential_id', '=', key.id).execute()).toEqual([]);
      const joined = db.selectFrom('passkey_people').select('person_id');
      expect(await joined.where('passkey_id', '=', passkeys[0]?.id ?? '').execute()).toEqual([]);
    }
  });
});
