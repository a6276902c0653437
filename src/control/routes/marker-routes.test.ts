/** POST /api/markers in a whole control plane: who may, what a body may hold, and what never happens. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { followEvents } from '../../../test/follow-events.ts';
import { ApiError, MarkerList, MarkerRecorded, RecordedActs, TokenCreated } from '../api/api.ts';

type Headers = Readonly<Record<string, string>>;

const deploy = { key: 'run-1', kind: 'deploy', workload: 'checkout', env: 'prod', version: '1.42.0' };
const incident = { key: 'INC-7', kind: 'incident', workload: 'checkout', env: 'prod', title: 'Payments time out' };

let running: TestControl;
let owner: Headers;

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
});
afterAll(() => running.close());

async function tokenOf(scopes: readonly string[] = []): Promise<Headers> {
  const body = { kind: 'incident', name: 'deploys', scopes };
  const answer = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  const { value } = TokenCreated.parse(answer.json());
  expect(value).toMatch(/^rinc_/u);
  return { authorization: `Bearer ${value}` };
}

const post = (headers: Headers, body: unknown): Promise<Answer> =>
  running.send({ method: 'POST', path: '/api/markers', headers, body });
const fieldOf = (answer: Answer): string | undefined => ApiError.parse(answer.json()).error.field;

test('records a deploy and an incident, ends the incident, and answers with an id alone', async () => {
  const token = await tokenOf();
  const url = 'https://ci.example.com/runs/1';
  const first = await post(token, { ...deploy, url });
  const again = await post(token, { ...deploy, url });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(MarkerRecorded.parse(first.json())).toEqual(MarkerRecorded.parse(again.json()));
  const started = new Date(Date.now() - 60_000).toISOString();
  const ended = new Date(Date.now() - 1000).toISOString();
  expect((await post(token, { ...incident, started_at: started })).status).toBe(201);
  expect((await post(token, { ...incident, ended_at: ended })).status).toBe(200);
  const answer = await running.send({ path: '/api/markers?workload=checkout&env=prod', headers: owner });
  const { markers } = MarkerList.parse(answer.json());
  expect(markers.map(({ kind }) => kind)).toEqual(['deploy', 'incident']);
  expect(markers[0]).toMatchObject({ version: '1.42.0', url, recorded_by: 'deploys' });
  expect(markers[1]).toMatchObject({ title: incident.title, started_at: started, ended_at: ended });
});

test('pages learn that a marker was recorded and that an incident ended, and nothing of either', async () => {
  const events = await followEvents(running.control.addresses.app, { ca: running.caPem, headers: owner });
  const token = await tokenOf();
  const markers = () => events.filter(({ type }) => type === 'marker');
  const started = new Date(Date.now() - 60_000).toISOString();
  await post(token, { ...incident, key: 'INC-8', started_at: started });
  await expect.poll(markers).toEqual([{ type: 'marker' }]);
  await post(token, { ...incident, key: 'INC-8', ended_at: new Date().toISOString() });
  await expect.poll(() => markers().length).toBe(2);
  await post(token, { ...incident, key: '' });
  await post({ authorization: 'Bearer rinc_wrong' }, incident);
  await post(token, { ...deploy, key: 'run-9' });
  await expect.poll(() => markers().length).toBe(3);
});

test('a token reads nothing: it is refused by every route but its own', async () => {
  const token = await tokenOf();
  const others = running.control.routes.filter(({ method, url }) => `${method} ${url}` !== 'POST /api/markers');
  const statuses = await Promise.all(
    others.map(async ({ method, url }) => {
      const path = url.replaceAll(/:[a-z]+/gu, 'x');
      const headers = { origin: running.control.addresses.app };
      const answers = [
        await running.send({ method, path, headers: { ...token, ...headers } }),
        await running.send({ method, path, headers }),
      ];
      return { route: `${method} ${url}`, statuses: answers.map(({ status }) => status) };
    }),
  );
  expect(statuses.length).toBeGreaterThan(40);
  // What anybody may ask, such as whether the control plane is healthy, it may ask as anybody.
  const more = statuses.filter(({ statuses: [withToken, without] }) => withToken !== without && withToken !== 401);
  expect(more.map(({ route }) => route)).toEqual([]);
  const guarded = statuses.filter(({ statuses: [, without] }) => without === 401);
  expect(guarded.length).toBeGreaterThan(30);
  expect(guarded.every(({ statuses: [withToken] }) => withToken === 401)).toBe(true);
});

test('a token is accepted in the header alone, and every other one is refused before the body is read', async () => {
  const value = (await tokenOf())['authorization']?.replace('Bearer ', '') ?? '';
  const inQuery = { method: 'POST', path: `/api/markers?token=${value}`, body: deploy };
  expect((await running.send(inQuery)).status).toBe(401);
  for (const kind of ['capture', 'read', 'mcp']) {
    const answer = await running.send({
      method: 'POST',
      path: '/api/tokens',
      headers: owner,
      body: { kind, name: 'x' },
    });
    const other = TokenCreated.parse(answer.json()).value;
    expect((await post({ authorization: `Bearer ${other}` }, 'not a body')).status).toBe(401);
  }
  expect((await post(owner, deploy)).status).toBe(401);
});

test('a restricted token records markers of its workloads and environments only', async () => {
  const token = await tokenOf(['workload:checkout', 'workload:ledger', 'env:prod']);
  expect((await post(token, { ...deploy, key: 'a' })).status).toBe(201);
  expect((await post(token, { ...deploy, key: 'a', workload: 'ledger' })).status).toBe(201);
  for (const [over, field] of [
    [{ workload: 'search' }, 'workload'],
    [{ env: 'staging' }, 'env'],
    [{ env: undefined }, 'env'],
  ] as const) {
    const answer = await post(token, { ...deploy, key: 'b', ...over });
    expect([answer.status, fieldOf(answer)]).toEqual([403, field]);
  }
});

test.each([['checkout'], ['workload:'], ['operations'], ['env:a\u0000b'], [`workload:${'x'.repeat(256)}`]])(
  'a token cannot be restricted to %j',
  async (scope) => {
    const body = { kind: 'incident', name: 'x', scopes: ['env:', scope] };
    const answer = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
    expect([answer.status, fieldOf(answer)]).toEqual([400, 'scopes.1']);
  },
);

test('its creation and its end are recorded, with its restriction', async () => {
  const body = { kind: 'incident', name: 'recorded', scopes: ['env:prod'] };
  const created = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  const { token } = TokenCreated.parse(created.json());
  await running.send({ method: 'DELETE', path: `/api/tokens/${token.id}`, headers: owner });
  const { acts } = RecordedActs.parse((await running.send({ path: '/api/acts', headers: owner })).json());
  const own = acts.filter(({ subject }) => subject === 'recorded');
  expect(own).toMatchObject([
    { kind: 'token_revoked', token: 'incident', scopes: ['env:prod'] },
    { kind: 'token_created', token: 'incident', scopes: ['env:prod'] },
  ]);
});

const wrongFields: readonly (readonly [string, object, string])[] = [
  ['no key', { key: undefined }, 'key'],
  ['an empty key', { key: '' }, 'key'],
  ['a key that is a number', { key: 7 }, 'key'],
  ['a long key', { key: 'k'.repeat(129) }, 'key'],
  ['a kind that is unknown', { kind: 'rollback' }, 'kind'],
  ['no workload', { workload: undefined }, 'workload'],
  ['a NUL in the workload', { workload: 'a\u0000' }, 'workload'],
  ['half a character', { workload: '\uD800' }, 'workload'],
  ['a long environment', { env: 'e'.repeat(65) }, 'env'],
  ['a deploy without a version', { version: undefined }, 'version'],
  ['an incident with a version', { kind: 'incident', title: 'x' }, 'version'],
  ['a title that runs backwards', { title: 'a\u202Eb' }, 'title'],
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a long title', { title: 't'.repeat(201) }, 'title'],
  ['a token in the title', { title: `see rapi_${'a'.repeat(16)}_${'b'.repeat(52)}_00000000` }, 'title'],
  ['an address without TLS', { url: 'http://ci.example.com/1' }, 'url'],
  ['an address that is a script', { url: 'javascript:alert(1)' }, 'url'],
  ['an address with a password', { url: 'https://me:secret@ci.example.com/' }, 'url'],
  ['a long address', { url: `https://ci.example.com/${'x'.repeat(2048)}` }, 'url'],
  ['a time that is none', { started_at: 'yesterday' }, 'started_at'],
  ['a time without a zone', { started_at: '2026-01-31T09:00:00' }, 'started_at'],
  ['a time that is a number', { ended_at: 1 }, 'ended_at'],
  ['a field that is unknown', { severity: 'high' }, 'severity'],
];

test('a body with something wrong is refused with its field, and repeats no value', async () => {
  const [first, second] = [await tokenOf(), await tokenOf()];
  for (const [at, [what, over, field]] of wrongFields.entries()) {
    const answer = await post(at % 2 === 0 ? first : second, { ...deploy, key: 'wrong', ...over });
    expect([what, answer.status, fieldOf(answer)]).toEqual([what, 400, field]);
    expect(answer.text).not.toMatch(/secret|rapi_|alert/u);
  }
  for (const other of [[], 'text', 7, null, true]) expect((await post(first, other)).status).toBe(400);
  expect((await post(second, { ...deploy, title: 'x'.repeat(20_000) })).status).toBe(413);
});

test('one token sends so many requests in a minute, and another one is not delayed', async () => {
  const [busy, other] = [await tokenOf(), await tokenOf()];
  const statuses: number[] = [];
  for (let at = 0; at < 61; at += 1) statuses.push((await post(busy, {})).status);
  expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true);
  expect(statuses[60]).toBe(429);
  expect((await post(other, { ...deploy, key: 'other' })).status).toBe(201);
});

test.each([
  ['from=yesterday', 'from'],
  ['kind=rollback', 'kind'],
  ['limit=1000', 'limit'],
  ['workload=a%00', 'workload'],
  ['since=1', 'since'],
])('a list with %s is refused with its field', async (query, field) => {
  const answer = await running.send({ path: `/api/markers?${query}`, headers: owner });
  expect([answer.status, fieldOf(answer)]).toEqual([400, field]);
});
