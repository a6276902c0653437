/** Signing in by a real provider: who comes in, with which role, and what is refused. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../../test/control-plane.ts';
import { type Forged, startIdentityProvider, type TestProvider } from '../../../../test/identity-provider.ts';
import { SsoBrowser } from '../../../../test/sso-browser.ts';
import { systemClock } from '../../../core/clock.ts';
import { toProblem } from '../../problem/to-problem.ts';
import { FairGate } from '../../peers/fair-gate.ts';
import { ssoCodeOf } from '../sign-in-refusals.ts';
import { csrfHeader, Fleet, People, RecordedActs, SignInWays } from '../../api/api.ts';

type Headers = Readonly<Record<string, string>>;

let idp: TestProvider;
let running: TestControl;
let owner: Headers;
/** Only grows: the clock of a control plane never goes back. */
let aheadMs = 0;

beforeAll(async () => {
  idp = await startIdentityProvider();
  running = await startTestControl(idp.env, { ...systemClock, now: () => Date.now() + aheadMs });
  await idp.serve(running.control.addresses.app);
  owner = await running.signIn('owner');
}, 30_000);
afterEach(() => {
  idp.forge = undefined;
});
afterAll(async () => {
  await running.close();
  await idp.close();
});

const browser = (): SsoBrowser => new SsoBrowser(running);
const refusalOf = (location: string): string | null => new URL(location, 'https://x').searchParams.get('sso');
const listActs = async () =>
  RecordedActs.parse((await running.send({ path: '/api/acts', headers: owner })).json()).acts;
const findPerson = async (name: string) => {
  const { people } = People.parse((await running.send({ path: '/api/people', headers: owner })).json());
  return people.find((one) => one.name === name);
};

test('somebody of the provider is a member from the first sign-in, and the same person at the next', async () => {
  idp.account = { subject: 'ana-1', name: 'Ana', groups: ['farol', 'sales'] };
  const first = browser();
  expect(await first.signIn({ return_to: '/ask/metrics.list?args=%7B%7D' })).toBe('/ask/metrics.list?args=%7B%7D');
  const { person, organization, csrf } = await first.me();
  expect([person.name, person.role, organization.name]).toEqual(['Ana', 'member', 'acme']);
  const again = browser();
  expect(await again.signIn()).toBe('/');
  expect((await again.me()).person).toEqual(person);
  expect((await listActs()).slice(0, 3)).toMatchObject([
    { kind: 'signed_in', by: 'Ana', way: 'sso' },
    { kind: 'signed_in', by: 'Ana', way: 'sso' },
    { kind: 'person_joined', by: 'Ana', role: 'member', way: 'sso' },
  ]);
  const answer = await first.send({ method: 'DELETE', path: '/api/session', headers: { [csrfHeader]: csrf } });
  expect(answer.status).toBe(204);
  expect((await first.send({ path: '/api/me' })).status).toBe(401);
  expect((await again.send({ path: '/api/me' })).status).toBe(200);
});

test('the same address of mail is not the same person', async () => {
  const email = 'shared@acme.example';
  idp.account = { subject: 'bea-1', name: 'Bea', email, groups: ['farol'] };
  const one = browser();
  await one.signIn();
  idp.account = { subject: 'bea-2', name: 'Bea', email, groups: ['farol'] };
  const other = browser();
  await other.signIn();
  expect((await one.me()).person.id).not.toBe((await other.me()).person.id);
});

test.each([[true], ['true'], [false], ['false'], [1], [[]], [{}], [null]])(
  'an address of mail that the provider calls verified (%j) makes nobody somebody else, and gives no role',
  async (verified) => {
    const email = 'owner@acme.example';
    idp.account = { subject: 'victim-1', name: 'Vic', email, groups: ['farol-owners'] };
    const victim = browser();
    await victim.signIn();
    idp.account = { subject: 'thief-1', name: 'Tom', email, groups: ['farol'] };
    idp.forge = (claims) => ({ claims: { ...claims, email, email_verified: verified } });
    const thief = browser();
    await thief.signIn();
    const { person } = await thief.me();
    expect([person.name, person.role, person.id === (await victim.me()).person.id]).toEqual(['Tom', 'member', false]);
  },
);

test('the cookie of the attempt is for this host, out of reach of scripts, comes back from the provider, and ends', async () => {
  const own = browser();
  const answer = await own.send({ method: 'POST', path: '/api/session/sso', body: {} });
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-farol-sso=[\w-]{80}\.Lw; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=600$/u),
  ]);
  const location = new URL((answer.json() as { location: string }).location);
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
    state: expect.stringMatching(/^[\w-]{43}$/u),
    nonce: expect.stringMatching(/^[\w-]{43}$/u),
  });
  const done = await own.comeBack(await own.visit(location));
  expect(own.cookies.has('__Host-farol-sso')).toBe(false);
  expect(done.headers['set-cookie']).toHaveLength(2);
  // Nothing of the attempt is in the store or in the log.
  const rows = await running.store.db.selectFrom('used_tickets').selectAll().execute();
  const kept = JSON.stringify(rows) + running.log.join('\n');
  for (const name of ['state', 'nonce', 'code_challenge']) expect(kept).not.toContain(location.searchParams.get(name));
});

test.each([
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['javascript:alert(1)', '/'],
  ['/x\r\nset-cookie: a=b', '/'],
  ['/..//evil.example', '/'],
  ['/a/../..//evil.example', '/'],
  ['/@evil.example', '/@evil.example'],
  ['evil.example', '/'],
  ['/profiling?workload=a', '/profiling?workload=a'],
])('after a sign-in that began at %s, the browser is at %s', async (place, reached) => {
  idp.account = { subject: 'ana-1', name: 'Ana', groups: ['farol'] };
  expect(await browser().signIn({ return_to: place })).toBe(reached);
});

describe('roles', () => {
  const at = async (groups: readonly string[] | undefined): Promise<string> => {
    idp.account = { subject: 'role-1', name: 'Rita', ...(groups && { groups }) };
    const own = browser();
    const location = await own.signIn();
    return refusalOf(location) ?? (await own.me()).person.role;
  };

  test('are those of the claim at each sign-in, the highest of them, and a change is recorded', async () => {
    expect(await at(['platform'])).toBe('admin');
    expect(await at(['farol', 'farol-owners'])).toBe('owner');
    expect(await at(['farol'])).toBe('member');
    const acts = (await listActs()).filter(({ kind }) => kind === 'role_changed');
    expect(acts).toMatchObject([
      { by: 'Acme Login', subject: 'Rita', role: 'member' },
      { by: 'Acme Login', subject: 'Rita', role: 'owner' },
    ]);
  });

  test('that are withdrawn refuse the sign-in, end the open sessions, and are recorded', async () => {
    expect(await at(['farol'])).toBe('member');
    const open = browser();
    await open.signIn();
    for (const groups of [['sales'], undefined]) expect(await at(groups)).toBe('sso_no_role');
    expect((await open.send({ path: '/api/me' })).status).toBe(401);
    expect(await listActs()).toContainEqual(expect.objectContaining({ kind: 'role_withdrawn', subject: 'Rita' }));
    expect(await at(['farol'])).toBe('member');
  });

  test('somebody without a role is not made', async () => {
    idp.account = { subject: 'stranger', name: 'Stranger', groups: ['sales'] };
    expect(refusalOf(await browser().signIn())).toBe('sso_no_role');
    expect(await findPerson('Stranger')).toBeUndefined();
  });

  test('the last owner stays an owner', async () => {
    const other = await startTestControl({ ...idp.env, FAROL_SSO_ORGANIZATION: 'globex' });
    await idp.serve(other.control.addresses.app);
    idp.account = { subject: 'boss', name: 'Boss', groups: ['farol-owners'] };
    const own = new SsoBrowser(other);
    await own.signIn();
    idp.account = { subject: 'boss', name: 'Boss', groups: ['farol'] };
    await own.signIn();
    const { person, organization } = await own.me();
    expect([person.role, organization.name]).toEqual(['owner', 'globex']);
    expect(other.log.join('')).toContain('the last owner keeps the role');
    await other.close();
    await idp.serve(running.control.addresses.app);
  });
});

test('a removed person is not brought back by the provider', async () => {
  idp.account = { subject: 'gone-1', name: 'Gil', groups: ['farol'] };
  const own = browser();
  await own.signIn();
  const { id } = (await own.me()).person;
  await running.send({ method: 'DELETE', path: `/api/people/${id}`, headers: owner });
  expect((await own.send({ path: '/api/me' })).status).toBe(401);
  expect(refusalOf(await browser().signIn())).toBe('sso_removed');
  expect(await findPerson('Gil')).toBeUndefined();
});

test('a removed person comes back as a new one once an admin readmits them', async () => {
  idp.account = { subject: 'back-1', name: 'Bea', groups: ['platform'] };
  const before = browser();
  await before.signIn();
  const { id } = (await before.me()).person;
  await running.send({ method: 'DELETE', path: `/api/people/${id}`, headers: owner });
  const [admin, member] = [await running.signIn('admin'), await running.signIn('member')];
  const listAs = async (headers: typeof owner) =>
    People.parse((await running.send({ path: '/api/people', headers })).json()).removed;
  const readmitAs = async (headers: typeof owner): Promise<number> =>
    (await running.send({ method: 'POST', path: `/api/people/${id}/readmission`, headers })).status;
  expect(await listAs(admin)).toContainEqual({ id, name: 'Bea', role: 'admin', removed_at: expect.any(String) });
  expect(await listAs(member)).toBeUndefined();
  // Bea was an admin: only an owner acts on her.
  expect([await readmitAs(member), await readmitAs(admin)]).toEqual([403, 403]);
  expect(refusalOf(await browser().signIn())).toBe('sso_removed');

  expect(await Promise.all([readmitAs(owner), readmitAs(owner)])).toContain(204);
  expect(await readmitAs(owner)).toBe(404);
  expect((await listAs(owner))?.map((one) => one.id) ?? []).not.toContain(id);
  idp.account = { subject: 'back-1', name: 'Bea', groups: ['farol'] };
  const after = browser();
  expect(await after.signIn()).toBe('/');
  const { person } = await after.me();
  expect([person.role, person.id === id]).toEqual(['member', false]);
  expect((await before.send({ path: '/api/me' })).status).toBe(401);
  const acts = await listActs();
  expect(acts.filter(({ kind }) => kind === 'person_readmitted')).toMatchObject([{ subject: 'Bea', role: 'admin' }]);
});

describe('is refused', () => {
  const attempt = async (change: (address: URL) => URL): Promise<string | null> => {
    idp.account = { subject: 'ana-1', name: 'Ana', groups: ['farol'] };
    const own = browser();
    const answer = await own.comeBack(change(await own.visit(await own.begin())));
    expect(answer.status).toBe(303);
    expect(own.cookies.has('__Host-farol')).toBe(false);
    return refusalOf(String(answer.headers['location']));
  };
  const set = (name: string, value: string | undefined) => (address: URL) => {
    if (value === undefined) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
    return address;
  };

  test.each([
    ['another state', set('state', 'x'.repeat(43)), 'sso_expired'],
    ['no state', set('state', undefined), 'sso_expired'],
    ['another issuer', set('iss', 'https://evil.example'), 'sso_invalid'],
    ['no issuer, where the provider says that it sends one', set('iss', undefined), 'sso_invalid'],
    ['no code', set('code', undefined), 'sso_invalid'],
    ['a wrong code', set('code', 'x'.repeat(43)), 'sso_expired'],
  ])('a callback with %s', async (_what, change, code) => {
    expect(await attempt(change)).toBe(code);
  });

  test.each<[string, (claims: Record<string, unknown>) => Forged]>([
    ['another nonce', (claims) => ({ claims: { ...claims, nonce: 'x' } })],
    ['no nonce', (claims) => ({ claims: { ...claims, nonce: undefined } })],
    ['another issuer', (claims) => ({ claims: { ...claims, iss: 'https://evil.example' } })],
    ['another audience', (claims) => ({ claims: { ...claims, aud: 'another-client' } })],
    ['an end that is past the skew', (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 31 } })],
    ['a beginning in the future', (claims) => ({ claims: { ...claims, nbf: Math.floor(Date.now() / 1000) + 120 } })],
    ['no subject', (claims) => ({ claims: { ...claims, sub: undefined } as never })],
    ['the signature of another key', (claims) => ({ claims, isForeign: true })],
    ['the id of a key that nobody knows', (claims) => ({ claims, isForeign: true, header: { kid: 'unknown' } })],
    ['a key of its own in the header', (claims) => ({ claims, isForeign: true, header: { jwk: true } })],
    [
      'an address of keys in the header',
      (claims) => ({ claims, isForeign: true, header: { jku: 'http://127.0.0.1:1/' } }),
    ],
    ['another audience beside ours, and no party', (claims) => ({ claims: { ...claims, aud: ['farol', 'other'] } })],
    [
      'ours beside the audience it is for',
      (claims) => ({ claims: { ...claims, aud: ['farol', 'other'], azp: 'other' } }),
    ],
    [
      'an issuer that only begins alike',
      (claims) => ({ claims: { ...claims, iss: `${String(claims['iss'])}.evil.example` } }),
    ],
    ['an issuer that ends in a slash', (claims) => ({ claims: { ...claims, iss: `${String(claims['iss'])}/` } })],
    ['a nonce in a list', (claims) => ({ claims: { ...claims, nonce: [claims['nonce']] } })],
    ['a subject that is no text', (claims) => ({ claims: { ...claims, sub: 1 } as never })],
    ['a subject that is empty', (claims) => ({ claims: { ...claims, sub: '' } })],
    ['no signature', (claims) => ({ claims, alg: 'none' })],
    ['a signature by the secret of the client', (claims) => ({ claims, alg: 'HS256' })],
  ])('an ID token with %s', async (_what, forge) => {
    idp.forge = forge;
    expect(await attempt((address) => address)).toBe('sso_invalid');
  });

  test('and within the bounded skew is not', async () => {
    idp.forge = (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 10 } });
    expect(await browser().signIn()).toBe('/');
  });

  test('a callback that is sent again, also by the browser that began', async () => {
    const own = browser();
    const address = await own.visit(await own.begin());
    const [ticket = ''] = [own.cookies.get('__Host-farol-sso')];
    expect(String((await own.comeBack(address)).headers['location'])).toBe('/');
    const again = browser();
    again.cookies.set('__Host-farol-sso', ticket);
    expect(refusalOf(String((await again.comeBack(address)).headers['location']))).toBe('sso_expired');
    expect(again.cookies.has('__Host-farol')).toBe(false);
  });

  test('a callback in another browser', async () => {
    const [own, other] = [browser(), browser()];
    await other.begin();
    const address = await own.visit(await own.begin());
    expect(refusalOf(String((await other.comeBack(address)).headers['location']))).toBe('sso_expired');
  });

  /** What a race leaves between the two transactions of a sign-in: `happens` when the first one ends. */
  const race = async (happens: string): Promise<{ readonly status: number; readonly location: string }> => {
    idp.account = { subject: 'raced-1', name: 'Rui', groups: ['farol'] };
    await browser().signIn();
    const { db } = running.store;
    await sql`create trigger raced after update of suspended_at on sso_identities begin ${sql.raw(happens)}; end`.execute(
      db,
    );
    try {
      const own = browser();
      const { status, headers } = await own.comeBack(await own.visit(await own.begin()));
      expect(own.cookies.has('__Host-farol')).toBe(false);
      return { status, location: String(headers['location']) };
    } finally {
      await sql`drop trigger raced`.execute(db);
    }
  };

  test('a callback that the store does not finish, with a page that says so and the cause in the log', async () => {
    const said = running.log.length;
    const answer = await race("select raise(abort, 'the disk is full')");
    expect(answer).toEqual({ status: 303, location: '/?sso=sso_failed' });
    const logged = running.log.slice(said).join('');
    expect(logged).toContain('request failed');
    expect(logged).toContain('the disk is full');
  });

  test('a callback of a person who was removed meanwhile, with a page that says to start again', async () => {
    const answer = await race('update people set removed_at = 1 where id = new.person_id');
    expect(answer).toEqual({ status: 303, location: '/?sso=sso_expired' });
    expect(await browser().signIn()).toBe('/?sso=sso_removed');
  });

  test('a callback that would wait behind too many, with a page that says when to start again', async () => {
    const crowded = new FairGate({ slots: () => 0, maxWaiting: 0, busy: 'x' });
    const refused = await crowded.enter('group').catch(toProblem);
    expect(refused).toMatchObject({ code: 'busy' });
    expect(ssoCodeOf(toProblem(refused))).toBe('sso_busy');
  });

  test('an attempt that took too long', async () => {
    const own = browser();
    const address = await own.visit(await own.begin());
    // A minute more than it lasts: the clock of a machine may be set back meanwhile.
    aheadMs += 11 * 60_000;
    expect(refusalOf(String((await own.comeBack(address)).headers['location']))).toBe('sso_expired');
  });

  test('a person whom the provider refuses, and nothing that it wrote is repeated', async () => {
    idp.account = { subject: '' };
    const location = await browser().signIn();
    expect(location).toBe('/?sso=sso_denied');
    expect(running.log.join('\n')).not.toContain('<script>');
  });

  test('a sign-in that a page of another site begins', async () => {
    const headers = { origin: 'https://evil.example' };
    const answer = await running.send({ method: 'POST', path: '/api/session/sso', body: {}, headers });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('wrong_origin')]);
  });
});

test('a key that the provider changed is accepted at the next sign-in', async () => {
  idp.account = { subject: 'ana-1', name: 'Ana', groups: ['farol'] };
  expect(await browser().signIn()).toBe('/');
  await idp.rotate();
  expect(await browser().signIn()).toBe('/');
});

test('a provider that stops answering is said at the sign-in and on the page, and links still work', async () => {
  const own = browser();
  const address = await own.visit(await own.begin());
  idp.stop();
  expect(refusalOf(String((await own.comeBack(address)).headers['location']))).toBe('sso_unavailable');
  const ways = SignInWays.parse((await running.send({ path: '/api/session/ways' })).json());
  expect(ways.sso).toMatchObject({ name: 'Acme Login', forced: false, reachable: false });
  expect(running.log.join('')).toContain('the identity provider does not answer');
  const member = await running.signIn('member');
  expect(Fleet.safeParse((await running.send({ path: '/api/fleet', headers: member })).json()).success).toBe(true);
  await idp.serve(running.control.addresses.app);
  expect(await browser().signIn()).toBe('/');
});

test('wrong codes beyond ten from one address wait before the provider is asked, and a right one still signs in', async () => {
  const attempt = async (): Promise<string | null> => {
    const own = browser();
    const address = await own.visit(await own.begin());
    address.searchParams.set('code', 'x'.repeat(43));
    return refusalOf(String((await own.comeBack(address)).headers['location']));
  };
  for (let count = 0; count < 10; count += 1) expect(await attempt()).toBe('sso_expired');
  const since = performance.now();
  const codes = await Promise.all(Array.from({ length: 9 }, attempt));
  expect(performance.now() - since).toBeGreaterThan(1900);
  expect(new Set(codes)).toEqual(new Set(['sso_expired']));
  expect(await browser().signIn()).toBe('/');
}, 30_000);

test('the secret of the client is nowhere in the log', () => {
  expect(running.log.join('\n')).not.toContain(idp.env['FAROL_SSO_CLIENT_SECRET']);
});
