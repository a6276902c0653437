/** PostgreSQL has no text with a NUL: a request that has one is refused by the name of its field, and nothing fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { ApiError } from '../api.ts';

let postgres: TestPostgres;
let running: TestControl;
let owner: Readonly<Record<string, string>>;
beforeAll(async () => {
  postgres = await startPostgres();
  running = await startTestControl({ FAROL_DATABASE_URL: await postgres.createDatabase() });
  owner = await running.signIn('owner');
});
afterAll(async () => {
  await running.close();
  await postgres.stop();
});

function queryFields(schema: unknown): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  return Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
}

test('a NUL in a query or an address fails no route', async () => {
  const asked: string[] = [];
  for (const { method, url, schema } of running.control.routes.filter((route) => route.method === 'GET')) {
    const address = url.replaceAll(/:\w+/gu, 'a%00');
    for (const field of ['', ...queryFields(schema?.querystring)]) {
      const path = field === '' ? address : `${address}?${field}=a%00`;
      if (path === '/api/events') continue;
      const { status, text } = await running.send({ method, path, headers: owner });
      expect([path, status, status < 500 ? '' : text]).toEqual([path, expect.toSatisfy((one) => one < 500), '']);
      asked.push(path);
    }
  }
  expect(asked.length).toBeGreaterThan(60);
  expect(asked).toContain('/api/questions?outcome=a%00');
});

test.each([
  ['POST', '/api/tokens', { kind: 'read', name: 'a\0' }, 'name'],
  ['POST', '/api/people/invitations', { name: 'a\0', role: 'member' }, 'name'],
  ['POST', '/api/profiling/requests', { workload: 'a\0', version: '1' }, 'workload'],
  ['POST', '/api/session', { token: 'a\0' }, 'token'],
  ['PUT', '/api/session/organization', { organization: 'a\0' }, 'organization'],
  ['POST', '/api/operations/metrics.query', { args: {}, instance: 'a\0' }, 'instance'],
])('%s %s refuses a NUL by the name of the field', async (method, path, body, field) => {
  const answer = await running.send({
    method,
    path,
    headers: { ...owner, origin: running.control.addresses.app },
    body,
  });
  expect([answer.status, ApiError.parse(answer.json()).error.field]).toEqual([400, field]);
});
