import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { storeRemoved, storeSavedQuestion } from '../../../test/planted-organization.ts';
import { storeInstance } from '../../../test/store-instance.ts';
import { makeBundle } from '../../../test/made-bundle.ts';
import { systemClock } from '../../core/clock.ts';
import { TokenCreated } from '../api/api.ts';
import { Links } from '../people/links.ts';
import { ensureOrganization } from '../people/organization.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { readVersion } from '../../core/version.ts';

/**
 * Who may call what. Every route of the running control plane needs a row; every row is tried with
 * every caller. `ok` means let through (whatever the route then says), a number is that status.
 */
const callers = [
  'none',
  'member',
  'admin',
  'owner',
  'other',
  'rpcap',
  'rapi',
  'rapi+operations',
  'rapi+write',
  'rmcp',
  'rinc',
  'rboot',
] as const;
type Caller = (typeof callers)[number];
type Verdict = 'ok' | 401 | 403 | 404;

const anybody: Readonly<Record<Caller, Verdict>> = {
  none: 'ok',
  member: 'ok',
  admin: 'ok',
  owner: 'ok',
  other: 'ok',
  rpcap: 'ok',
  rapi: 'ok',
  'rapi+operations': 'ok',
  'rapi+write': 'ok',
  rmcp: 'ok',
  rinc: 'ok',
  rboot: 'ok',
};
const nobody = {
  none: 401,
  member: 401,
  admin: 401,
  owner: 401,
  other: 401,
  rpcap: 401,
  rapi: 401,
  'rapi+operations': 401,
  'rapi+write': 401,
  rmcp: 401,
  rinc: 401,
  rboot: 401,
} as const;
const people = { ...nobody, member: 'ok', admin: 'ok', owner: 'ok', other: 'ok' } as const;
const readers = { ...people, rapi: 'ok', 'rapi+operations': 'ok', 'rapi+write': 'ok' } as const;
const tokensRefused = { rapi: 403, 'rapi+operations': 403, 'rapi+write': 403 } as const;
const readersOfIt = { ...readers, other: 404 } as const;
const owners = { ...people, member: 403, admin: 403 } as const;
const admins = { ...people, member: 403 } as const;
/** `other` is an owner of another organization who names something of this one. */
const adminsOfIt = { ...admins, other: 404 } as const;

interface Row {
  readonly verdicts: Readonly<Record<Caller, Verdict>>;
  readonly path?: () => string;
  readonly body?: unknown;
  /** The code of the 503 that says the caller was let through: here is no Agent. */
  readonly unavailable?: string;
}

/** What the token of the caller `rapi+write` names. */
const namedWrite = 'chat.postMessage';

/** Shared questions of somebody else, one for each call that may remove it. */
const saved: string[] = [];
const ids = { session: '', passkey: '', person: '', removed: '', link: '', token: '', capture: '', instance: '' };
const rows: Readonly<Record<string, Row>> = {
  'GET /healthz': { verdicts: anybody },
  'GET /readyz': { verdicts: anybody },
  'GET /api/openapi.json': { verdicts: anybody },
  'GET /policies/index.json': { verdicts: anybody },
  'GET /policies/aws/secret-store.json': { verdicts: anybody },
  'GET /policies/:area/:file': { verdicts: anybody, path: () => '/policies/slack/scopes.json' },
  'GET /policies/:version/:area/:file': {
    verdicts: anybody,
    path: () => `/policies/${readVersion()}/slack/scopes.json`,
  },
  // Refused for its body: signing in asks for a link, not for a role.
  'POST /api/session': { verdicts: anybody, body: {} },
  'GET /api/session/ways': { verdicts: anybody },
  'POST /api/session/passkey/options': { verdicts: anybody },
  // Refused for its body, as the link is.
  'POST /api/session/passkey': { verdicts: anybody, body: {} },
  // Not configured here: the first says so, the other leads to a page that does.
  'POST /api/session/sso': {
    verdicts: Object.fromEntries(Object.keys(anybody).map((caller) => [caller, 404])) as Record<Caller, Verdict>,
    body: {},
  },
  'GET /api/session/sso/callback': { verdicts: anybody },
  'POST /api/session/choice': { verdicts: anybody, body: {} },
  'GET /api/session/organizations': { verdicts: people },
  // Which ones a passkey opens is asked in several-organizations.test.ts; a session that a link began opens none.
  'PUT /api/session/organization': {
    verdicts: { ...people, member: 404, admin: 404, owner: 404, other: 404 },
    body: { organization: 'unknown' },
  },
  // Refused for its body, as signing in is.
  'POST /api/session/join': { verdicts: people, body: {} },
  'GET /api/passkeys': { verdicts: people },
  'POST /api/passkeys/options': { verdicts: people },
  'POST /api/passkeys': { verdicts: people, body: {} },
  // Somebody else's: an owner removes no passkey of another person either.
  'DELETE /api/passkeys/:passkey': {
    verdicts: { ...people, member: 404, admin: 404, owner: 404, other: 404 },
    path: () => `/api/passkeys/${ids.passkey}`,
  },
  'GET /api/sessions': { verdicts: people },
  'DELETE /api/sessions/:session': {
    verdicts: { ...people, member: 404, admin: 404, owner: 404, other: 404 },
    path: () => `/api/sessions/${ids.session}`,
  },
  'DELETE /api/people/:person/sessions/:session': {
    verdicts: adminsOfIt,
    path: () => `/api/people/${ids.person}/sessions/${ids.session}`,
  },
  'GET /api/saved-questions': { verdicts: people },
  'POST /api/saved-questions': { verdicts: people, body: { name: 'up', operation: 'metrics.query', args: {} } },
  // Of somebody else, who alone shares it.
  'PUT /api/saved-questions/:question': {
    verdicts: { ...people, member: 404, admin: 404, owner: 404, other: 404 },
    path: () => `/api/saved-questions/${saved[0] ?? ''}`,
    body: { shared: true },
  },
  'DELETE /api/saved-questions/:question': {
    verdicts: { ...people, member: 404, other: 404 },
    path: () => `/api/saved-questions/${saved.pop() ?? ''}`,
  },
  'GET /api/me': { verdicts: people },
  'PUT /api/me/name': { verdicts: people, body: { name: 'New name' } },
  'GET /api/people': { verdicts: people },
  'POST /api/people/invitations': { verdicts: admins, body: { name: 'New', role: 'member' } },
  'POST /api/people/:person/links': { verdicts: adminsOfIt, path: () => `/api/people/${ids.person}/links` },
  'DELETE /api/people/:person': { verdicts: adminsOfIt, path: () => `/api/people/${ids.person}` },
  // Somebody who was removed.
  'POST /api/people/:person/readmission': {
    verdicts: adminsOfIt,
    path: () => `/api/people/${ids.removed}/readmission`,
  },
  'GET /api/people/:person/access': { verdicts: adminsOfIt, path: () => `/api/people/${ids.person}/access` },
  'DELETE /api/people/links/:link': { verdicts: adminsOfIt, path: () => `/api/people/links/${ids.link}` },
  'GET /api/tokens': { verdicts: admins },
  'POST /api/tokens': { verdicts: admins, body: { kind: 'capture', name: 'x' } },
  'POST /api/tokens/:id/rotate': { verdicts: adminsOfIt, path: () => `/api/tokens/${ids.token}/rotate`, body: {} },
  'DELETE /api/tokens/:id': { verdicts: adminsOfIt, path: () => `/api/tokens/${ids.token}` },
  'GET /api/acts': { verdicts: owners },
  'GET /api/audit': { verdicts: owners },
  'GET /api/audit/export': { verdicts: owners },
  'GET /api/settings/profiler': { verdicts: people },
  'GET /api/settings/profiler/history': { verdicts: people },
  'PUT /api/settings/profiler': { verdicts: admins, body: { enabled: true } },
  'GET /api/fleet': { verdicts: readers },
  'GET /api/instances': { verdicts: readers },
  'GET /api/permissions': { verdicts: readers },
  'GET /api/fleet/:instance': { verdicts: readersOfIt, path: () => `/api/fleet/${ids.instance}` },
  'GET /api/ca.pem': { verdicts: anybody },
  'POST /api/fleet/:instance/revoke': { verdicts: adminsOfIt, path: () => `/api/fleet/${ids.instance}/revoke` },
  'POST /api/fleet/:instance/allow-reenrolment': {
    verdicts: adminsOfIt,
    path: () => `/api/fleet/${ids.instance}/allow-reenrolment`,
  },
  // Refused for their bodies: an instance is let in by the token and the key in them, not by its caller.
  'POST /enroll/begin': { verdicts: anybody, body: {} },
  'POST /enroll/finish': { verdicts: anybody, body: {} },
  'GET /api/events': { verdicts: people },
  // One route, three kinds of question.
  'POST /api/operations/:name (a read)': {
    verdicts: { ...people, ...tokensRefused, 'rapi+operations': 'ok' },
    path: () => '/api/operations/metrics.query',
    body: { args: {} },
    unavailable: 'no_live_agent',
  },
  'POST /api/operations/:name/sources': {
    verdicts: { ...people, ...tokensRefused, 'rapi+operations': 'ok' },
    path: () => '/api/operations/metrics.query/sources',
    body: { args: {}, sources: 'all' },
    unavailable: 'no_source',
  },
  'POST /api/operations/:name (a write)': {
    verdicts: { ...people, ...tokensRefused, member: 403, 'rapi+write': 'ok' },
    path: () => `/api/operations/${namedWrite}`,
    body: { args: {} },
    unavailable: 'no_live_agent',
  },
  'POST /api/operations/:name (another write)': {
    verdicts: { ...people, ...tokensRefused, member: 403 },
    path: () => '/api/operations/tickets.create',
    body: { args: {} },
    unavailable: 'no_live_agent',
  },
  'POST /api/operations/:name (an unknown name)': {
    verdicts: { ...people, member: 404, rapi: 404, 'rapi+operations': 404, 'rapi+write': 404 },
    path: () => '/api/operations/metrics.delete',
    body: { args: {} },
    unavailable: 'no_live_agent',
  },
  'GET /api/questions': { verdicts: people },
  // Its body is refused after the token was accepted: an incident token records and reads nothing, here or elsewhere.
  'POST /api/markers': { verdicts: { ...nobody, rinc: 'ok' }, body: {} },
  'GET /api/markers': { verdicts: readers },
  // With what it may call; which tools those are is asked in mcp.test.ts.
  'POST /mcp': { verdicts: { ...nobody, rmcp: 'ok' }, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  'GET /.well-known/oauth-protected-resource': { verdicts: anybody },
  'GET /.well-known/oauth-protected-resource/mcp': { verdicts: anybody },
  'GET /api/catalog': { verdicts: readers },
  'GET /api/catalog/:name': { verdicts: readers, path: () => '/api/catalog/metrics.query' },
  'GET /api/catalog/:name/sources': { verdicts: readers, path: () => '/api/catalog/metrics.query/sources' },
  // Its body is refused after the token was accepted: a capture token queues and does nothing else.
  'POST /api/profiling/captures': { verdicts: { ...nobody, rpcap: 'ok' }, body: {} },
  'POST /api/profiling/requests': { verdicts: people, body: {} },
  'GET /api/profiling/captures': { verdicts: readers },
  'GET /api/profiling/captures/:id': { verdicts: readersOfIt, path: () => `/api/profiling/captures/${ids.capture}` },
  'GET /api/profiling/versions': { verdicts: readers },
  'GET /api/profiling/verdicts': { verdicts: readers },
  'POST /api/profiling/captures/:id/replicates': {
    verdicts: { ...people, other: 404 },
    path: () => `/api/profiling/captures/${ids.capture}/replicates`,
  },
  // A request of a pipeline: no member asked for it.
  'POST /api/profiling/captures/:id/cancel': {
    verdicts: adminsOfIt,
    path: () => `/api/profiling/captures/${ids.capture}/cancel`,
  },
  'GET /api/profiling/captures/:id/bundle': {
    verdicts: readersOfIt,
    path: () => `/api/profiling/captures/${ids.capture}/bundle`,
  },
  'GET /api/profiling/captures/:id/processes': {
    verdicts: readersOfIt,
    path: () => `/api/profiling/captures/${ids.capture}/processes`,
  },
  'GET /api/profiling/captures/:id/overview': {
    verdicts: readersOfIt,
    path: () => `/api/profiling/captures/${ids.capture}/overview`,
  },
  'GET /api/profiling/captures/:id/flame': {
    verdicts: readersOfIt,
    path: () => `/api/profiling/captures/${ids.capture}/flame`,
  },
  // Refused for their query, which names no workload.
  'GET /api/profiling/diff': { verdicts: readers },
  'GET /api/profiling/diff/flame': { verdicts: readers },
  'GET /api/profiling/diff/summary': { verdicts: readers },
  'GET /api/profiling/diff/table': { verdicts: readers },
  'DELETE /api/session': { verdicts: people },
};

let running: TestControl;

beforeAll(async () => {
  running = await startTestControl();
  const settings = new ProfilerSettings(running.store, systemClock);
  for (const name of ['acme', 'globex']) {
    const { id } = await ensureOrganization(running.store, name, systemClock);
    await settings.change(id, true, { id: 'test', name: 'test' });
  }
});
afterAll(() => running.close());

test('every route has a row and every row a route', () => {
  const served = new Set(running.control.routes.map(({ method, url }) => `${method} ${url}`));
  const listed = new Set(Object.keys(rows).map(routeOf));
  expect([...served].filter((route) => !listed.has(route))).toEqual([]);
  expect([...listed].filter((route) => !served.has(route))).toEqual([]);
});

test('the OpenAPI document has every route, and all of its references resolve', async () => {
  const answer = await running.send({ path: '/api/openapi.json' });
  const { paths, components } = answer.json() as { paths: Record<string, object>; components: { schemas: object } };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((one) => `${one} ${path}`),
  );
  const served = Object.keys(rows).map((row) =>
    routeOf(row)
      .replaceAll(/:([a-z]+)/gu, '{$1}')
      .replace(/^[A-Z]+/u, (one) => one.toLowerCase()),
  );
  expect(new Set(described)).toEqual(new Set(served));
  const names = [...answer.text.matchAll(/schemas\/([A-Za-z]+)"/gu)].map(([, name = '']) => name);
  expect(names.filter((name) => !Object.hasOwn(components.schemas, name))).toEqual([]);
});

describe.each(Object.entries(rows))('%s', (row, { verdicts, path, body, unavailable }) => {
  const [method = '', url = ''] = row.split(' ');

  test.each(callers)('as %s', async (caller) => {
    await prepare();
    const headers = await headersOf(caller);
    const answer = await running.send({ method, path: path?.() ?? url, headers, ...(body !== undefined && { body }) });
    expect(verdictOf(answer, unavailable)).toBe(verdicts[caller]);
  });
});

test.each<[number, string, string | number]>([
  [200, '{}', 'ok'],
  [400, '{}', 'ok'],
  [404, '{}', 404],
  [500, '{"error":{"code":"internal"}}', 500],
  [503, '{"error":{"code":"no_live_agent"}}', 'ok'],
  [503, '{"error":{"code":"store_unavailable"}}', 503],
])('the verdict of a %i with %s is %s', (status, text, verdict) => {
  expect(verdictOf({ status, text }, 'no_live_agent')).toBe(verdict);
});

const changing = Object.entries(rows).filter(
  ([route, { verdicts }]) => !route.startsWith('GET ') && verdicts.none === 401 && verdicts.owner === 'ok',
);

test.each(changing)('%s is refused from another origin and without the CSRF token', async (route, { path, body }) => {
  const [method = '', url = ''] = route.split(' ');
  await prepare();
  const { cookie = '', origin = '', ...csrf } = await running.signIn('owner');
  const sent = { method, path: path?.() ?? url, ...(body !== undefined && { body }) };
  const forged = [
    { cookie, origin: 'https://evil.example', ...csrf },
    { cookie, ...csrf },
    { cookie, origin },
    { cookie, origin, ...csrf, 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of forged) expect((await running.send({ ...sent, headers })).status).toBe(403);
});

/** Something to name, fresh for each try because some routes use it up. */
async function prepare(): Promise<void> {
  const acme = await ensureOrganization(running.store, 'acme', systemClock);
  const tokens = new AccessTokens(running.store.db, systemClock);
  const common = { organization: acme.id, name: 'x', createdBy: 'test', expiresInHours: undefined };
  ids.token = (await tokens.create({ ...common, kind: 'capture' })).view.id;
  ids.capture = await storeCapture(acme.id);
  ids.instance = crypto.randomUUID();
  await storeInstance(running.store.db, acme.id, ids.instance);
  ids.person = crypto.randomUUID();
  await running.store.db
    .insertInto('people')
    .values({ id: ids.person, organization_id: acme.id, name: 'x', role: 'member', created_at: 0, removed_at: null })
    .execute();
  for (const mark of callers) {
    saved.push(await storeSavedQuestion(running.store.db, { organization: acme.id, person: ids.person, mark }));
  }
  ids.removed = await storeRemoved(running.store.db, acme.id, crypto.randomUUID());
  ids.session = crypto.randomUUID();
  const now = systemClock.now();
  await running.store.db
    .insertInto('sessions')
    .values({ hash: ids.session, person_id: ids.person, created_at: 0, last_seen_at: now, expires_at: now + 60_000 })
    .execute();
  ids.passkey = crypto.randomUUID();
  const key = { credential_id: ids.passkey, public_key: '', counter: 0, transports: '[]', rp_id: 'localhost' };
  await running.store.db
    .insertInto('passkeys')
    .values({ id: ids.passkey, person_id: ids.person, name: 'x', created_at: 0, last_used_at: null, ...key })
    .execute();
  const link = { organization: acme.id, name: 'x', role: 'member', createdBy: 'test' } as const;
  ids.link = (await new Links(running.store, systemClock).mint(link)).id;
}

const { bytes: bundleBytes } = encodeBundle(makeBundle());

/** A pushed capture with a bundle, as the queue leaves it. */
async function storeCapture(organization: string): Promise<string> {
  const id = crypto.randomUUID();
  const ended = { reason_code: 'pushed', reason_text: 'x', finished_at: 0 };
  await running.store.db
    .insertInto('bundles')
    .values({ organization_id: organization, id, bytes: bundleBytes, stored_at: 0 })
    .execute();
  await running.store.db
    .insertInto('capture_requests')
    .values({
      id,
      organization_id: organization,
      workload: 'api',
      version: '1',
      env: '',
      kind: 'head',
      duration_sec: 60,
      warmup_sec: 5,
      requested_by_type: 'token',
      requested_by: 'ci',
      requested_at: 0,
      status: 'pushed',
      running_since: 0,
      phase: null,
      recorded: 0,
      ...ended,
    })
    .execute();
  await running.store.db
    .insertInto('capture_instances')
    .values({
      request_id: id,
      instance: 'profiler-1',
      taken_at: 0,
      outcome: 'pushed',
      probes: null,
      collector: null,
      bundle_id: id,
      ...ended,
    })
    .execute();
  return id;
}

async function headersOf(caller: Caller): Promise<Readonly<Record<string, string>>> {
  switch (caller) {
    case 'none':
      return { origin: running.control.addresses.app };
    case 'member':
    case 'admin':
    case 'owner':
      return running.signIn(caller);
    case 'other':
      return running.signIn('owner', 'globex');
    case 'rpcap':
      return bearer('capture');
    case 'rapi':
      return bearer('read');
    case 'rapi+operations':
      return bearer('read', ['operations']);
    case 'rapi+write':
      return bearer('read', [namedWrite]);
    case 'rmcp':
      return bearer('mcp', ['captures']);
    case 'rinc':
      return bearer('incident');
    case 'rboot':
      return bearer('bootstrap');
  }
}

/** Without what tells the rows of one route apart. */
function routeOf(row: string): string {
  return row.split(' ').slice(0, 2).join(' ');
}

async function bearer(
  kind: 'capture' | 'read' | 'mcp' | 'incident' | 'bootstrap',
  scopes?: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const owner = await running.signIn('owner');
  const body = { kind, name: 'x', ...(kind === 'bootstrap' && { class: 'agent' }), ...(scopes && { scopes }) };
  const answer = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  return { authorization: `Bearer ${TokenCreated.parse(answer.json()).value}`, origin: running.control.addresses.app };
}

/** Anything but a refusal of the caller counts as let through, except a failure: a status of 500 or more is itself. */
function verdictOf({ status, text }: Pick<Answer, 'status' | 'text'>, unavailable?: string): string | number {
  if (status === 503 && text.includes(`"code":"${unavailable ?? ''}"`)) return 'ok';
  return status === 401 || status === 403 || status === 404 || status >= 500 ? status : 'ok';
}
