import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { InvitationCreated, Me, People, PersonAccess, SignInLink, TokenCreated, TokenList } from '../api/api.ts';

/** Over the real application: what a removed person made earlier gives nobody access any more. */
let running: TestControl;

beforeAll(async () => {
  running = await startTestControl();
});
afterAll(() => running.close());

type Headers = Readonly<Record<string, string>>;

test('an invitation of a removed admin does not work', async () => {
  const { owner, admin, adminId } = await openOrganization();
  const invitation = await invite(admin, 'Ana again', 'admin');
  expect((await call(owner, 'DELETE', `/api/people/${adminId}`)).status).toBe(204);
  expect(await signIn(invitation.link)).toMatchObject({ status: 401, code: 'link_withdrawn' });
  expect((await listPeople(owner)).invitations).toEqual([]);
});

test('a sign-in link that a removed admin created for another person does not work', async () => {
  const { owner, admin, adminId, memberId } = await openOrganization();
  const { link } = SignInLink.parse((await call(admin, 'POST', `/api/people/${memberId}/links`)).json());
  await call(owner, 'DELETE', `/api/people/${adminId}`);
  expect(await signIn(link)).toMatchObject({ status: 401, code: 'link_withdrawn' });
});

test('bootstrap tokens of a removed admin enrol no instance, and capture and read tokens stop working unless kept', async () => {
  for (const kept of [false, true]) {
    const { owner, admin, adminId } = await openOrganization();
    const bootstrap = await mint(admin, { kind: 'bootstrap', class: 'agent', name: 'node' });
    const read = await mint(admin, { kind: 'read', name: 'dashboard' });
    const ofOwner = await mint(owner, { kind: 'read', name: 'other' });
    await call(owner, 'DELETE', `/api/people/${adminId}${kept ? '?tokens=keep' : ''}`);
    const { tokens } = TokenList.parse((await call(owner, 'GET', '/api/tokens')).json());
    const revoked = new Set(tokens.filter((one) => one.revoked_at !== undefined).map(({ id }) => id));
    expect(revoked.has(bootstrap.token.id)).toBe(true);
    expect(revoked.has(read.token.id)).toBe(!kept);
    expect(revoked.has(ofOwner.token.id)).toBe(false);
    expect((await running.send({ path: '/api/fleet', headers: bearer(read.value) })).status).toBe(kept ? 200 : 401);
    expect((await running.send({ path: '/api/fleet', headers: bearer(ofOwner.value) })).status).toBe(200);
  }
});

test('what removal withdraws is shown before it, without any value', async () => {
  const { owner, admin, adminId, memberId } = await openOrganization();
  const invitation = await invite(admin, 'Dora', 'member');
  await call(admin, 'POST', `/api/people/${memberId}/links`);
  const token = await mint(admin, { kind: 'capture', name: 'deploy pipeline' });
  const spent = await mint(admin, { kind: 'read', name: 'revoked before' });
  await call(admin, 'DELETE', `/api/tokens/${spent.token.id}`);
  await signIn((await invite(admin, 'Eva', 'member')).link);
  const answer = await call(owner, 'GET', `/api/people/${adminId}/access`);
  expect(PersonAccess.parse(answer.json())).toMatchObject({
    invitations: [{ id: invitation.invitation.id, name: 'Dora', role: 'member' }],
    sign_in_links: [{ person_id: memberId }],
    tokens: [{ id: token.token.id, kind: 'capture', name: 'deploy pipeline' }],
    invited: [{ name: 'Eva', role: 'member' }],
  });
  expect(answer.text).not.toContain(token.value.split('_')[2]);
  expect((await listPeople(owner)).people.find(({ name }) => name === 'Eva')?.invited_by).toMatch(/^admin/u);
});

test('an invitation gives no more than its maker holds when it is used', async () => {
  const { owner, admin, adminId } = await openOrganization();
  const invitation = await invite(admin, 'Second admin', 'admin');
  await running.store.db.updateTable('people').set({ role: 'member' }).where('id', '=', adminId).execute();
  expect((await listPeople(owner)).invitations.map(({ id }) => id)).not.toContain(invitation.invitation.id);
  expect(await signIn(invitation.link)).toMatchObject({ status: 401, code: 'link_withdrawn' });
});

test('open invitations and sign-in links are listed with their makers and can be withdrawn', async () => {
  const { owner, admin, member, memberId } = await openOrganization();
  const invitation = await invite(admin, 'Dora', 'admin');
  const ofOwner = await invite(owner, 'Otto', 'owner');
  const { link } = SignInLink.parse((await call(admin, 'POST', `/api/people/${memberId}/links`)).json());
  const listed = await listPeople(member);
  expect(listed.invitations.map(({ name, created_by }) => [name, created_by.split(' ')[0]])).toEqual(
    expect.arrayContaining([
      ['Dora', 'admin'],
      ['Otto', 'owner'],
    ]),
  );
  const signInLink = listed.sign_in_links.find(({ person_id }) => person_id === memberId);
  expect(signInLink).toMatchObject({ role: 'member', created_by: expect.stringMatching(/^admin/u) as string });
  expect(JSON.stringify(listed)).not.toContain('rlink_');

  expect((await call(member, 'DELETE', `/api/people/links/${invitation.invitation.id}`)).status).toBe(403);
  // An admin could not have made it, so an admin does not undo it.
  expect((await call(admin, 'DELETE', `/api/people/links/${ofOwner.invitation.id}`)).status).toBe(403);
  expect((await call(admin, 'DELETE', `/api/people/links/${invitation.invitation.id}`)).status).toBe(204);
  expect((await call(admin, 'DELETE', `/api/people/links/${signInLink?.id}`)).status).toBe(204);
  expect((await call(owner, 'DELETE', `/api/people/links/${ofOwner.invitation.id}`)).status).toBe(204);
  expect((await call(owner, 'DELETE', `/api/people/links/${ofOwner.invitation.id}`)).status).toBe(404);
  for (const dead of [invitation.link, ofOwner.link, link]) {
    expect(await signIn(dead)).toMatchObject({ status: 401, code: 'link_withdrawn' });
  }
});

test('an admin who is removed while minting leaves nothing behind that works', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { owner, admin, adminId } = await openOrganization();
    const [removed, invited, minted] = await Promise.all([
      call(owner, 'DELETE', `/api/people/${adminId}`),
      call(admin, 'POST', '/api/people/invitations', { name: 'Late', role: 'admin' }),
      call(admin, 'POST', '/api/tokens', { kind: 'read', name: 'late' }),
    ]);
    expect(removed.status).toBe(204);
    // Refused when the removal came first; otherwise what was made is withdrawn by it.
    const made = InvitationCreated.safeParse(invited.json());
    const token = TokenCreated.safeParse(minted.json());
    const uses = await Promise.all([
      made.success ? signIn(made.data.link) : invited,
      token.success ? running.send({ path: '/api/fleet', headers: bearer(token.data.value) }) : minted,
    ]);
    expect(uses.filter(({ status }) => status !== 401 && status !== 403)).toEqual([]);
  }
});

let organizations = 0;

/** An owner, an admin and a member of an organization of their own. */
async function openOrganization() {
  organizations += 1;
  const name = `org-${organizations}`;
  const [owner, admin, member] = [
    await running.signIn('owner', name),
    await running.signIn('admin', name),
    await running.signIn('member', name),
  ];
  const idOf = async (headers: Headers): Promise<string> =>
    Me.parse((await call(headers, 'GET', '/api/me')).json()).person.id;
  return { owner, admin, member, adminId: await idOf(admin), memberId: await idOf(member) };
}

function call(headers: Headers, method: string, path: string, body?: unknown) {
  return running.send({ method, path, headers, ...(body !== undefined && { body }) });
}

async function invite(headers: Headers, name: string, role: string) {
  const answer = await call(headers, 'POST', '/api/people/invitations', { name, role });
  expect(answer.status).toBe(201);
  return InvitationCreated.parse(answer.json());
}

async function mint(headers: Headers, body: unknown) {
  return TokenCreated.parse((await call(headers, 'POST', '/api/tokens', body)).json());
}

async function listPeople(headers: Headers): Promise<People> {
  return People.parse((await call(headers, 'GET', '/api/people')).json());
}

function bearer(value: string): Headers {
  return { authorization: `Bearer ${value}` };
}

async function signIn(link: string): Promise<{ status: number; code: string | undefined }> {
  const { app: origin } = running.control.addresses;
  const body = { token: new URL(link).hash.slice(1) };
  const answer = await running.send({ method: 'POST', path: '/api/session', body, headers: { origin } });
  const parsed = answer.json() as { error?: { code: string } };
  return { status: answer.status, code: parsed.error?.code };
}
