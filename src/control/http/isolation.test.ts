/**
 * One organization gets nothing of another. Every field of every route, and of every tool of assistants, is either an id
 * or says here why it is none; every id is asked for by somebody of another organization, and the answer must be the one
 * for an id that nobody has.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectAssistant, createMcpToken } from '../../../test/assistant.ts';
import { type Answer, type Sent, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startInstance } from '../../../test/instance.ts';
import { type Planted, type PlantedOrganization, plantOrganization } from '../../../test/planted-organization.ts';
import { systemClock } from '../../core/clock.ts';
import { OperationResponse, TokenCreated } from '../api/api.ts';
import { ProfilerSettings } from '../settings/profiler-setting.ts';
import type { DescribedRoute } from './openapi.ts';

type Headers = Readonly<Record<string, string>>;
type Kind = keyof Planted;

/** What a field names, where it names something of an organization; by its own route or by its place and name. */
const kinds: Readonly<Record<string, Kind | readonly Kind[]>> = {
  'path.person': 'person',
  'POST /api/people/:person/readmission path.person': 'removed',
  'path.link': 'link',
  'path.instance': 'instance',
  'path.passkey': 'ownPasskey',
  'path.session': ['session', 'ownSession'],
  'path.question': 'saved',
  'path.id': 'capture',
  'POST /api/profiling/captures/:id/cancel path.id': 'queued',
  'DELETE /api/tokens/:id path.id': 'token',
  'POST /api/tokens/:id/rotate path.id': 'token',
  'body.organization': 'organization',
  'body.instance': 'instance',
  'body.passkey': 'credential',
  'POST /api/session/passkey body.id': 'credential',
  'query.instance': 'instance',
  'query.workload': 'workload',
  'query.version': 'version',
  'query.by': 'person',
  'query.cursor': 'cursor',
  'query.subject': 'instance',
  'query.about': 'person',
  'query.token': 'token',
  'GET /api/profiling/diff query.from': 'version',
  'GET /api/profiling/diff query.to': 'version',
  'GET /api/profiling/diff/flame query.from': 'version',
  'GET /api/profiling/diff/flame query.to': 'version',
  'GET /api/profiling/diff/summary query.from': 'version',
  'GET /api/profiling/diff/summary query.to': 'version',
  'GET /api/profiling/diff/table query.from': 'version',
  'GET /api/profiling/diff/table query.to': 'version',
  'captures_search args.workload': 'workload',
  'captures_search args.version': 'version',
  'captures_search args.cursor': 'cursor',
  'captures_search args.instance': 'instance',
  'capture_diff args.workload': 'workload',
  'capture_diff args.from': 'version',
  'capture_diff args.to': 'version',
  'health args.instance': 'instance',
};

/** Fields that name nothing of an organization: a route whose name begins so, and then any place and name. */
const plain: readonly (readonly [field: RegExp, reason: string])[] = [
  [/^GET \/policies\//u, 'published documents, the same for everybody'],
  [/^GET \/api\/catalog/u, 'the catalog, the same for everybody'],
  [/ body\.token$/u, 'a secret that decides which organization it is of'],
  [/^POST \/api\/session body\.instead$/u, 'whether the session of the browser ends'],
  [/^POST \/api\/session\/sso body\.return_to$/u, 'a path of the app'],
  [/^POST \/api\/session\/passkey body\.(?!id$)/u, 'what a key signed'],
  [
    /^POST \/api\/(?:passkeys|tokens|tokens\/:id\/rotate|people\/invitations|markers|saved-questions) body\./u,
    'describes what is made in the own organization',
  ],
  [/^PUT \/api\/me\/name body\.name$/u, 'the own name'],
  [/^PUT \/api\/saved-questions\/:question body\.shared$/u, 'whether the own organization sees it'],
  [/^PUT \/api\/settings\/profiler body\.enabled$/u, 'a setting of the own organization'],
  [
    /^POST \/api\/profiling\/(?:captures|requests) body\./u,
    'describes the capture that is queued in the own organization',
  ],
  [/^POST \/mcp body\./u, 'the frame of JSON-RPC; the arguments of each tool are walked below'],
  [
    /^POST \/api\/operations\/:name(?:\/sources)? (?:path\.name|body\.args|body\.sources?)$/u,
    'goes to an Agent of the own organization',
  ],
  [/ query\.(?:limit|tokens|status|outcome|via|format|env|operation|kind|way|address)$/u, 'a word or number, no name'],
  [/^GET \/api\/(?:questions|audit|audit\/export|markers) query\.(?:from|to)$/u, 'a time'],
  [
    /^GET \/api\/profiling\/diff\/table query\.(?:axis|comparison)$/u,
    'a word, and a digest that has to be that of the captures of the own organization',
  ],
  [/^catalog_\w+ args\./u, 'the catalog, or a question to an Agent of the own organization'],
  [/ args\.(?:env|status|limit|offset|all|connector)$/u, 'a word or number, no name'],
  [/^health args\.cursor$/u, 'a place in the own list'],
];

let running: TestControl;
let acme: PlantedOrganization;
let globex: PlantedOrganization;
const bearers: { rapi: Headers; rpcap: Headers } = { rapi: {}, rpcap: {} };

beforeAll(async () => {
  running = await startTestControl();
  acme = await plantOrganization(running, 'acme');
  globex = await plantOrganization(running, 'globex');
  for (const { ids } of [acme, globex]) {
    const by = { id: 'test', name: `by-${ids.workload}` };
    await new ProfilerSettings(running.store, systemClock).change(ids.organization, true, by);
  }
  bearers.rapi = await bearer('read', ['operations']);
  bearers.rpcap = await bearer('capture');
});
afterAll(() => running.close());

async function bearer(kind: 'read' | 'capture', scopes?: readonly string[]): Promise<Headers> {
  const body = { kind, name: 'of globex', ...(scopes && { scopes }) };
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: globex.owner, body });
  return { authorization: `Bearer ${TokenCreated.parse(made.json()).value}` };
}

interface Field {
  readonly route: DescribedRoute;
  readonly place: 'path' | 'query' | 'body';
  readonly name: string;
}

function listFields(routes: readonly DescribedRoute[]): Field[] {
  return routes.flatMap((route) => [
    ...[...route.url.matchAll(/:(\w+)/gu)].map(([, name = '']) => ({ route, place: 'path' as const, name })),
    ...namesOf(route.schema?.querystring).map((name) => ({ route, place: 'query' as const, name })),
    ...namesOf(route.schema?.body).map((name) => ({ route, place: 'body' as const, name })),
  ]);
}

function namesOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

const routeName = ({ method, url }: DescribedRoute): string => `${method} ${url}`;
const keyOf = ({ route, place, name }: Field): string => `${routeName(route)} ${place}.${name}`;

function kindsOf(key: string): readonly Kind[] {
  const short = key.slice(key.lastIndexOf(' ') + 1);
  return [kinds[key] ?? (plain.some(([field]) => field.test(key)) ? undefined : kinds[short]) ?? []].flat();
}

/** Without which the route refuses the request before it reads an id. */
const needed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/tokens/:id/rotate': {},
  'POST /api/operations/:name': { args: {} },
  'POST /api/operations/:name/sources': { args: {}, sources: 'all' },
  'PUT /api/saved-questions/:question': { shared: true },
  'POST /api/session/choice': { passkey: 'x', organization: 'x' },
  'POST /api/session/passkey': { id: 'x', clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
};

/** Asks a route for one id; the other ids are of the caller or, `withRest`, of the other organization too. */
function requestOf({ route, place, name }: Field, asked: string, rest: Planted, headers: Headers): Sent {
  const valueOf = (one: string, at: Field['place']): string => {
    if (one === name && at === place) return asked;
    const [kind] = kindsOf(`${routeName(route)} ${at}.${one}`);
    if (kind !== undefined) return rest[kind];
    return one === 'name' ? 'metrics.query' : 'x';
  };
  const path = route.url.replaceAll(/:(\w+)/gu, (_all, one: string) => encodeURIComponent(valueOf(one, 'path')));
  const query = new URLSearchParams(place === 'query' ? { [name]: asked } : {});
  if (/\/diff/u.test(route.url) && !query.has('workload')) query.set('workload', rest.workload);
  if (/\/diff\/table/u.test(route.url) && !query.has('axis')) query.set('axis', 'files');
  const base = needed[routeName(route)];
  const body = place === 'body' ? { ...base, [name]: asked } : base;
  return {
    method: route.method,
    path: query.size === 0 ? path : `${path}?${query.toString()}`,
    headers,
    ...(body !== undefined && { body }),
  };
}

type Ask = (sent: Sent) => Promise<Answer>;
const ask: Ask = (sent) => running.send(sent);

async function statusOf(sent: Sent): Promise<{ readonly path: string; readonly status: number }> {
  return { path: sent.path, status: (await ask(sent)).status };
}

/** Undefined when the answer about an id of acme is the one about an id of nobody, and has nothing of acme in it. */
async function findLeak(
  send: Ask,
  foreign: Sent,
  unknown: Sent,
  asked: readonly [string, string],
): Promise<string | undefined> {
  const [first, second] = [await send(foreign), await send(unknown)];
  const [told, expected] = [plainOf(first, asked[0]), plainOf(second, asked[1])];
  const what = `${foreign.method} ${foreign.path}`;
  if (told !== expected) return `${what}: ${told} is not ${expected}`;
  const marks = Object.values(acme.ids).filter((one) => one !== asked[0]);
  const seen = marks.find((mark) => told.includes(mark));
  return seen === undefined ? undefined : `${what}: ${seen} of acme is in the answer`;
}

function plainOf({ status, text }: Answer, asked: string): string {
  const said = text.replaceAll(asked, '<asked>').replaceAll(encodeURIComponent(asked), '<asked>');
  return `${status} ${said.replaceAll(/"request_id":"[^"]*"/gu, '')}`;
}

/** Of the same form and, for a cursor, of the same time. */
const unknownOf = (kind: Kind): string =>
  acme.ids[kind].replaceAll(/[\da-f]{8}-[\da-f-]{27}/gu, () => crypto.randomUUID());

function callersOf({ access }: DescribedRoute): readonly Headers[] {
  if (access === 'public') return [{ origin: running.control.addresses.app }];
  if (access === 'own') return [bearers.rpcap];
  return access === 'reader' || access === 'asker' ? [globex.owner, bearers.rapi] : [globex.owner];
}

interface Case {
  readonly field: Field;
  readonly kind: Kind;
  readonly headers: Headers;
  /** Where the other ids of the request are from. */
  readonly rest: Planted;
}

function listCases(): Case[] {
  return listFields(running.control.routes).flatMap((field) =>
    kindsOf(keyOf(field)).flatMap((kind) =>
      callersOf(field.route).flatMap((headers) =>
        [globex.ids, acme.ids].map((rest) => ({ field, kind, headers, rest })),
      ),
    ),
  );
}

test('every field of every route is an id or says why it is none', () => {
  const fields = listFields(running.control.routes).map(keyOf);
  expect(fields.length).toBeGreaterThan(60);
  const isPlain = (key: string): boolean => plain.some(([field]) => field.test(key));
  expect(fields.filter((key) => kindsOf(key).length === 0 && !isPlain(key))).toEqual([]);
});

test('an id of another organization is answered like one that nobody has', async () => {
  const before = await snapshot(acme.ids.organization);
  const cases = listCases();
  expect(cases.length).toBeGreaterThan(60);
  for (const { field, kind, headers, rest } of cases) {
    const [foreign, unknown] = [acme.ids[kind], unknownOf(kind)];
    const sent = requestOf(field, foreign, rest, headers);
    const leak = await findLeak(ask, sent, requestOf(field, unknown, rest, headers), [foreign, unknown]);
    expect(leak).toBeUndefined();
  }
  for (const { field, kind, headers, rest } of cases.filter((one) => one.field.place === 'path')) {
    const { path, status } = await statusOf(requestOf(field, acme.ids[kind], rest, headers));
    expect([path, status]).toEqual([path, 404]);
  }
  expect(await snapshot(acme.ids.organization)).toEqual(before);
});

test('the walk asks for what is there: people of that organization are not answered so', async () => {
  const missed: string[] = [];
  for (const field of listFields(running.control.routes).filter(({ place }) => place === 'path')) {
    for (const kind of kindsOf(keyOf(field))) {
      const { ids, owner } = await plantOrganization(running, 'acme');
      const { status } = await running.send(requestOf(field, ids[kind], ids, owner));
      if (status === 404) missed.push(`${keyOf(field)} ${kind}`);
    }
  }
  // A session is ended by its person at one route, and by those above at the other.
  expect(missed).toEqual([
    'DELETE /api/sessions/:session path.session session',
    'DELETE /api/people/:person/sessions/:session path.session ownSession',
  ]);
});

/** Of the own workload; only a table has an axis. */
function diffQuery({ url }: { readonly url: string }): string {
  return `workload=${globex.ids.workload}${url.endsWith('/table') ? '&axis=files' : ''}`;
}

test('no list of one organization has anything of another', async () => {
  const lists = running.control.routes.filter(
    ({ method, url, access }) => method === 'GET' && access !== 'public' && !url.includes(':'),
  );
  const full: string[] = [];
  // Whom nobody asked for yet: an export of the audit list is recorded with what it was filtered by.
  const { ids } = await plantOrganization(running, 'acme');
  for (const route of lists) {
    const path = /\/diff/u.test(route.url) ? `${route.url}?${diffQuery(route)}` : route.url;
    for (const headers of callersOf(route)) {
      const { status, text } = await running.send({ path, headers });
      expect([path, status]).toEqual([path, expect.toBeOneOf([200, 404, 409, 422])]);
      expect([path, ...Object.values(ids).filter((mark) => text.includes(mark))]).toEqual([path]);
      if (Object.values(globex.ids).some((mark) => text.includes(mark))) full.push(route.url);
    }
  }
  // Where a leak would have been seen: the own things are there.
  expect([...new Set(full)].toSorted()).toEqual([
    '/api/acts',
    '/api/audit',
    '/api/audit/export',
    '/api/fleet',
    '/api/instances',
    '/api/markers',
    '/api/me',
    '/api/passkeys',
    '/api/people',
    '/api/profiling/captures',
    '/api/profiling/diff',
    '/api/profiling/diff/flame',
    '/api/profiling/diff/summary',
    '/api/profiling/diff/table',
    '/api/profiling/verdicts',
    '/api/profiling/versions',
    '/api/questions',
    '/api/saved-questions',
    '/api/session/organizations',
    '/api/sessions',
    '/api/settings/profiler',
    '/api/settings/profiler/history',
    '/api/tokens',
  ]);
});

test('a route that leaks is found', async () => {
  const field = listFields(running.control.routes).find(
    (one) => keyOf(one) === 'GET /api/profiling/captures/:id path.id',
  );
  if (field === undefined) throw new Error('there is no such route');
  const [foreign, unknown] = [acme.ids.capture, unknownOf('capture')];
  const find = (send: Ask): Promise<string | undefined> =>
    findLeak(
      send,
      requestOf(field, foreign, globex.ids, globex.owner),
      requestOf(field, unknown, globex.ids, globex.owner),
      [foreign, unknown],
    );
  expect(await find(ask)).toBeUndefined();
  // What acme is answered, a status of its own, and a name in an answer that is otherwise the same.
  const asAcme: Ask = (sent) => running.send(sent.path.includes(foreign) ? { ...sent, headers: acme.owner } : sent);
  expect(await find(asAcme)).toContain('is not 404');
  const forbids: Ask = async (sent) => ({
    ...(await running.send(sent)),
    ...(sent.path.includes(foreign) && { status: 403 }),
  });
  expect(await find(forbids)).toContain('403');
  const names: Ask = async (sent) => ({ ...(await running.send(sent)), text: `no capture of ${acme.ids.workload}` });
  expect(await find(names)).toContain('of acme is in the answer');
});

test('assistants of one organization get nothing of another by any tool', async () => {
  const { value } = await createMcpToken(running, globex.owner, ['captures']);
  const client = await connectAssistant(running, value, '2026-07-28');
  try {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(7);
    const call = async (name: string, args: Readonly<Record<string, unknown>>): Promise<string> => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      return JSON.stringify([isError, content]).replace(/Request: [\da-f-]+/u, '');
    };
    for (const { name, inputSchema } of tools) {
      for (const arg of Object.keys(inputSchema.properties ?? {})) {
        const key = `${name} args.${arg}`;
        const isPlain = plain.some(([field]) => field.test(key));
        expect([key, isPlain || kindsOf(key).length > 0]).toEqual([key, true]);
        for (const kind of kindsOf(key)) {
          const base = name === 'capture_diff' ? { workload: globex.ids.workload } : {};
          const [foreign, unknown] = [acme.ids[kind], unknownOf(kind)];
          const told = (await call(name, { ...base, [arg]: foreign })).replaceAll(foreign, '<asked>');
          expect(told).toBe((await call(name, { ...base, [arg]: unknown })).replaceAll(unknown, '<asked>'));
          expect(Object.values(acme.ids).filter((mark) => told.includes(mark))).toEqual([]);
        }
      }
    }
    const listed = await call('captures_search', {});
    expect([listed.includes(globex.ids.workload), listed.includes(acme.ids.workload)]).toEqual([true, false]);
  } finally {
    await client.close();
  }
});

test('a question goes to the Agent of the own organization, also where both have one of that name', async () => {
  const asked: string[] = [];
  const organizations = [
    ['acme', acme.owner],
    ['globex', globex.owner],
  ] as const;
  const start = ([tenant, owner]: (typeof organizations)[number]) =>
    startInstance(running, {
      class: 'agent',
      instance: 'node-1',
      tenant,
      owner,
      handlers: {
        'operation.run': () => {
          asked.push(tenant);
          const result = { data: tenant, complete: true, truncated: false, source: tenant, upstreamCalls: 1 };
          return Promise.resolve({ ok: true, result });
        },
      },
    });
  const tunnels = [await start(organizations[0]), await start(organizations[1])];
  try {
    while (tunnels.some((tunnel) => tunnel.state().state !== 'live')) await sleep(20);
    for (const [tenant, headers] of organizations) {
      for (const instance of [undefined, 'node-1']) {
        const body = { args: {}, ...(instance !== undefined && { instance }) };
        const answer = await running.send({ method: 'POST', path: '/api/operations/metrics.query', headers, body });
        expect(OperationResponse.parse(answer.json()).result.source).toBe(tenant);
      }
    }
    expect(asked).toEqual(['acme', 'acme', 'globex', 'globex']);
  } finally {
    for (const tunnel of tunnels) await tunnel.close();
  }
});

/** Every row of an organization. */
async function snapshot(organization: string): Promise<unknown> {
  const { db } = running.store;
  const of = async (
    table:
      | 'people'
      | 'one_time_links'
      | 'access_tokens'
      | 'bootstrap_tokens'
      | 'instances'
      | 'capture_requests'
      | 'bundles'
      | 'acts'
      | 'questions'
      | 'profiler_changes'
      | 'markers'
      | 'saved_questions',
  ) => db.selectFrom(table).selectAll().where('organization_id', '=', organization).execute();
  const people = (await of('people')).flatMap((row) => ('last_seen_at' in row ? [row.id] : []));
  return [
    await of('people'),
    await of('one_time_links'),
    await of('access_tokens'),
    await of('bootstrap_tokens'),
    await of('instances'),
    await of('capture_requests'),
    await of('bundles'),
    await of('acts'),
    await of('questions'),
    await of('profiler_changes'),
    await of('markers'),
    await of('saved_questions'),
    await db.selectFrom('sessions').selectAll().where('person_id', 'in', people).execute(),
    await db.selectFrom('passkeys').selectAll().where('person_id', 'in', people).execute(),
  ];
}
