/** A caller who fills a table of an organization receives its name and what helps; other organizations and the operator are not refused. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { systemClock } from '../../core/clock.ts';
import { ApiError, TokenCreated } from '../api/api.ts';
import { AskedOperations } from '../operations/asked-operations.ts';
import { Links } from '../people/links.ts';
import { ensureOrganization } from '../people/organization.ts';
import { QuestionLog } from '../questions/question-log.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { askerBounds, type Bounded, organizationBounds } from './organization-bounds.ts';

type Headers = Readonly<Record<string, string>>;

let running: TestControl;
let owner: Headers;
let colleague: Headers;
let stranger: Headers;
let organization: string;

beforeAll(async () => {
  running = await startTestControl();
  [owner, colleague] = [await running.signIn('owner'), await running.signIn('admin')];
  stranger = await running.signIn('owner', 'globex');
  organization = (await ensureOrganization(running.store, 'acme', systemClock)).id;
}, 30_000);
afterAll(() => running.close());

const post = (path: string, headers: Headers, body: object): Promise<Answer> =>
  running.send({ method: 'POST', path, headers, body });
const codeOf = (answer: Answer): string =>
  `${answer.status} ${ApiError.safeParse(answer.json()).data?.error.code ?? ''}`;

/** Copies the newest row of `acme` so many times, each with an own value in the columns that must differ. */
async function fill(table: string, count: number, own: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(running.store.db);
  const names = rows.map(({ name }) => name).filter((name) => name !== 'size');
  const values = names.map((name) => own[name] ?? name);
  await sql`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
    insert into ${sql.raw(table)} (${sql.raw(names.join(', '))})
    select ${sql.raw(values.join(', '))} from numbers, (
      select * from ${sql.raw(table)} where organization_id = ${organization} order by rowid desc limit 1)
  `.execute(running.store.db);
}

test('tokens: 1,000 of a person, 5,000 of an organization, and the operator still creates one', async () => {
  const create = async (headers: Headers, body: object = { kind: 'capture', name: 'x' }): Promise<string> =>
    codeOf(await post('/api/tokens', headers, body));
  const mine = { kind: 'bootstrap', class: 'agent', name: 'x' };
  expect(await create(owner)).toBe('201 ');
  await fill('access_tokens', askerBounds.tokens - 2, { id: "'own-' || n", hash: "'own-' || n" });
  expect([await create(owner, mine), await create(owner)]).toEqual(['201 ', '409 too_many_tokens']);
  expect(await create(owner, mine)).toBe('409 too_many_tokens');
  expect([await create(colleague), await create(stranger)]).toEqual(['201 ', '201 ']);
  const others = organizationBounds.tokens - askerBounds.tokens - 1;
  await fill('access_tokens', others, { id: "'all-' || n", hash: "'all-' || n", created_by_id: "'somebody-' || n" });
  expect([await create(colleague), await create(stranger)]).toEqual(['409 too_many_tokens', '201 ']);
  const rotated = await running.store.db
    .selectFrom('access_tokens')
    .select('id')
    .where('organization_id', '=', organization)
    .where('id', 'not like', 'own-%')
    .where('id', 'not like', 'all-%')
    .executeTakeFirstOrThrow();
  const rotate = await post(`/api/tokens/${rotated.id}/rotate`, colleague, { overlap_hours: 1 });
  expect(codeOf(rotate)).toBe('409 too_many_tokens');
  const byOperator = { organization, kind: 'read', name: 'x', createdBy: 'operator', expiresInHours: 1 } as const;
  expect((await new AccessTokens(running.store.db, systemClock).create(byOperator)).view.kind).toBe('read');
});

test('links: 100 of a person, 500 of an organization in a day, and the operator still creates one', async () => {
  const invite = async (headers: Headers): Promise<string> =>
    codeOf(await post('/api/people/invitations', headers, { name: 'x', role: 'member' }));
  expect(await invite(owner)).toBe('201 ');
  await fill('one_time_links', askerBounds.links - 1, { id: "'own-' || n", hash: "'own-' || n" });
  expect([await invite(owner), await invite(colleague), await invite(stranger)]).toEqual([
    '429 too_many_links',
    '201 ',
    '201 ',
  ]);
  const others = { id: "'all-' || n", hash: "'all-' || n", created_by_id: "'somebody-' || n" };
  await fill('one_time_links', organizationBounds.links, others);
  expect([await invite(colleague), await invite(stranger)]).toEqual(['429 too_many_links', '201 ']);
  const link = { organization, name: 'x', role: 'owner', createdBy: 'operator' } as const;
  expect((await new Links(running.store, systemClock).mint(link)).id).not.toBe('');
});

test('markers: 100,000 of an organization', { timeout: 30_000 }, async () => {
  const tokenOf = async (body: object) =>
    (
      await new AccessTokens(running.store.db, systemClock).create({
        organization,
        kind: 'incident',
        name: 'x',
        createdBy: 'operator',
        expiresInHours: 1,
        ...body,
      })
    ).value.reveal();
  const value = await tokenOf({});
  const mark = async (token: string): Promise<string> => {
    const body = { kind: 'incident', key: randomUUID(), workload: 'a', title: 'x' };
    return codeOf(await post('/api/markers', { authorization: `Bearer ${token}` }, body));
  };
  expect(await mark(value)).toBe('201 ');
  const own = { id: "'m-' || n", key: "'m-' || n", recorded_at: '1', token_id: "'t-' || n" };
  await fill('markers', organizationBounds.markers - 1, own);
  expect(await mark(value)).toBe('409 too_many_markers');
  const made = await post('/api/tokens', stranger, { kind: 'incident', name: 'x' });
  expect(await mark(TokenCreated.parse(made.json()).value)).toBe('201 ');
});

test('idempotency keys: 20,000 of an asker, 100,000 of an organization in a day; a known one is still answered', async () => {
  const asked = new AskedOperations(running.store, systemClock, 'here');
  const other = await ensureOrganization(running.store, 'globex', systemClock);
  const ask = async (of: string, asker: string, key: string): Promise<number> => {
    const given = { status: 200, body: Buffer.from('{}'), isFinal: true };
    return (await asked.once({ organization: of, asker, key, digest: 'd' }, () => Promise.resolve(given))).status;
  };
  const refused = { status: 429, code: 'too_many_idempotency_keys' };
  await ask(organization, 'ana', 'first');
  await fill('asked_operations', askerBounds.idempotency_keys - 1, { key: "'k-' || n" });
  const restarted = new AskedOperations(running.store, systemClock, 'here');
  const given = { status: 200, body: Buffer.from('{}'), isFinal: true };
  const again = (asker: string, key: string) =>
    restarted.once({ organization, asker, key, digest: 'd' }, () => Promise.resolve(given));
  await expect(again('ana', 'new')).rejects.toMatchObject(refused);
  await expect(again('ana', 'new')).rejects.toMatchObject(refused);
  expect(await again('ana', 'first')).toMatchObject({ status: 200, isRepeated: true });
  expect(await again('bea', 'new')).toMatchObject({ status: 200 });
  await fill('asked_operations', organizationBounds.idempotency_keys, { person_id: "'p-' || n" });
  const last = new AskedOperations(running.store, systemClock, 'here');
  await expect(
    last.once({ organization, asker: 'carl', key: 'new', digest: 'd' }, () => Promise.resolve(given)),
  ).rejects.toMatchObject(refused);
  expect(await ask(other.id, 'ana', 'new')).toBe(200);
});

test('questions: as many as an organization may have, asked or refused before', async () => {
  const log = new QuestionLog(running.store, 2);
  await log.requireRoom(organization);
  await log.requireRoom(organization);
  await expect(log.requireRoom(organization)).rejects.toMatchObject({ status: 429, code: 'too_many_questions' });
  await expect(log.requireRoom('another')).resolves.toBeUndefined();
});

test('each bound is named in the refusal that reaches the caller', async () => {
  const said = { tokens: '5000 tokens', links: '500 links' } satisfies Partial<Record<Bounded, string>>;
  const tokens = await post('/api/tokens', owner, { kind: 'capture', name: 'x' });
  const links = await post('/api/people/invitations', owner, { name: 'x', role: 'member' });
  expect([tokens.text, links.text]).toEqual([
    expect.stringContaining(said.tokens),
    expect.stringContaining(said.links),
  ]);
});
