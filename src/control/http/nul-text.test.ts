/** PostgreSQL has no text with a NUL: a request that has one is refused by the name of its field, and nothing fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createMcpToken } from '../../../test/assistant.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { ApiError } from '../api/api.ts';
import { tools } from '../mcp/tool-server.ts';

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

test('a NUL in a part of an address fails no route that changes something', async () => {
  const asked: string[] = [];
  for (const { method, url } of running.control.routes.filter((one) => one.method !== 'GET' && one.url.includes(':'))) {
    const path = url.replaceAll(/:\w+/gu, 'a%00');
    for (const body of [undefined, {}, { args: {} }]) {
      const sent = { method, path, headers: { ...owner, origin: running.control.addresses.app } };
      const { status, text } = await running.send({ ...sent, ...(body !== undefined && { body }) });
      // The name of an operation goes to the Agent as it came, and there is none.
      const isServed = status < 500 || text.includes('"no_live_agent"');
      expect([path, isServed, isServed ? '' : text]).toEqual([path, true, '']);
    }
    asked.push(`${method} ${path}`);
  }
  expect(asked.length).toBeGreaterThan(10);
  expect(asked).toContain('DELETE /api/passkeys/a%00');
});

/** An argument that its tool requires besides. */
const needed: Readonly<Record<string, object>> = {
  catalog_read: { operation: 'metrics.query' },
  catalog_read_sources: { operation: 'metrics.query', sources: 'all' },
  capture_diff: { workload: 'a' },
};

test('a NUL in an argument of an assistant is refused by its name', async () => {
  const { value } = await createMcpToken(running, owner, ['captures']);
  const headers = { authorization: `Bearer ${value}`, accept: 'application/json, text/event-stream' };
  const asked: string[] = [];
  for (const { name: tool, listed } of tools) {
    const { properties = {} } = listed.inputSchema as { properties?: Record<string, { type?: string }> };
    for (const [field] of Object.entries(properties).filter(([, { type }]) => type === 'string')) {
      const params = { name: tool, arguments: { ...needed[tool], [field]: 'a\0' } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const { status, text } = await running.send({ method: 'POST', path: '/mcp', headers, body });
      const data = text.startsWith('{') ? text : (/^data: (?<json>.+)$/mu.exec(text)?.groups?.['json'] ?? '{}');
      const answer = JSON.parse(data) as { result?: { _meta?: Record<string, unknown> } };
      expect([tool, field, status, answer.result?._meta?.['farol/error']]).toEqual([
        tool,
        field,
        200,
        expect.objectContaining({ code: 'invalid_arguments', field }),
      ]);
      asked.push(`${tool} ${field}`);
    }
  }
  expect(asked).toEqual(expect.arrayContaining(['catalog_read instance', 'health instance', 'captures_search cursor']));
});

test.each([
  ['/api/tokens', { kind: 'read' }],
  ['/api/people/invitations', { role: 'member' }],
  ['/api/passkeys', { credential: { id: 'a', clientDataJSON: 'a', attestationObject: 'a' } }],
])('%s refuses a name that would steer a terminal', async (path, rest) => {
  for (const name of ['a\u001b[2Jb', 'a\u009b2Jb', 'a\nb']) {
    const headers = { ...owner, origin: running.control.addresses.app };
    const refused = await running.send({ method: 'POST', path, headers, body: { ...rest, name } });
    const message = 'name: must not contain control or invisible characters.';
    expect([refused.status, ApiError.parse(refused.json()).error]).toEqual([
      400,
      expect.objectContaining({ field: 'name', message }),
    ]);
  }
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
