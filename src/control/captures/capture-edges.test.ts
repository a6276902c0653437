/** What a demanding client of the capture interface tries besides the ordinary, on both stores. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeBundle } from '../../../profiler/witness/bundle/encode.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { makeBundle } from '../../../test/made-bundle.ts';
import { startPostgres, type TestPostgres } from '../../../test/postgres.ts';
import { systemClock } from '../../core/clock.ts';
import { ApiError, CaptureAccepted, CaptureProcesses, CaptureRecord, TokenCreated } from '../api/api.ts';
import { CaptureQueue } from './capture-queue.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe.each(['sqlite', 'postgres'])('the capture interface on %s', (dialect) => {
  let running: TestControl;
  let owner: Readonly<Record<string, string>>;
  let pipeline: Readonly<Record<string, string>>;
  let pushed = '';
  let bundle: { id: string; bytes: Buffer };

  beforeAll(async () => {
    running = await startTestControl(
      dialect === 'sqlite' ? {} : { FAROL_DATABASE_URL: await postgres.createDatabase() },
    );
    owner = await running.signIn('owner');
    await running.send({ method: 'PUT', path: '/api/settings/profiler', headers: owner, body: { enabled: true } });
    pipeline = { authorization: `Bearer ${await mint('capture')}` };
    pushed = CaptureAccepted.parse((await post({ workload: 'app', version: '1' })).json()).request_id;
    bundle = encodeBundle(makeBundle({}, { request_id: pushed }));
    const [{ id: organization }] = (await running.store.db.selectFrom('organizations').select('id').execute()) as [
      { id: string },
    ];
    await new CaptureQueue(running.store, systemClock).recordOutcome({
      organization,
      instance: 'node-1',
      report: { request_id: pushed, outcome: 'pushed', reason: { code: 'measured', text: 'It was measured.' } },
      bundle: { ...bundle, recorded: false, namespace: undefined },
    });
  });
  afterAll(() => running.close());

  async function mint(kind: 'capture' | 'read', headers = owner): Promise<string> {
    const made = await running.send({ method: 'POST', path: '/api/tokens', headers, body: { kind, name: kind } });
    return TokenCreated.parse(made.json()).value;
  }
  const post = (body: unknown) =>
    running.send({ method: 'POST', path: '/api/profiling/captures', headers: pipeline, body });
  const get = (path: string, headers = owner) => running.send({ path: `/api/profiling/${path}`, headers });

  test.each([
    ['captures?workload=%00', 'workload'],
    ['captures?version=a%1b', 'version'],
    ['captures?env=%0a', 'env'],
    ['captures?workloads=app', 'workloads'],
    ['captures?limit=0', 'limit'],
    ['captures?limit=201', 'limit'],
    ['captures?limit=ten', 'limit'],
    ['captures?status=done', 'status'],
    ['captures?cursor=x', 'cursor'],
    ['captures?cursor=%00', 'cursor'],
    ['captures/%00', 'id'],
    ['captures/%00/bundle', 'id'],
    ['diff', 'workload'],
    ['diff?workload=', 'workload'],
    ['diff?workload=app&to=%00', 'to'],
    ['diff?workload=app&format=xml', 'format'],
  ])('GET %s is refused by the name of the field %s', async (path, field) => {
    const answer = await get(path);
    expect([answer.status, ApiError.parse(answer.json()).error.field]).toEqual([400, field]);
  });

  test.each(["captures?workload=' or 1=1 --", 'captures?workload=%25', `captures/${randomUUID()}`, 'captures/x'])(
    'GET %s finds nothing and breaks nothing',
    async (path) => {
      const answer = await get(encodeURI(decodeURI(path)));
      const body = answer.json() as { captures?: unknown[] };
      expect([answer.status, body.captures?.length ?? 0]).toEqual([body.captures === undefined ? 404 : 200, 0]);
    },
  );

  test('the bundle is served as it was stored, once for each reader who keeps it', async () => {
    const answer = await get(`captures/${pushed}/bundle`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(bundle.bytes.length),
      etag: `"${bundle.id}"`,
      'content-disposition': `attachment; filename="${bundle.id}.json.gz"`,
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    const again = await get(`captures/${pushed}/bundle`, { ...owner, 'if-none-match': `"${bundle.id}"` });
    expect([again.status, again.text]).toEqual([304, '']);
    for (const part of ['bundle', 'processes']) {
      expect((await get(`captures/${pushed}/${part}?instance=node-2`)).status).toBe(404);
    }
    const head = await running.send({ method: 'HEAD', path: `/api/profiling/captures/${pushed}`, headers: owner });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('its processes are returned as the bundle has them', async () => {
    const answer = await get(`captures/${pushed}/processes?instance=node-1`);
    expect(CaptureProcesses.parse(answer.json())).toMatchObject({
      instance: 'node-1',
      processes: [{ pid: 4321, comm: 'app' }],
      further: 0,
    });
  });

  test('nothing of one organization is found by another, by person or token', async () => {
    const stranger = await running.signIn('owner', 'globex');
    const token = { authorization: `Bearer ${await mint('read', stranger)}` };
    for (const headers of [stranger, token]) {
      const paths = ['', '/bundle', '/processes'].map((part) => `captures/${pushed}${part}`);
      const answers = await Promise.all([...paths, 'diff?workload=app'].map((path) => get(path, headers)));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect((await get('captures', headers)).json()).toEqual({
        captures: [],
        hour: { left: 20, of: 20 },
        retention: { days: 400, gigabytes: 20 },
      });
    }
  });

  test('a capture token reads nothing, and a read token queues nothing [P-TOK-4]', async () => {
    const paths = ['captures', `captures/${pushed}`, `captures/${pushed}/bundle`, 'diff?workload=app'];
    const answers = await Promise.all(paths.map((path) => get(path, pipeline)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const reader = { authorization: `Bearer ${await mint('read')}` };
    const sent = {
      method: 'POST',
      path: '/api/profiling/captures',
      headers: reader,
      body: { workload: 'a', version: '1' },
    };
    expect((await running.send(sent)).status).toBe(401);
    expect((await get(`captures/${pushed}`, reader)).status).toBe(200);
  });

  test('a wrong method is answered with the accepted ones', async () => {
    const answer = await running.send({ method: 'DELETE', path: '/api/profiling/captures', headers: owner });
    expect([answer.status, answer.headers['allow']]).toEqual([405, expect.stringMatching(/POST/u)]);
    const form = await running.send({ path: '/api/profiling/requests', headers: owner });
    expect([form.status, form.headers['allow']]).toEqual([405, 'POST']);
  });

  test('the form is refused without its CSRF token and from another origin', async () => {
    const send = (headers: Readonly<Record<string, string>>) =>
      running.send({ method: 'POST', path: '/api/profiling/requests', headers, body: { workload: 'a', version: '1' } });
    const { 'x-csrf-token': _csrf, ...without } = owner;
    expect((await send(without)).status).toBe(403);
    expect((await send({ ...owner, origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({})).status).toBe(401);
  });

  test('the record repeats every field of the request as it was taken [P-REQ-1] [P-REQ-2] [P-REQ-3] [P-REQ-4] [P-REQ-5] [P-REQ-6]', async () => {
    const body = {
      workload: 'Übung-🦀',
      version: 'v"1"',
      env: "st'ag",
      kind: 'replicate',
      durationSec: 5,
      warmupSec: 0,
    };
    const { request_id } = CaptureAccepted.parse((await post(body)).json());
    const record = CaptureRecord.parse((await get(`captures/${request_id}`)).json());
    expect(record).toMatchObject({
      workload: 'Übung-🦀',
      version: 'v"1"',
      env: "st'ag",
      kind: 'replicate',
      duration_sec: 5,
      warmup_sec: 0,
    });
    const same = {
      workload: 'Übung-🦀',
      version: 'v"1"',
      env: "st'ag",
      kind: 'replicate',
      duration_sec: 5,
      warmup_sec: 0,
    };
    expect((await post(same)).json()).toEqual({ request_id, status: 'queued', deduped: true });
  });

  test('the interface description says what a body may hold', async () => {
    const described = (await running.send({ path: '/api/openapi.json' })).json() as {
      paths: Record<string, { post: { requestBody: unknown } }>;
      components: { schemas: Record<string, { properties: Record<string, unknown>; required: string[] }> };
    };
    expect(JSON.stringify(described.paths['/api/profiling/captures']?.post.requestBody)).toContain('CaptureRequest');
    const schema = described.components.schemas['CaptureRequest'];
    expect(schema?.required).toEqual(['workload', 'version']);
    expect(schema?.properties['duration_sec']).toMatchObject({ minimum: 5, maximum: 300, default: 60 });
  });
});
