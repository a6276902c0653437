import { describe, expect, test } from 'vitest';
import { faultIn, resultIn } from '../../test/contract/agent-under-test.ts';
import { upstream, useDatadog } from './upstream/under-test.ts';
import { answerJson } from '../../test/contract/described-upstream.ts';
import type { Reply } from '../../test/contract/fake-upstream.ts';
import { declarations } from './slices.ts';

const window = { from: 'now-1h', to: 'now' };
const all = { dialect: 'datadog', text: '*' };
const count = { ...all, compute: [{ aggregation: 'count' }] };
const meta = { elapsed: 1, request_id: 'r', status: 'done' };

const { fake, agent } = useDatadog({ DATADOG_READ_API_KEYS: 'on' });

describe('what must not leave', () => {
  const secret = 'sT9-not-for-anybody';

  async function tell(operation: string, args: object, changed: Record<string, Reply>): Promise<string> {
    fake().answerWith(upstream(changed));
    return JSON.stringify(resultIn(await agent().ask(operation, args)));
  }

  test.each([
    ['headers', { headers: { authorization: secret } }],
    ['body', { body: secret }],
    ['sign-in', { basicAuth: { type: 'web', username: 'u', password: secret } }],
    ['cookies', { setCookie: secret }],
    ['certificate', { certificate: { key: { content: secret } } }],
    ['files', { files: [{ content: secret }] }],
    ['metadata', { metadata: { token: secret } }],
    ['proxy', { proxy: { url: `https://u:${secret}@proxy`, headers: { x: secret } } }],
    ['query of the address', { url: `https://shop.example/health?token=${secret}` }],
    ['fragment of the address', { url: `https://shop.example/health#${secret}` }],
    ['user of the address', { url: `https://u:${secret}@shop.example/health` }],
    ['user with an at sign', { url: `https://u:a@${secret}@shop.example/health` }],
  ])('of a synthetic test: its %s', async (_what, changed) => {
    const request = { url: 'https://shop.example/health', ...changed };
    const config = {
      request,
      configVariables: [{ name: 'KEY', type: 'text', pattern: secret, example: secret }],
      assertions: [{ type: 'body', operator: 'contains', target: secret }],
    };
    const one = { public_id: 'a-b-c', type: 'api', subtype: 'http', status: 'live', config };
    const told = await tell('synthetics.listChecks', {}, { '/api/v1/synthetics/tests': answerJson({ tests: [one] }) });
    expect(told).toContain('https://shop.example/health');
    expect(told).not.toContain(secret);
  });

  test('of a synthetic test: the query of an address with a variable in it', async () => {
    const config = { request: { url: `https://{{ HOST }}/health?token=${secret}` } };
    const one = { public_id: 'a-b-c', type: 'api', subtype: 'http', status: 'live', config };
    const told = await tell('synthetics.listChecks', {}, { '/api/v1/synthetics/tests': answerJson({ tests: [one] }) });
    expect(told).toContain('https://{{ HOST }}/health');
    expect(told).not.toContain(secret);
  });

  test('of a span: headers among its tags', async () => {
    const tags = ['team:shop', `http.request.headers.authorization:${secret}`, `api_key:${secret}`];
    const span = { span_id: '1', trace_id: '2', start_timestamp: '2026-11-20T10:00:01.000Z', tags };
    const answer = answerJson({ data: [{ id: '1', type: 'spans', attributes: span }], meta });
    const told = await tell('traces.search', { query: all, window }, { '/api/v2/spans/events/search': answer });
    expect(told).toContain('"team":"shop"');
    expect(told).not.toContain(secret);
  });

  test.each([
    ['request headers', { http: { request: { headers: { authorization: secret } } } }],
    ['response headers', { http: { response: { headers: { 'set-cookie': secret } } } }],
    ['request headers by one name', { 'http.request.headers.authorization': secret }],
    ['headers as the vendor keeps them', { http: { headers: { 'x-session': secret } } }],
    ['metadata of a call', { rpc: { grpc: { request: { metadata: { 'x-session': secret } } } } }],
    ['attributes named as a credential', { db: { password: secret } }],
  ])('of a span: its %s', async (_what, attributes) => {
    const span = {
      span_id: '1',
      trace_id: '2',
      start_timestamp: '2026-11-20T10:00:01.000Z',
      attributes: { ...attributes, 'http.method': 'GET' },
    };
    const answer = answerJson({ data: [{ id: '1', type: 'spans', attributes: span }], meta });
    const told = await tell('traces.search', { query: all, window }, { '/api/v2/spans/events/search': answer });
    expect(told).toContain('"http.method":"GET"');
    expect(told).not.toContain(secret);
  });

  test.each(['@http.request.headers.authorization', '@db.password', 'api_key'])(
    'of figures over spans: groups by %s, which are refused before anything is sent',
    async (field) => {
      fake().answerWith(upstream());
      const query = { ...count, groupBy: [{ field }] };
      const fault = faultIn(await agent().ask('traces.aggregate', { query, window }));
      expect(fault).toMatchObject({ code: 'refused', data: { rule: 'headers and credentials in spans' } });
      expect(fault.remedy).toContain(field);
      expect(fake().calls).toEqual([]);
    },
  );

  test.each([
    ['query', { view: { url: `https://shop.example/pay?token=${secret}` } }],
    ['fragment', { resource: { url: `https://shop.example/pay#${secret}` } }],
    ['user', { resource: { url: `https://u:${secret}@shop.example/pay` } }],
    ['path with a query', { view: { url: 'https://shop.example/pay', referrer: `/login?next=${secret}` } }],
    ['parts of the query', { view: { url: 'https://shop.example/pay', url_query: { token: secret } } }],
    ['query, within a sentence,', { error: { message: `GET "https://shop.example/pay?token=${secret}" failed` } }],
    ['hash by itself', { view: { url: 'https://shop.example/pay', url_hash: secret } }],
  ])('of a front-end event: the %s of an address', async (_what, attributes) => {
    const event = { timestamp: '2026-11-20T10:00:01.000Z', attributes };
    const answer = answerJson({ data: [{ id: '1', type: 'rum', attributes: event }], meta });
    const told = await tell('rum.search', { query: all, window }, { '/api/v2/rum/events/search': answer });
    expect(told).toContain('https://');
    expect(told).not.toContain(secret);
  });

  test('of figures over front-end events: the query of an address they are grouped by', async () => {
    const by = { '@view.url': `https://shop.example/pay?token=${secret}` };
    const answer = answerJson({ data: { buckets: [{ by, computes: { c0: 3 } }] }, meta });
    const told = await tell('rum.aggregate', { query: count, window }, { '/api/v2/rum/analytics/aggregate': answer });
    expect(told).toContain('"@view.url":"https://shop.example/pay"');
    expect(told).not.toContain(secret);
  });

  test.each(['@view.url_query.token', '@view.url_hash', 'url_query'])(
    'of figures over front-end events: groups by %s, which are refused before anything is sent',
    async (field) => {
      fake().answerWith(upstream());
      const query = { ...count, groupBy: [{ field }] };
      expect(faultIn(await agent().ask('rum.aggregate', { query, window })).code).toBe('refused');
      expect(fake().calls).toEqual([]);
    },
  );

  const person = 'maria.silva@example.com';

  test.each([
    ['e-mail of its user', { usr: { email: person } }],
    ['name of its user', { usr: { name: 'Maria Silva' } }],
    ['what else the application told of its user', { usr: { phone: '+55 11 5550 0000', id: 'u-1' } }],
    ['an e-mail that is used as id', { usr: { id: person } }],
    ['address of its user', { session: { ip: '203.0.113.9' } }],
    ['address of its user, as logs have it', { network: { client: { ip: '203.0.113.9' } } }],
    ['city of its user', { geo: { city: 'Campinas', country: 'Brazil' } }],
    ['place of its user', { geo: { country_subdivision: 'SP', location: { lat: -22.9 } } }],
    ['an e-mail within a sentence', { error: { message: `no account for ${person}, sorry` } }],
    ['an e-mail within a path', { view: { url_path: `/people/${person}/edit` } }],
  ])('of a front-end event: %s', async (_what, personal) => {
    const attributes = {
      ...personal,
      view: { url: 'https://shop.example/pay', ...('view' in personal && personal.view) },
    };
    const event = { timestamp: '2026-11-20T10:00:01.000Z', attributes };
    const answer = answerJson({ data: [{ id: '1', type: 'rum', attributes: event }], meta });
    const told = await tell('rum.search', { query: all, window }, { '/api/v2/rum/events/search': answer });
    expect(told).toContain('https://shop.example/pay');
    expect(told).not.toMatch(/maria|silva|5550|203\.0|campinas|"SP"|-22/iu);
  });

  test('of a front-end event: an e-mail among its tags', async () => {
    const event = { timestamp: '2026-11-20T10:00:01.000Z', tags: ['env:prod', `owner:${person}`], attributes: {} };
    const answer = answerJson({ data: [{ id: '1', type: 'rum', attributes: event }], meta });
    const told = await tell('rum.search', { query: all, window }, { '/api/v2/rum/events/search': answer });
    expect(told).toContain('"env":"prod"');
    expect(told).not.toContain(person);
  });

  test('and what says nothing of a person stays in a front-end event', async () => {
    const attributes = {
      usr: { id: 'u-1', anonymous_id: 'a-1' },
      geo: { country: 'Brazil', country_iso_code: 'BR', continent: 'South America' },
      device: { name: 'Pixel 9' },
      session: { id: 's-1', type: 'user' },
    };
    const event = { timestamp: '2026-11-20T10:00:01.000Z', attributes };
    const answer = answerJson({ data: [{ id: '1', type: 'rum', attributes: event }], meta });
    const told = await tell('rum.search', { query: all, window }, { '/api/v2/rum/events/search': answer });
    for (const part of ['u-1', 'a-1', 'Brazil', 'BR', 'South America', 'Pixel 9', 's-1']) expect(told).toContain(part);
  });

  test.each(['@usr.email', '@usr.name', '@session.ip', '@geo.city', 'usr.phone'])(
    'of figures over front-end events: groups by %s, which are refused before anything is sent',
    async (field) => {
      fake().answerWith(upstream());
      const query = { ...count, groupBy: [{ field }] };
      const fault = faultIn(await agent().ask('rum.aggregate', { query, window }));
      expect(fault).toMatchObject({ code: 'refused', data: { rule: 'personal data of users' } });
      expect(fault.remedy).toContain(field);
      expect(fake().calls).toEqual([]);
    },
  );

  test('of figures over front-end events: an e-mail they are grouped by', async () => {
    const answer = answerJson({ data: { buckets: [{ by: { '@usr.id': person }, computes: { c0: 3 } }] }, meta });
    const query = { ...count, groupBy: [{ field: '@usr.id' }] };
    const told = await tell('rum.aggregate', { query, window }, { '/api/v2/rum/analytics/aggregate': answer });
    expect(told).toContain('[e-mail]');
    expect(told).not.toContain(person);
  });

  test('of a front-end event: what the manifest says, no more and no less', () => {
    const { 'rum.search': search, 'rum.aggregate': aggregate } = declarations;
    expect(search.redactions).toContain(
      'of the user: everything that the application reported except usr.id and usr.anonymous_id, the address (session.ip and other fields named ip), and any place finer than a country',
    );
    expect(search.redactions).toContain('e-mail addresses, in any field, tag or sentence');
    expect(aggregate.redactions).toContain('groups by personal data of the user: refused');
  });

  test('of a front end: what it sends with', async () => {
    const attributes = { application_id: 'i', name: 'Shop', type: 'browser', created_at: 1, updated_at: 1 };
    const data = [{ attributes: { ...attributes, hash: secret, client_token: secret, api_key: secret } }];
    const told = await tell('rum.listApplications', {}, { '/api/v2/rum/applications': answerJson({ data }) });
    expect(told).toContain('Shop');
    expect(told).not.toContain(secret);
  });

  test('of an API key: all but its last four, whatever the vendor sends', async () => {
    const attributes = { name: 'Agent', key: secret, last4: secret };
    const answer = answerJson({ data: [{ id: 'k', type: 'api_keys', attributes }] });
    const told = await tell('security.listApiKeys', {}, { '/api/v2/api_keys': answer });
    expect(told).toContain('"lastFour":"body"');
    expect(told).not.toContain(secret.slice(0, 10));
  });
});
