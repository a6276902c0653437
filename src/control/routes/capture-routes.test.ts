import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { ApiError, CaptureAccepted, CaptureList, CaptureRecord, TokenCreated } from '../api/api.ts';

const body = { workload: 'checkout', version: '1' };

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['sqlite', 'postgres'])('the capture interface on %s', (dialect) => {
  let running: TestControl;
  let token = '';
  let readToken = '';
  let tokenId = '';
  let owner: Readonly<Record<string, string>>;

  beforeAll(async () => {
    running = await startTestControl(
      dialect === 'sqlite' ? {} : { FAROL_DATABASE_URL: await postgres.createDatabase() },
    );
    owner = await running.signIn('owner');
    const created = await create('capture', 'release pipeline');
    token = created.value;
    tokenId = created.token.id;
    readToken = (await create('read', 'dashboard')).value;
  });
  afterAll(() => running.close());

  async function create(kind: 'capture' | 'read', name: string): Promise<TokenCreated> {
    const answer = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body: { kind, name } });
    return TokenCreated.parse(answer.json());
  }

  function post(sent: unknown, headers: Record<string, string> = { authorization: `Bearer ${token}` }, query = '') {
    return running.send({ method: 'POST', path: `/api/profiling/captures${query}`, headers, body: sent });
  }

  const enable = (enabled: boolean) =>
    running.send({ method: 'PUT', path: '/api/settings/profiler', headers: owner, body: { enabled } });

  test('answers 401 alike for a token that is missing, wrong, of another purpose or revoked [P-ERR-2] [P-TOK-3] [P-TOK-4]', async () => {
    const revoked = await create('capture', 'gone');
    await running.send({ method: 'DELETE', path: `/api/tokens/${revoked.token.id}`, headers: owner });
    const answers = await Promise.all([
      post(body, {}),
      post(body, { authorization: 'Bearer rpcap_wrong' }),
      post(body, { authorization: `Bearer ${readToken}` }),
      post(body, { authorization: `Bearer ${revoked.value}` }),
      post(body, {}, `?token=${readToken}`),
      // The header wins over the query.
      post(body, { authorization: 'Bearer rpcap_wrong' }, `?token=${token}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    const words = answers.map((one) => ({ ...ApiError.parse(one.json()).error, request_id: '' }));
    expect(new Set(words.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  test('answers 403 while the Profiler is not enabled, before it reads the body [P-ERR-3]', async () => {
    expect((await post('{broken')).status).toBe(403);
    expect((await post(body, {})).status).toBe(401);
    await enable(true);
  });

  test('answers 400 in the envelope, naming the field [P-ERR-1] [P-ERR-11] [P-API-3]', async () => {
    const cases: [unknown, number, string | undefined][] = [
      [{ ...body, duration_sec: 4 }, 400, 'duration_sec'],
      [{ ...body, nope: 1 }, 400, 'nope'],
      ['{broken', 400, 'body'],
      ['[]', 400, 'body'],
      ['', 400, 'body'],
      [{ ...body, env: 'x'.repeat(17_000) }, 413, 'body'],
    ];
    for (const [sent, status, field] of cases) {
      const answer = await post(sent);
      expect(answer.status).toBe(status);
      expect(ApiError.parse(answer.json()).error.field).toBe(field);
    }
    const text = await post('workload=a', { authorization: `Bearer ${token}`, 'content-type': 'text/plain' });
    expect(text.status).toBe(415);
    const get = await running.send({ method: 'PUT', path: '/api/profiling/captures', headers: owner, body });
    expect(get.status).toBe(405);
  });

  test('answers 202 with the id, to the header and to the query parameter alike [P-API-1] [P-API-2] [P-RES-1] [P-RES-2] [P-REQ-2]', async () => {
    const first = await post(body);
    expect(first.status).toBe(202);
    const accepted = CaptureAccepted.parse(first.json());
    expect(accepted).toEqual({ request_id: accepted.request_id, status: 'queued', deduped: false });
    const second = await post(body, {}, `?token=${token}`);
    expect(second.status).toBe(202);
    expect(second.json()).toEqual({ request_id: accepted.request_id, status: 'queued', deduped: true });
  });

  test('shows the name of the token as the answer to who asked [P-TOK-2] [P-OUT-2] [P-AUTH-1]', async () => {
    const answer = await running.send({
      path: '/api/profiling/captures',
      headers: { authorization: `Bearer ${readToken}` },
    });
    const [record] = CaptureList.parse(answer.json()).captures;
    expect(record).toMatchObject({
      requested_by: { type: 'token', name: 'release pipeline' },
      status: 'queued',
      progress: { step: 'waiting' },
    });
    const one = await running.send({ path: `/api/profiling/captures/${record?.request_id}`, headers: owner });
    expect(CaptureRecord.parse(one.json())).toEqual(record);
  });

  test('lets any member queue from the form, and shows the person as requester [P-FORM-2] [P-FORM-3]', async () => {
    const member = await running.signIn('member');
    const send = (sent: unknown) =>
      running.send({ method: 'POST', path: '/api/profiling/requests', headers: member, body: sent });
    const accepted = CaptureAccepted.parse((await send({ workload: 'form', version: '9', env: 'prod' })).json());
    const record = CaptureRecord.parse(
      (await running.send({ path: `/api/profiling/captures/${accepted.request_id}`, headers: member })).json(),
    );
    expect(record).toMatchObject({
      requested_by: { type: 'person', name: 'member of acme' },
      kind: 'head',
      duration_sec: 60,
      warmup_sec: 5,
    });
    expect((await send({ workload: 'form', version: '9', warmup_sec: 1 })).status).toBe(400);
  });

  test('explains which capture is missing when there is nothing to compare', async () => {
    for (const path of ['diff?', 'diff/flame?', 'diff/summary?', 'diff/table?axis=files&']) {
      const answer = await running.send({ path: `/api/profiling/${path}workload=checkout`, headers: owner });
      expect([answer.status, ApiError.parse(answer.json()).error.code]).toEqual([404, 'no_head']);
    }
  });

  test('answers 429 with the seconds until there is room, header and body alike [P-ERR-4] [P-LIM-1]', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 20; index++) statuses.push((await post({ ...body, version: `limit-${index}` })).status);
    const refused = await post({ ...body, version: 'one too many' });
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(refused.status).toBe(429);
    const { error, retry_after_seconds: seconds } = ApiError.parse(refused.json());
    expect(error.code).toBe('too_many_captures');
    expect(error.message).toMatch(/^An organization may queue 20 captures in an hour\. Used: \S+ \d+.*\. The next/u);
    expect(seconds).toBeGreaterThan(3500);
    expect(seconds).toBeLessThanOrEqual(3600);
    expect(refused.headers['retry-after']).toBe(String(seconds));
    // What is in flight already is answered all the same, and does not count.
    expect((await post({ ...body, version: 'limit-3' })).status).toBe(202);
  });

  test('stops taking a token at once when it is revoked [P-AUTH-3]', async () => {
    await running.send({ method: 'DELETE', path: `/api/tokens/${tokenId}`, headers: owner });
    expect((await post(body)).status).toBe(401);
  });
});
