/** Single sign-on as the only way in, and a provider that is down when the control plane starts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../../test/control-plane.ts';
import { startIdentityProvider, type TestProvider } from '../../../../test/identity-provider.ts';
import { SoftwareAuthenticator } from '../../../../test/software-authenticator.ts';
import { PasskeyCaller } from '../../../../test/passkey-caller.ts';
import { SsoBrowser } from '../../../../test/sso-browser.ts';
import { systemClock } from '../../../core/clock.ts';
import { PasskeyCreateOptions, PasskeyRequestOptions, RecordedActs, type Role, SignInWays } from '../../api/api.ts';
import { Links } from '../links.ts';
import { Members } from '../members.ts';
import { ensureOrganization } from '../organization.ts';
import { mintOwnerLink } from '../owner-link.ts';

let idp: TestProvider;
let running: TestControl;

beforeAll(async () => {
  idp = await startIdentityProvider();
  running = await startTestControl({ ...idp.env, FAROL_SSO_FORCED: '1' });
}, 30_000);
afterAll(async () => {
  await running.close();
  await idp.close();
});

const origin = (): string => running.control.addresses.app;
const useLink = (token: string) =>
  running.send({ method: 'POST', path: '/api/session', body: { token }, headers: { origin: origin() } });
const ways = async () => SignInWays.parse((await running.send({ path: '/api/session/ways' })).json());

async function mint(role: Role, createdById?: string): Promise<string> {
  const { id: organization } = await ensureOrganization(running.store, 'acme', systemClock);
  const link = { organization, name: 'Lia', role, createdBy: 'test', ...(createdById && { createdById }) };
  return (await new Links(running.store, systemClock).mint(link)).token.reveal();
}

test('the control plane starts without the provider, says so, and signs in once it answers', async () => {
  expect(await ways()).toMatchObject({ sso: { name: 'Acme Login', forced: true, reachable: false } });
  const own = new SsoBrowser(running);
  const refused = await own.send({ method: 'POST', path: '/api/session/sso', body: {} });
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('sso_unavailable')]);
  expect(running.log.join('\n')).toContain(
    'the identity provider does not answer; nobody signs in by it until it does',
  );
  await idp.serve(origin());
  idp.account = { subject: 'owner-1', name: 'Olga', groups: ['farol-owners'] };
  expect(await own.signIn()).toBe('/');
  expect((await own.me()).person).toMatchObject({ name: 'Olga', role: 'owner' });
  expect(await ways()).toMatchObject({ sso: { forced: true, reachable: true, sign_out: expect.any(String) } });
});

test('the page of the provider for signing out leads back here', async () => {
  const { sso } = await ways();
  const address = new URL(sso?.sign_out ?? '');
  expect(address.origin).toBe(idp.issuer);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'farol',
    post_logout_redirect_uri: `${origin()}/`,
  });
});

test('links of members, invitations and passkeys are refused with the reason, and a refused link is not used up', async () => {
  const own = new SsoBrowser(running);
  await own.signIn();
  const { id } = (await own.me()).person;
  for (const token of [await mint('member'), await mint('admin'), await mint('owner', id)]) {
    const answer = await useLink(token);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('sso_required')]);
    const row = await running.store.db
      .selectFrom('one_time_links')
      .select('used_at')
      .where('id', '=', token.split('_')[1]?.slice(0, 16) ?? '')
      .executeTakeFirst();
    expect(row).toEqual({ used_at: null });
  }
});

test('a passkey that was added before is refused with the reason', async () => {
  const own = new SsoBrowser(running);
  await own.signIn();
  const headers = { 'x-csrf-token': (await own.me()).csrf };
  const post = (path: string, body?: unknown) =>
    own.send({ method: 'POST', path, headers, ...(body !== undefined && { body }) });
  const made = new SoftwareAuthenticator();
  const { challenge, user } = PasskeyCreateOptions.parse((await post('/api/passkeys/options')).json());
  made.userHandle = user.id;
  const at = { origin: origin(), rpId: new URL(origin()).hostname };
  const credential = made.create({ ...at, challenge, counter: 1 });
  expect((await post('/api/passkeys', { name: 'laptop', credential })).status).toBe(201);
  const asked = PasskeyRequestOptions.parse((await post('/api/session/passkey/options')).json());
  const answer = await post('/api/session/passkey', made.get({ ...at, challenge: asked.challenge, counter: 2 }));
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('sso_required')]);
});

test('another organization of the installation has its links, and the page offers them', async () => {
  const { id: organization } = await ensureOrganization(running.store, 'globex', systemClock);
  const link = { organization, name: 'Gus', role: 'member', createdBy: 'test' } as const;
  expect((await useLink((await new Links(running.store, systemClock).mint(link)).token.reveal())).status).toBe(200);
  expect(await ways()).toMatchObject({ sso: { forced: false } });
});

test('an owner link made on the machine signs in, is recorded and logged', async () => {
  const { id: organization } = await ensureOrganization(running.store, 'acme', systemClock);
  const people = {
    links: new Links(running.store, systemClock),
    members: new Members(running.store, systemClock),
  };
  const began = new Date().toISOString();
  const answer = await useLink((await mintOwnerLink(people, organization)).reveal());
  expect(answer.status).toBe(200);
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const { acts } = RecordedActs.parse((await running.send({ path: '/api/acts', headers: { cookie } })).json());
  // Those of one moment are in any order.
  expect(acts.filter(({ at }) => at >= began)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'signed_in', by: 'Olga', way: 'link' }),
      expect.objectContaining({ kind: 'emergency_link_used', by: 'Olga' }),
    ]),
  );
  expect(running.log.join('\n')).toContain('an owner signed in by an emergency link beside forced single sign-on');
});

test('an owner link that a passkey of another organization opens is logged as well', async () => {
  const caller = new PasskeyCaller(running);
  const { key } = await caller.add(await running.signIn('member', 'globex'));
  const headers = caller.headersOf(await caller.use(key));
  const { id: organization } = await ensureOrganization(running.store, 'acme', systemClock);
  const people = { links: new Links(running.store, systemClock), members: new Members(running.store, systemClock) };
  const token = (await mintOwnerLink(people, organization)).reveal();
  const said = running.log.length;
  const answer = await running.send({ method: 'POST', path: '/api/session/join', headers, body: { token } });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('acme')]);
  expect(running.log.slice(said).join('')).toContain('an owner signed in by an emergency link');
});

test('nothing is configured: the ways do not name it, the start says so, and the callback leads to a page that does', async () => {
  const other = await startTestControl();
  const headers = { origin: other.control.addresses.app };
  expect((await other.send({ path: '/api/session/ways' })).text).not.toContain('sso');
  const begun = await other.send({ method: 'POST', path: '/api/session/sso', body: {}, headers });
  expect([begun.status, begun.text]).toEqual([404, expect.stringContaining('sso_off')]);
  const back = await other.send({ path: '/api/session/sso/callback?code=x&state=y' });
  expect([back.status, back.headers['location']]).toEqual([303, '/?sso=sso_off']);
  await other.close();
});
