import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { systemClock } from '../../core/clock.ts';
import { ApiError, AuditList, SavedQuestion, SavedQuestionList } from '../api/api.ts';
import { ensureOrganization } from '../people/organization.ts';
import { askerBounds } from '../problem/organization-bounds.ts';

type Headers = Readonly<Record<string, string>>;

let running: TestControl;
let [owner, admin, member, stranger]: Headers[] = [];

beforeAll(async () => {
  running = await startTestControl();
  owner = await running.signIn('owner');
  admin = await running.signIn('admin');
  member = await running.signIn('member');
  stranger = await running.signIn('owner', 'globex');
}, 30_000);
afterAll(() => running.close());

const send = (method: string, path: string, headers: Headers = {}, body?: unknown): Promise<Answer> =>
  running.send({ method, path: `/api/saved-questions${path}`, headers, ...(body !== undefined && { body }) });
const args = { query: { dialect: 'promql', text: 'up' }, window: { from: 'now-6h' } };
const save = async (headers: Headers | undefined, name: string, others: object = {}): Promise<SavedQuestion> => {
  const answer = await send('POST', '', headers, { name, operation: 'metrics.query', args, ...others });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return SavedQuestion.parse(answer.json());
};
const namesOf = async (headers: Headers | undefined): Promise<string[]> =>
  SavedQuestionList.parse((await send('GET', '', headers)).json()).questions.map(({ name }) => name);
const codeOf = (answer: Answer): string => `${answer.status} ${ApiError.parse(answer.json()).error.code}`;

test('a question is its own person’s until it is shared, and then read by the whole organization alone', async () => {
  const { id, ...saved } = await save(member, 'mine', { source: 'grafana' });
  expect(saved).toMatchObject({ name: 'mine', args, source: 'grafana', shared: false, is_own: true });
  expect([await namesOf(member), await namesOf(owner)]).toEqual([['mine'], []]);
  expect((await send('PUT', `/${id}`, member, { shared: true })).status).toBe(200);
  expect([await namesOf(owner), await namesOf(stranger)]).toEqual([['mine'], []]);
  const [seen] = SavedQuestionList.parse((await send('GET', '', owner)).json()).questions;
  expect(seen).toMatchObject({ args, shared: true, is_own: false });
  expect(codeOf(await send('PUT', `/${id}`, owner, { shared: false }))).toBe('404 not_found');
  await send('PUT', `/${id}`, member, { shared: false });
  expect(await namesOf(owner)).toEqual([]);
});

test('a shared question is removed by its person or an admin, one that is not shared by its person alone', async () => {
  const own = await save(owner, 'own');
  expect(codeOf(await send('DELETE', `/${own.id}`, admin))).toBe('404 not_found');
  const shared = await save(owner, 'shared', { shared: true });
  expect(codeOf(await send('DELETE', `/${shared.id}`, member))).toBe('404 not_found');
  expect(codeOf(await send('DELETE', `/${shared.id}`, stranger))).toBe('404 not_found');
  expect((await send('DELETE', `/${shared.id}`, admin)).status).toBe(204);
  expect((await send('DELETE', `/${own.id}`, owner)).status).toBe(204);
  expect(codeOf(await send('DELETE', `/${own.id}`, owner))).toBe('404 not_found');
});

test('saving, sharing and removing are recorded once each, without the arguments', async () => {
  const { id } = await save(owner, `recorded-${randomUUID()}`);
  for (const shared of [true, true, false]) await send('PUT', `/${id}`, owner, { shared });
  await send('DELETE', `/${id}`, owner);
  const audit = await running.send({ path: `/api/audit?subject=${id}`, headers: owner ?? {} });
  const { entries } = AuditList.parse(audit.json());
  expect(entries.map(({ kind }) => kind)).toEqual([
    'question_removed',
    'question_unshared',
    'question_shared',
    'question_saved',
  ]);
  expect(audit.text).not.toContain('promql');
});

test.each([
  ['a write', { operation: 'chat.postMessage' }, 'operation'],
  ['an operation that does not exist', { operation: 'metrics.nothing' }, 'operation'],
  ['no name', { name: '' }, 'name'],
  ['a name with a character that nobody sees', { name: 'a\u200b' }, 'name'],
  ['arguments that are too long', { args: { text: 'x'.repeat(17_000) } }, 'args'],
  ['arguments that are no object', { args: ['up'] }, 'args'],
])('refuses %s, and names the field', async (_what, wrong, field) => {
  const answer = await send('POST', '', member, { name: 'x', operation: 'metrics.query', args, ...wrong });
  expect(codeOf(answer)).toBe('400 invalid_body');
  expect(ApiError.parse(answer.json()).error.field).toBe(field);
});

test('a person saves so many and no more; a colleague still saves one', async () => {
  const headers = await running.signIn('member');
  await save(headers, 'first');
  const { id: organization } = await ensureOrganization(running.store, 'acme', systemClock);
  const { db } = running.store;
  const first = await db
    .selectFrom('saved_questions')
    .selectAll()
    .where('name', '=', 'first')
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: askerBounds.saved_questions - 1 }, () => ({ ...first, id: randomUUID() }));
  expect(first.organization_id).toBe(organization);
  await db.insertInto('saved_questions').values(copies).execute();
  const body = { name: 'one more', operation: 'metrics.query', args: {} };
  expect(codeOf(await send('POST', '', headers, body))).toBe('409 too_many_saved_questions');
  expect((await send('POST', '', admin, body)).status).toBe(201);
});
