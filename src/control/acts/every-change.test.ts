/**
 * Every route that changes something records an act with who, when and from where, or is listed with the reason why
 * not. The routes are those that the control plane serves: a new one fails the first test.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { storeRemoved } from '../../../test/planted-organization.ts';
import { SoftwareAuthenticator } from '../../../test/software-authenticator.ts';
import { storeInstance } from '../../../test/store-instance.ts';
import { systemClock } from '../../core/clock.ts';
import { enrolmentBytes } from '../../tunnel/enrolment-messages.ts';
import { createSignerOf, generateKeyPair } from '../../tunnel/identity/key-pair.ts';
import {
  type ActKind,
  AuditList,
  CaptureAccepted,
  InvitationCreated,
  Me,
  PasskeyCreateOptions,
  PasskeyRequestOptions,
  PasskeyView,
  SavedQuestion,
  SessionList,
  TokenCreated,
} from '../api/api.ts';
import { CaptureQueue } from '../captures/capture-queue.ts';
import { Links } from '../people/links.ts';
import { ensureOrganization } from '../people/organization.ts';
import { mintOwnerLink } from '../people/owner-link.ts';
import { Members } from '../people/members.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';

type Headers = Readonly<Record<string, string>>;
/** The client of every call: the test is the proxy that passes it on. */
const address = '203.0.113.9';
const rpId = 'localhost';

let running: TestControl;
let organization = '';
let owner: Headers;
let origin = '';

beforeAll(async () => {
  running = await startTestControl({ FAROL_TRUSTED_PROXIES: '127.0.0.1' });
  origin = running.control.addresses.app;
  organization = (await ensureOrganization(running.store, 'acme', systemClock)).id;
});
afterAll(() => running.close());

beforeEach(async () => {
  owner = await running.signIn('owner');
  await new ProfilerSettings(running.store, systemClock).change(organization, true, { id: 'p', name: 'p' });
});

const send = async (method: string, path: string, headers: Headers, body?: unknown): Promise<Answer> => {
  const from = { ...headers, 'x-forwarded-for': address };
  const answer = await running.send({ method, path, headers: from, ...(body !== undefined && { body }) });
  expect([method, path, answer.status, answer.text]).toEqual([
    method,
    path,
    expect.toBeOneOf([200, 201, 202, 204]),
    expect.anything(),
  ]);
  return answer;
};
const post = (path: string, headers: Headers, body?: unknown): Promise<Answer> => send('POST', path, headers, body);

const makeToken = async (body: unknown): Promise<TokenCreated> =>
  TokenCreated.parse((await post('/api/tokens', owner, body)).json());
const invite = async (): Promise<InvitationCreated> =>
  InvitationCreated.parse((await post('/api/people/invitations', owner, { name: 'Eva', role: 'member' })).json());
const meOf = async (headers: Headers): Promise<Me> => Me.parse((await send('GET', '/api/me', headers)).json());
const sessionOf = async (headers: Headers): Promise<string> => {
  const { sessions } = SessionList.parse((await send('GET', '/api/sessions', headers)).json());
  return sessions.find(({ current }) => current)?.id ?? '';
};
let versions = 0;
const requestCapture = async (headers: Headers, path = '/api/profiling/requests'): Promise<string> =>
  CaptureAccepted.parse((await post(path, headers, { workload: 'api', version: `${versions++}` })).json()).request_id;

const cookieOf = (answer: Answer): string => String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
const addPasskey = async (): Promise<{ key: SoftwareAuthenticator; view: PasskeyView }> => {
  const key = new SoftwareAuthenticator();
  const begun = await post('/api/passkeys/options', owner);
  const { challenge, user } = PasskeyCreateOptions.parse(begun.json());
  key.userHandle = user.id;
  const headers = { ...owner, cookie: `${owner['cookie'] ?? ''}; ${cookieOf(begun)}` };
  const credential = key.create({ challenge, origin, rpId, counter: 1 });
  const answer = await post('/api/passkeys', headers, { name: 'laptop', credential });
  return { key, view: PasskeyView.parse(answer.json()) };
};

const saveQuestion = async (): Promise<string> => {
  const body = { name: 'up', operation: 'metrics.query', args: { query: { dialect: 'promql', text: 'up' } } };
  return SavedQuestion.parse((await post('/api/saved-questions', owner, body)).json()).id;
};

const enrol = async (): Promise<void> => {
  const { value: token } = await makeToken({ kind: 'bootstrap', name: 'node', class: 'agent' });
  const keys = generateKeyPair();
  const of = { tenant: 'acme', class: 'agent', instance: `edge-${versions++}`, public_key: keys.publicKey } as const;
  const begun = (await post('/enroll/begin', {}, { ...of, token })).json() as { challenge: string };
  const proof = { ...of, challenge: begun.challenge };
  const signature = Buffer.from(createSignerOf(keys).sign(enrolmentBytes(proof))).toString('base64url');
  await post('/enroll/finish', {}, { ...proof, signature });
};

interface Change {
  readonly kind: ActKind;
  readonly way?: 'token';
  readonly call: () => Promise<unknown>;
}

const instance = `edge-0`;
const changes: Readonly<Record<string, Change>> = {
  'POST /api/session': {
    kind: 'signed_in',
    call: async () => {
      const { link } = await invite();
      await post('/api/session', { origin }, { token: link.split('#')[1] });
    },
  },
  'DELETE /api/session': { kind: 'signed_out', call: () => send('DELETE', '/api/session', owner) },
  'POST /api/session/passkey': {
    kind: 'signed_in',
    call: async () => {
      const { key } = await addPasskey();
      const begun = await post('/api/session/passkey/options', { origin });
      const { challenge } = PasskeyRequestOptions.parse(begun.json());
      const answer = key.get({ challenge, origin, rpId, counter: 2 });
      await post('/api/session/passkey', { origin, cookie: cookieOf(begun) }, answer);
    },
  },
  'POST /api/passkeys': { kind: 'passkey_added', call: addPasskey },
  'DELETE /api/passkeys/:passkey': {
    kind: 'passkey_removed',
    call: async () => send('DELETE', `/api/passkeys/${(await addPasskey()).view.id}`, owner),
  },
  'DELETE /api/sessions/:session': {
    kind: 'session_ended',
    call: async () => send('DELETE', `/api/sessions/${await sessionOf(owner)}`, owner),
  },
  'DELETE /api/people/:person/sessions/:session': {
    kind: 'session_ended',
    call: async () => {
      const member = await running.signIn('member');
      const { id } = (await meOf(member)).person;
      await send('DELETE', `/api/people/${id}/sessions/${await sessionOf(member)}`, owner);
    },
  },
  'POST /api/people/invitations': { kind: 'person_invited', call: invite },
  'POST /api/people/:person/links': {
    kind: 'sign_in_link_created',
    call: async () => post(`/api/people/${(await meOf(owner)).person.id}/links`, owner),
  },
  'DELETE /api/people/links/:link': {
    kind: 'link_withdrawn',
    call: async () => send('DELETE', `/api/people/links/${(await invite()).invitation.id}`, owner),
  },
  'DELETE /api/people/:person': {
    kind: 'person_removed',
    call: async () => send('DELETE', `/api/people/${(await meOf(await running.signIn('member'))).person.id}`, owner),
  },
  'POST /api/people/:person/readmission': {
    kind: 'person_readmitted',
    call: async () => {
      const removed = await storeRemoved(running.store.db, organization, crypto.randomUUID());
      await post(`/api/people/${removed}/readmission`, owner);
    },
  },
  'PUT /api/me/name': {
    kind: 'person_renamed',
    call: async () => send('PUT', '/api/me/name', await running.signIn('member'), { name: 'Ana' }),
  },
  'POST /api/tokens': { kind: 'token_created', call: () => makeToken({ kind: 'read', name: 'bot' }) },
  'DELETE /api/tokens/:id': {
    kind: 'token_revoked',
    call: async () => send('DELETE', `/api/tokens/${(await makeToken({ kind: 'read', name: 'bot' })).token.id}`, owner),
  },
  'POST /api/tokens/:id/rotate': {
    kind: 'token_rotated',
    call: async () => {
      const { token } = await makeToken({ kind: 'read', name: 'bot' });
      await post(`/api/tokens/${token.id}/rotate`, owner, {});
    },
  },
  'POST /api/saved-questions': { kind: 'question_saved', call: () => saveQuestion() },
  'PUT /api/saved-questions/:question': {
    kind: 'question_shared',
    call: async () => send('PUT', `/api/saved-questions/${await saveQuestion()}`, owner, { shared: true }),
  },
  'DELETE /api/saved-questions/:question': {
    kind: 'question_removed',
    call: async () => send('DELETE', `/api/saved-questions/${await saveQuestion()}`, owner),
  },
  'PUT /api/settings/profiler': {
    kind: 'profiler_disabled',
    call: () => send('PUT', '/api/settings/profiler', owner, { enabled: false }),
  },
  'POST /enroll/finish': { kind: 'instance_enrolled', way: 'token', call: enrol },
  'POST /api/fleet/:instance/revoke': {
    kind: 'instance_revoked',
    call: async () => {
      await renewInstance();
      await post(`/api/fleet/${instance}-fixed/revoke`, owner);
    },
  },
  'POST /api/fleet/:instance/allow-reenrolment': {
    kind: 'reenrolment_allowed',
    call: async () => {
      await renewInstance();
      await post(`/api/fleet/${instance}-fixed/allow-reenrolment`, owner);
    },
  },
  'POST /api/profiling/captures': {
    kind: 'capture_requested',
    way: 'token',
    call: async () => {
      const { value } = await makeToken({ kind: 'capture', name: 'ci' });
      await requestCapture({ authorization: `Bearer ${value}` }, '/api/profiling/captures');
    },
  },
  'GET /api/audit/export': { kind: 'audit_exported', call: () => send('GET', '/api/audit/export', owner) },
  'POST /api/profiling/requests': { kind: 'capture_requested', call: () => requestCapture(owner) },
  'POST /api/profiling/captures/:id/replicates': {
    kind: 'capture_requested',
    call: async () => post(`/api/profiling/captures/${await storeHead()}/replicates`, owner),
  },
  'POST /api/profiling/captures/:id/cancel': {
    kind: 'capture_cancelled',
    call: async () => post(`/api/profiling/captures/${await requestCapture(owner)}/cancel`, owner),
  },
};

/** Not asked here. */
const elsewhere: Readonly<Record<string, string>> = {
  'POST /api/session/passkey/options': 'gives a challenge, which gives no access',
  'POST /api/passkeys/options': 'gives a challenge, which gives no access',
  'GET /api/session/sso/callback': 'is a sign-in; sso.test.ts reads the record',
  'POST /api/session/sso': 'gives the address of the provider, which gives no access',
  'POST /api/session/choice': 'is a sign-in; several-organizations.test.ts reads the record',
  'POST /api/session/join': 'is a sign-in; several-organizations.test.ts reads the record',
  'PUT /api/session/organization': 'is a sign-in; several-organizations.test.ts reads the record',
  'POST /api/markers': 'is a marker, which says whose token recorded it',
  'POST /enroll/begin': 'gives a challenge; the enrolment is recorded when it is finished',
  'POST /api/operations/:name': 'is a question, which has a record of its own in the same list',
  'POST /api/operations/:name/sources': 'is a question to each source, which has a record of its own in the same list',
  'POST /mcp': 'is a question, which has a record of its own in the same list, or reads what the page reads',
};

/** Everybody may ask these, and they change nothing. */
const publicReads = [
  '/healthz',
  '/readyz',
  '/api/openapi.json',
  '/api/ca.pem',
  '/api/session/ways',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
];

/** A GET changes something if it is public and not known to read only, or if a call of it leaves a record. */
async function listChangingReads(): Promise<string[]> {
  const reads = running.control.routes.filter(({ method }) => method === 'GET');
  const found = reads.filter(({ url, access }) => {
    const isRead = publicReads.includes(url) || url.startsWith('/policies/');
    return access === 'public' && !isRead;
  });
  const count = async (): Promise<number> => (await running.store.db.selectFrom('acts').select('id').execute()).length;
  for (const route of reads.filter((one) => !found.includes(one))) {
    const before = await count();
    await running.send({ path: route.url.replaceAll(/:\w+/gu, 'x'), headers: owner });
    if ((await count()) > before) found.push(route);
  }
  return found.map(({ url }) => `GET ${url}`);
}

test('every route that changes something is recorded or says why not', async () => {
  const changing = [
    ...running.control.routes.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`),
    ...(await listChangingReads()),
  ];
  expect(changing.toSorted()).toEqual([...Object.keys(changes), ...Object.keys(elsewhere)].toSorted());
});

const newest = async (query = '') => {
  const reader = await running.signIn('owner');
  return AuditList.parse(
    (await running.send({ path: `/api/audit?address=${address}${query}`, headers: reader })).json(),
  );
};

describe.each(Object.entries(changes))('%s', (_route, { kind, way = 'page', call }) => {
  test(`records ${kind}, with who, when and from where`, async () => {
    const begunAt = systemClock.now();
    await call();
    const [entry] = (await newest(`&kind=${kind}`)).entries;
    expect(entry).toMatchObject({ kind, way, address, outcome: 'ok' });
    expect(Date.parse(entry?.at ?? '')).toBeGreaterThanOrEqual(begunAt);
    expect(entry?.by).toMatchObject({ type: way === 'token' ? 'token' : 'person', name: expect.stringMatching(/./u) });
    expect(entry?.by.id).toMatch(/.{8}/u);
  });
});

test('a question is in the list with where it came from', async () => {
  await running.send({
    method: 'POST',
    path: '/api/operations/metrics.query',
    headers: { ...owner, 'x-forwarded-for': address },
    body: { args: {} },
  });
  const [entry] = (await newest('&kind=question')).entries;
  expect(entry).toMatchObject({ kind: 'question', way: 'page', address, subject: { id: 'metrics.query' } });
  expect(entry?.outcome).not.toBe('ok');
});

test('an act on the machine of the control plane has no address', async () => {
  const people = { links: new Links(running.store, systemClock), members: new Members(running.store, systemClock) };
  await mintOwnerLink(people, organization);
  await mintOwnerLink(people, organization);
  const { entries } = AuditList.parse(
    (await running.send({ path: '/api/audit?by=operator&way=machine&limit=3', headers: owner })).json(),
  );
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['link_withdrawn', 'sign_in_link_created']));
  for (const { by, address: from } of entries) expect([by.type, from]).toEqual(['operator', undefined]);
});

test('calls at the same moment from two addresses are not mixed up', async () => {
  const from = ['198.51.100.1', '198.51.100.2'];
  const names = Array.from({ length: 20 }, (_, at) => `mixed-${at}`);
  await Promise.all(
    names.map((name, at) =>
      running.send({
        method: 'POST',
        path: '/api/tokens',
        headers: { ...owner, 'x-forwarded-for': from[at % 2] ?? '' },
        body: { kind: 'read', name },
      }),
    ),
  );
  const { entries } = AuditList.parse((await running.send({ path: '/api/audit?limit=40', headers: owner })).json());
  const recorded = entries.filter(({ subject }) => subject.name.startsWith('mixed-'));
  expect(recorded).toHaveLength(20);
  for (const { subject, address: seen } of recorded) expect(seen).toBe(from[Number(subject.name.slice(6)) % 2]);
});

async function renewInstance(): Promise<void> {
  await running.store.db.deleteFrom('instances').where('instance', '=', `${instance}-fixed`).execute();
  await storeInstance(running.store.db, organization, `${instance}-fixed`);
}

/** A head that a Profiler pushed and that was measured on this machine. */
async function storeHead(): Promise<string> {
  const id = await requestCapture(owner);
  await new CaptureQueue(running.store, systemClock).recordOutcome({
    organization,
    instance: 'node-1',
    report: { request_id: id, outcome: 'pushed', reason: { code: 'pushed', text: 'It was pushed.' } },
    bundle: { id: crypto.randomUUID(), bytes: Uint8Array.of(1), recorded: false, namespace: undefined },
  });
  return id;
}
