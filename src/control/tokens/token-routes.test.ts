import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { readVersion } from '../../core/version.ts';
import { ApiError, RecordedActs, TokenCreated, TokenList } from '../api.ts';

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
    'scopes: is for read tokens and MCP tokens only.',
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
  for (const { command } of commands) expect(command).not.toMatch(/\.\/farol|git clone/u);
});
