/** Signing in with a passkey over the real application, on both stores, with an authenticator that does what a test says. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../../test/control-plane.ts';
import { cborBytes, cborMap, cborText, SoftwareAuthenticator } from '../../../../test/software-authenticator.ts';
import { startPostgres, type TestPostgres } from '../../../../test/postgres.ts';
import { dialects } from '../../../../test/stores.ts';
import { systemClock } from '../../../core/clock.ts';
import {
  ApiError,
  Me,
  PasskeyCreateOptions,
  PasskeyList,
  PasskeyRequestOptions,
  PasskeyView,
  People,
  PersonAccess,
  RecordedActs,
  SessionList,
} from '../../api/api.ts';

type Headers = Readonly<Record<string, string>>;

describe.each(dialects)('passkeys on %s', (dialect) => {
  let postgres: TestPostgres | undefined;
  let running: TestControl;
  let origin = '';
  let caller = 0;
  /** Only grows: the clock of a control plane never goes back. */
  let aheadMs = 0;
  const rpId = 'localhost';

  beforeAll(async () => {
    if (dialect === 'postgres') postgres = await startPostgres();
    const env = {
      FAROL_TRUSTED_PROXIES: '127.0.0.1',
      ...(postgres !== undefined && { FAROL_DATABASE_URL: await postgres.createDatabase() }),
    };
    running = await startTestControl(env, { ...systemClock, now: () => Date.now() + aheadMs });
    origin = running.control.addresses.app;
  });
  afterAll(async () => {
    await running.close();
    await postgres?.stop();
  });

  const post = (path: string, headers: Headers, body?: unknown): Promise<Answer> =>
    running.send({ method: 'POST', path, headers, ...(body !== undefined && { body }) });
  const codeOf = (answer: Answer): string => `${answer.status} ${ApiError.parse(answer.json()).error.code}`;
  const cookieOf = (answer: Answer, name = '__Host-farol-passkey'): string =>
    [answer.headers['set-cookie']]
      .flat()
      .map((one) => String(one).split(';')[0] ?? '')
      .find((one) => one.startsWith(`${name}=`) && !one.endsWith('=')) ?? '';
  /** What the browser sends that asked for a challenge. */
  const withCookie = (headers: Headers, cookie: string): Headers => ({
    ...headers,
    cookie: headers['cookie'] === undefined ? cookie : `${headers['cookie']}; ${cookie}`,
  });

  const begin = async (headers: Headers): Promise<{ challenge: string; headers: Headers; userId: string }> => {
    const answer = await post('/api/passkeys/options', headers);
    const { challenge, user, rp } = PasskeyCreateOptions.parse(answer.json());
    expect(rp.id).toBe(rpId);
    return { challenge, userId: user.id, headers: withCookie(headers, cookieOf(answer)) };
  };
  const add = async (headers: Headers, key = new SoftwareAuthenticator(), name = 'laptop') => {
    const begun = await begin(headers);
    key.userHandle = begun.userId;
    const credential = key.create({ challenge: begun.challenge, origin, rpId, counter: 1 });
    const answer = await post('/api/passkeys', begun.headers, { name, credential });
    expect(answer.status).toBe(201);
    return { key, view: PasskeyView.parse(answer.json()) };
  };
  /** From an address of its own, because wrong answers are counted by address. */
  const challenge = async (from = `192.0.2.${(caller += 1)}`): Promise<{ challenge: string; headers: Headers }> => {
    const browser = { origin, 'x-forwarded-for': from };
    const answer = await post('/api/session/passkey/options', browser);
    return {
      challenge: PasskeyRequestOptions.parse(answer.json()).challenge,
      headers: withCookie(browser, cookieOf(answer)),
    };
  };
  const signIn = async (key: SoftwareAuthenticator, counter: number, from?: string): Promise<Answer> => {
    const begun = await challenge(from);
    return post('/api/session/passkey', begun.headers, key.get({ challenge: begun.challenge, origin, rpId, counter }));
  };
  const get = async (path: string, headers: Headers): Promise<unknown> =>
    (await running.send({ path, headers })).json();

  test('one that was added signs in, and the session says by which way and from where', async () => {
    const member = await running.signIn('member');
    const { key } = await add(member);
    const begun = await challenge();
    const answer = await post(
      '/api/session/passkey',
      { ...begun.headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0 Safari/537.36' },
      key.get({ challenge: begun.challenge, origin, rpId, counter: 2 }),
    );
    expect(answer.status).toBe(200);
    expect(Me.parse(answer.json()).person).toEqual(Me.parse(await get('/api/me', member)).person);
    const cookie = cookieOf(answer, '__Host-farol');
    const { sessions } = SessionList.parse(await get('/api/sessions', { cookie }));
    expect(sessions.find(({ current }) => current)).toMatchObject({
      way: 'passkey',
      device: { browser: 'Chrome', system: 'Linux' },
    });
    expect(sessions.filter(({ current }) => !current)).toMatchObject([{ way: 'link' }]);
    const { passkeys } = PasskeyList.parse(await get('/api/passkeys', member));
    expect(passkeys).toMatchObject([{ name: 'laptop', host: rpId, usable: true, last_used_at: expect.any(String) }]);
  });

  test('a person may have several, up to a number', async () => {
    const member = await running.signIn('member');
    for (let count = 0; count < 20; count += 1) await add(member, undefined, `key ${count}`);
    const key = new SoftwareAuthenticator();
    const begun = await begin(member);
    const credential = key.create({ challenge: begun.challenge, origin, rpId });
    expect(codeOf(await post('/api/passkeys', begun.headers, { name: 'one more', credential }))).toBe(
      '409 too_many_passkeys',
    );
  });

  test('one that is known is not added again, by anybody', async () => {
    const { key } = await add(await running.signIn('member'));
    const begun = await begin(await running.signIn('member'));
    const credential = key.create({ challenge: begun.challenge, origin, rpId });
    expect(codeOf(await post('/api/passkeys', begun.headers, { name: 'x', credential }))).toBe('409 passkey_known');
  });

  test('a challenge works once, for the browser that asked and for what it asked', async () => {
    const member = await running.signIn('member');
    const { key } = await add(member);
    const first = await challenge();
    const answer = key.get({ challenge: first.challenge, origin, rpId, counter: 2 });
    const send = (headers: Headers) => post('/api/session/passkey', headers, answer);
    expect(codeOf(await send({ origin }))).toBe('401 passkey_challenge');
    expect(codeOf(await send((await challenge()).headers))).toBe('401 passkey_refused');
    expect((await send(first.headers)).status).toBe(200);
    expect(codeOf(await send(first.headers))).toBe('401 passkey_challenge');
    // Of adding one.
    const adding = await begin(member);
    const other = key.get({ challenge: adding.challenge, origin, rpId, counter: 3 });
    expect(codeOf(await post('/api/session/passkey', adding.headers, other))).toBe('401 passkey_challenge');
    // Of another person.
    const theirs = await begin(member);
    const stranger = withCookie(await running.signIn('member'), theirs.headers['cookie']?.split('; ')[1] ?? '');
    const credential = new SoftwareAuthenticator().create({ challenge: theirs.challenge, origin, rpId });
    expect(codeOf(await post('/api/passkeys', stranger, { name: 'x', credential }))).toBe('400 passkey_challenge');
  });

  test('of twenty answers to one challenge one signs in', async () => {
    const { key } = await add(await running.signIn('member'));
    const begun = await challenge();
    const answer = key.get({ challenge: begun.challenge, origin, rpId, counter: 2 });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => post('/api/session/passkey', begun.headers, answer)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a challenge ends after five minutes', async () => {
    const { key } = await add(await running.signIn('member'));
    const begun = await challenge();
    aheadMs += 5 * 60_000;
    const answer = key.get({ challenge: begun.challenge, origin, rpId, counter: 2 });
    expect(codeOf(await post('/api/session/passkey', begun.headers, answer))).toBe('401 passkey_challenge');
  });

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another port of this host', { origin: 'https://localhost:1' }],
    ['of another host', { rpId: 'evil.example' }],
    ['without user verification', { isVerified: false }],
  ])('an answer %s neither signs in nor adds a passkey', async (_what, changed) => {
    const member = await running.signIn('member');
    const { key } = await add(member);
    const begun = await challenge();
    const answer = key.get({ challenge: begun.challenge, origin, rpId, counter: 2, ...changed });
    expect(codeOf(await post('/api/session/passkey', begun.headers, answer))).toBe('401 passkey_refused');
    const adding = await begin(member);
    const credential = new SoftwareAuthenticator().create({ challenge: adding.challenge, origin, rpId, ...changed });
    expect(codeOf(await post('/api/passkeys', adding.headers, { name: 'x', credential }))).toBe('400 passkey_refused');
  });

  test('an answer that another key signed, or that names another person, is refused', async () => {
    const { key } = await add(await running.signIn('member'));
    const [first, second] = [await challenge(), await challenge()];
    const forger = new SoftwareAuthenticator();
    const forged = { ...forger.get({ challenge: first.challenge, origin, rpId, counter: 2 }), id: key.id };
    expect(codeOf(await post('/api/session/passkey', first.headers, forged))).toBe('401 passkey_refused');
    const named = key.get({ challenge: second.challenge, origin, rpId, counter: 2 });
    const other = { ...named, userHandle: Buffer.from('somebody').toString('base64url') };
    expect(codeOf(await post('/api/session/passkey', second.headers, other))).toBe('401 passkey_refused');
    expect(codeOf(await signIn(forger, 1))).toBe('401 passkey_unknown');
  });

  test('a counter that does not go up is refused and logged, and one that is always zero is not', async () => {
    const { key, view } = await add(await running.signIn('member'));
    expect((await signIn(key, 7)).status).toBe(200);
    for (const counter of [7, 3, 0]) expect(codeOf(await signIn(key, counter))).toBe('401 passkey_cloned');
    expect(running.log.some((line) => line.includes('it has a copy') && line.includes(view.id))).toBe(true);
    expect((await signIn(key, 8)).status).toBe(200);
    const member = await running.signIn('member');
    const uncounted = new SoftwareAuthenticator();
    const begun = await begin(member);
    uncounted.userHandle = begun.userId;
    const credential = uncounted.create({ challenge: begun.challenge, origin, rpId });
    expect((await post('/api/passkeys', begun.headers, { name: 'phone', credential })).status).toBe(201);
    for (let count = 0; count < 3; count += 1) expect((await signIn(uncounted, 0)).status).toBe(200);
  });

  test('an attestation with a certificate is refused before anything in it is fetched', async () => {
    const begun = await begin(await running.signIn('member'));
    const statement = cborMap([
      [cborText('alg'), Buffer.of(0x26)],
      [cborText('sig'), cborBytes(Buffer.alloc(64))],
      [cborText('x5c'), Buffer.concat([Buffer.of(0x81), cborBytes(Buffer.from('certificate'))])],
    ]);
    const key = new SoftwareAuthenticator();
    const credential = key.create({ challenge: begun.challenge, origin, rpId }, statement);
    expect(codeOf(await post('/api/passkeys', begun.headers, { name: 'x', credential }))).toBe('400 passkey_refused');
  });

  test('a removed passkey does not sign in, and a link still does', async () => {
    const member = await running.signIn('member');
    const { key, view } = await add(member);
    const remove = (headers: Headers) => running.send({ method: 'DELETE', path: `/api/passkeys/${view.id}`, headers });
    expect((await remove(await running.signIn('owner'))).status).toBe(404);
    expect((await remove(member)).status).toBe(204);
    expect((await remove(member)).status).toBe(404);
    expect(codeOf(await signIn(key, 2))).toBe('401 passkey_unknown');
    expect(await running.signIn('member')).toHaveProperty('cookie');
  });

  test('the removal of a person ends their passkeys and sessions, which the access of the person lists before', async () => {
    const owner = await running.signIn('owner');
    const { key } = await add(await running.signIn('admin'), undefined, 'phone of the admin');
    const { people } = People.parse(await get('/api/people', owner));
    const admin = people.findLast(({ role }) => role === 'admin');
    const access = PersonAccess.parse(await get(`/api/people/${admin?.id}/access`, owner));
    expect(access).toMatchObject({ passkeys: ['phone of the admin'], sessions: [{ way: 'link', current: false }] });
    const removed = await running.send({ method: 'DELETE', path: `/api/people/${admin?.id}`, headers: owner });
    expect(removed.status).toBe(204);
    expect(codeOf(await signIn(key, 2))).toBe('401 passkey_unknown');
  });

  test('a passkey of a former host is listed as one, is refused, and leaves the link', async () => {
    const member = await running.signIn('member');
    const { key, view } = await add(member);
    await running.store.db.updateTable('passkeys').set({ rp_id: 'former.example' }).where('id', '=', view.id).execute();
    const { passkeys } = PasskeyList.parse(await get('/api/passkeys', member));
    expect(passkeys).toMatchObject([{ host: 'former.example', usable: false }]);
    expect(codeOf(await signIn(key, 2))).toBe('401 passkey_unknown');
  });

  test('adding, removing and signing in are recorded, with the way', async () => {
    const owner = await running.signIn('owner');
    const { key, view } = await add(owner, undefined, 'key of the owner');
    expect((await signIn(key, 2)).status).toBe(200);
    await running.send({ method: 'DELETE', path: `/api/passkeys/${view.id}`, headers: owner });
    const { acts } = RecordedActs.parse(await get('/api/acts?limit=5', owner));
    const told = acts.map(({ kind, by, subject, way }) => [kind, by, subject, way ?? ''].join(' '));
    expect(told).toContain('passkey_added owner of acme key of the owner ');
    expect(told).toContain('signed_in owner of acme owner of acme passkey');
    expect(told).toContain('passkey_removed owner of acme key of the owner ');
  });

  test('wrong passkeys count like wrong links, and one that works signs in all the same', async () => {
    const { key } = await add(await running.signIn('member'));
    const statuses = new Set<number>();
    for (let count = 0; count < 15; count += 1) {
      statuses.add((await signIn(new SoftwareAuthenticator(), 1, '203.0.113.7')).status);
    }
    expect(statuses).toEqual(new Set([401, 429]));
    expect((await signIn(key, 2, '203.0.113.7')).status).toBe(200);
  });

  test('the store and the log hold no challenge cookie and nothing that signs in', async () => {
    const begun = await challenge();
    const ticket = begun.headers['cookie']?.split('=')[1] ?? '';
    expect(ticket).toHaveLength(80);
    expect(begun.challenge).not.toContain(ticket);
    const used = running.store.db.selectFrom('used_tickets').selectAll();
    const before = await used.execute();
    const answer = new SoftwareAuthenticator().get({ challenge: begun.challenge, origin, rpId, counter: 1 });
    expect(codeOf(await post('/api/session/passkey', begun.headers, answer))).toBe('401 passkey_unknown');
    const rows = await used.execute();
    expect(rows).toHaveLength(before.length + 1);
    expect(JSON.stringify(rows)).not.toContain(ticket);
    expect(running.log.join('\n')).not.toContain(ticket);
  });

  test('2,000 starts of strangers behind one address end no open sign-in of a colleague there, and store nothing', async () => {
    const { key } = await add(await running.signIn('member'));
    const address = '198.51.100.9';
    const begun = await challenge(address);
    const count = async (): Promise<number> =>
      (await running.store.db.selectFrom('used_tickets').select('id').execute()).length;
    const before = await count();
    const strangers = { origin, 'x-forwarded-for': address };
    for (let lot = 0; lot < 20; lot += 1) {
      const starts = Array.from({ length: 100 }, () => post('/api/session/passkey/options', strangers));
      expect(new Set((await Promise.all(starts)).map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(await count()).toBe(before);
    const answer = key.get({ challenge: begun.challenge, origin, rpId, counter: 2 });
    expect((await post('/api/session/passkey', begun.headers, answer)).status).toBe(200);
  }, 60_000);

  test('cookies that nobody issued store nothing', async () => {
    const count = async (): Promise<number> =>
      (await running.store.db.selectFrom('used_tickets').select('id').execute()).length;
    const before = await count();
    for (const text of ['A'.repeat(80), randomBytes(60).toString('base64url'), 'x']) {
      const begun = await challenge();
      const headers = { ...begun.headers, cookie: `__Host-farol-passkey=${text}` };
      const answer = new SoftwareAuthenticator().get({ challenge: begun.challenge, origin, rpId, counter: 1 });
      expect(codeOf(await post('/api/session/passkey', headers, answer))).toBe('401 passkey_challenge');
    }
    expect(await count()).toBe(before);
  });

  test('another origin may neither ask for a challenge nor answer one', async () => {
    const evil = { origin: 'https://evil.example' };
    expect(codeOf(await post('/api/session/passkey/options', evil))).toBe('403 wrong_origin');
    expect(codeOf(await post('/api/session/passkey', evil, {}))).toBe('403 wrong_origin');
  });
});
