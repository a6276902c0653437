import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { readVersion } from '../../core/version.ts';
import { ApiError, RecordedActs, TokenCreated, TokenList } from '../api/api.ts';

let running: TestControl;
let owner: Readonly<Record<string, string>>;
beforeAll(async () => {
  running = await startTestControl({ FAROL_IMAGE_REGISTRY: 'registry.example.com/farol' });
  owner = await running.signIn('owner');
});
afterAll(() => running.close());

const create = (body: object): Promise<Answer> =>
  running.send({ method: 'POST', path: '/api/tokens', headers: owner, body: { name: 'cluster', ...body } });
const bootstrap = { kind: 'bootstrap', class: 'profiler' };

test('a bootstrap token has the uses and the expiry that were asked for; list and record say so', async () => {
  const { token } = TokenCreated.parse((await create({ ...bootstrap, uses: 50, expires_in_hours: 720 })).json());
  expect(token.uses_left).toBe(50);
  expect(Date.parse(token.expires_at ?? '') - Date.parse(token.created_at)).toBe(720 * 3_600_000);
  const { tokens } = TokenList.parse((await running.send({ path: '/api/tokens', headers: owner })).json());
  expect(tokens.find(({ id }) => id === token.id)).toEqual(token);
  const { acts } = RecordedActs.parse((await running.send({ path: '/api/acts', headers: owner })).json());
  expect(acts[0]).toMatchObject({ kind: 'token_created', subject: 'cluster', by: 'owner of acme', uses: 50 });
});

test('enrols one instance within a day unless it says otherwise', async () => {
  const { token } = TokenCreated.parse((await create(bootstrap)).json());
  expect(token.uses_left).toBe(1);
  expect(Date.parse(token.expires_at ?? '') - Date.parse(token.created_at)).toBe(24 * 3_600_000);
});

test.each([
  [{ ...bootstrap, uses: 0 }, 'uses: must be a whole number from 1 to 10000.'],
  [{ ...bootstrap, uses: 10_001 }, 'uses: must be a whole number from 1 to 10000.'],
  [{ ...bootstrap, uses: 1.5 }, 'uses: must be a whole number from 1 to 10000.'],
  [{ ...bootstrap, uses: '3' }, 'uses: must be a whole number from 1 to 10000.'],
  [{ ...bootstrap, expires_in_hours: 0 }, 'expires_in_hours: must be a whole number from 1 to 8784.'],
  [{ ...bootstrap, expires_in_hours: 8785 }, 'expires_in_hours: must be a whole number from 1 to 8784.'],
  [{ kind: 'read', uses: 2 }, 'uses: is for bootstrap tokens only.'],
])('%j is refused with 400: %s', async (body, message) => {
  const answer = await create(body);
  const { error } = ApiError.parse(answer.json());
  expect([answer.status, error.message, error.field]).toEqual([400, message, message.split(':')[0]]);
});

test('a read token has the scopes that were asked for; list and record say so', async () => {
  const scopes = ['tickets.create', 'operations'];
  const { token } = TokenCreated.parse((await create({ kind: 'read', scopes })).json());
  expect(token.scopes).toEqual(scopes.toSorted());
  const { tokens } = TokenList.parse((await running.send({ path: '/api/tokens', headers: owner })).json());
  expect(tokens.find(({ id }) => id === token.id)).toEqual(token);
  const recorded = async () => {
    const { acts } = RecordedActs.parse((await running.send({ path: '/api/acts', headers: owner })).json());
    return acts[0];
  };
  expect(await recorded()).toMatchObject({ kind: 'token_created', token: 'read', scopes: scopes.toSorted() });
  await running.send({ method: 'DELETE', path: `/api/tokens/${token.id}`, headers: owner });
  expect(await recorded()).toMatchObject({ kind: 'token_revoked', token: 'read', scopes: scopes.toSorted() });
  const plain = TokenCreated.parse((await create({ kind: 'read', scopes: [] })).json());
  expect(plain.token).not.toHaveProperty('scopes');
});

test.each([
  [['operations', 'metrics.delete'], 'scopes.1', 'must be operations or the name of a write'],
  [['metrics.query'], 'scopes.0', 'is a read; the scope operations covers every read'],
  [['operations', 'tickets.create', 'operations'], 'scopes.2', 'repeats an earlier one'],
  [['__proto__'], 'scopes.0', 'must be operations'],
  [['Operations'], 'scopes.0', 'must be operations'],
  [[7], 'scopes.0', 'invalid input'],
  [Array.from({ length: 65 }, () => 'operations'), 'scopes.1', 'repeats an earlier one'],
  ['operations', 'scopes', 'invalid input'],
])('the scopes %j are refused by the name of the first that is wrong', async (scopes, field, why) => {
  const answer = await create({ kind: 'read', scopes });
  const { error } = ApiError.parse(answer.json());
  expect([answer.status, error.field]).toEqual([400, field]);
  expect(error.message).toContain(why);
});

test.each(['capture', 'bootstrap'])('a %s token has no scopes', async (kind) => {
  const answer = await create({
    ...bootstrap,
    kind,
    scopes: ['operations'],
    ...(kind === 'capture' && { class: undefined }),
  });
  const { error } = ApiError.parse(answer.json());
  expect([answer.status, error.field, error.message]).toEqual([
    400,
    'scopes',
    'scopes: is for read, MCP and incident tokens only.',
  ]);
});

test('its commands use the images of this version from the registry of the setting', async () => {
  const { commands = [] } = TokenCreated.parse((await create(bootstrap)).json());
  const image = `registry.example.com/farol/farol-profiler:v${readVersion()}`;
  expect(
    commands
      .find(({ way }) => way === 'docker')
      ?.command.split('\n')
      .at(-1)
      ?.trim(),
  ).toBe(image);
  for (const { command } of commands) expect(command).not.toMatch(/\.\/farol(?!-)|git clone/u);
});

const rotate = (id: string, body: unknown): Promise<Answer> =>
  running.send({ method: 'POST', path: `/api/tokens/${id}/rotate`, headers: owner, body });

test('rotating returns a new value once; list and record say what replaces what, and for how long', async () => {
  const made = TokenCreated.parse((await create({ kind: 'read', scopes: ['operations'] })).json());
  const answer = await rotate(made.token.id, { overlap_hours: 48 });
  const next = TokenCreated.parse(answer.json());
  expect([answer.status, next.token.scopes, next.token.created_by]).toEqual([201, ['operations'], 'owner of acme']);
  const fleet = async ({ value }: TokenCreated): Promise<number> =>
    (await running.send({ path: '/api/fleet', headers: { authorization: `Bearer ${value}` } })).status;
  expect([await fleet(made), await fleet(next)]).toEqual([200, 200]);
  const listed = await running.send({ path: '/api/tokens', headers: owner });
  const before = TokenList.parse(listed.json()).tokens.find(({ id }) => id === made.token.id);
  expect(before?.replaced_by).toBe(next.token.id);
  expect(Date.parse(before?.expires_at ?? '') - Date.parse(next.token.created_at)).toBe(48 * 3_600_000);
  const recorded = await running.send({ path: '/api/acts', headers: owner });
  expect(RecordedActs.parse(recorded.json()).acts[0]).toMatchObject({
    kind: 'token_rotated',
    subject: 'cluster',
    token: 'read',
    scopes: ['operations'],
    overlap_hours: 48,
  });
  for (const { text } of [listed, recorded]) expect(text).not.toContain(next.value.split('_')[2] ?? next.value);
  expect((await rotate(made.token.id, {})).status).toBe(409);
  expect((await rotate(next.token.id, { overlap_hours: 0 })).status).toBe(201);
  expect(await fleet(next)).toBe(401);
});

test('a bootstrap token is not rotated, and what does not exist is not found', async () => {
  const { token } = TokenCreated.parse((await create(bootstrap)).json());
  const refused = await rotate(token.id, {});
  expect([refused.status, ApiError.parse(refused.json()).error.code]).toEqual([409, 'token_not_rotatable']);
  expect((await rotate('nothing', {})).status).toBe(404);
});

test.each([-1, 721, 1.5, '24', null])('an overlap of %j hours is refused by the name of the field', async (hours) => {
  const { token } = TokenCreated.parse((await create({ kind: 'capture' })).json());
  const refused = await rotate(token.id, { overlap_hours: hours });
  const { error } = ApiError.parse(refused.json());
  expect([refused.status, error.field, error.message]).toEqual([
    400,
    'overlap_hours',
    'overlap_hours: must be a whole number from 0 to 720.',
  ]);
});
