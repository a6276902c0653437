/** What an enrolled Profiler that reports falsely, twice, for others or never does to captures, at a whole control plane. */
import { cp } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawInstance, sendRequest } from '../../../bench/hostile/raw-instance.ts';
import { startTestControl, type TestControl } from '../../../test/control-plane.ts';
import { hiddenNames } from '../../../test/hostile-names.ts';
import { enrolInstance, startRawInstance } from '../../../test/instance.ts';
import { CaptureAccepted, CaptureRecord, Fleet, TokenCreated } from '../api/api.ts';
import { openIdentity } from '../../tunnel/identity/open-identity.ts';
import { openTunnel } from '../../tunnel/instance/open-tunnel.ts';
import type { TunnelState } from '../../tunnel/port.ts';

type Headers = Readonly<Record<string, string>>;
interface Side {
  readonly owner: Headers;
  readonly pipeline: Headers;
}

let running: TestControl;
let acme: Side;
let globex: Side;
let raw: RawInstance;
let sent = 0;
const offered: string[] = [];

async function prepare(organization: string): Promise<Side> {
  const owner = await running.signIn('owner', organization);
  await running.send({ method: 'PUT', path: '/api/settings/profiler', headers: owner, body: { enabled: true } });
  const body = { kind: 'capture', name: 'ci' };
  const made = await running.send({ method: 'POST', path: '/api/tokens', headers: owner, body });
  return { owner, pipeline: { authorization: `Bearer ${TokenCreated.parse(made.json()).value}` } };
}

beforeAll(async () => {
  running = await startTestControl();
  [acme, globex] = [await prepare('acme'), await prepare('globex')];
  raw = await startRawInstance(running, { class: 'profiler', instance: 'hostile', owner: acme.owner });
}, 30_000);
afterAll(async () => {
  raw.close();
  await running.close();
});

async function request(side: Side, version: string): Promise<string> {
  const body = { workload: 'app', version, duration_sec: 5 };
  const path = '/api/profiling/captures';
  const answer = await running.send({ method: 'POST', path, headers: side.pipeline, body });
  return CaptureAccepted.parse(answer.json()).request_id;
}

async function show(side: Side, id: string): Promise<CaptureRecord> {
  const answer = await running.send({ path: `/api/profiling/captures/${id}`, headers: side.owner });
  return CaptureRecord.parse(answer.json());
}

/** Takes every offer, with a count that is no count. */
function takeOffers(): void {
  raw.onFrame((frame) => {
    if (frame.t !== 'request' || frame.name !== 'capture.start' || !('text' in frame.payload)) return;
    offered.push((JSON.parse(frame.payload.text) as { request_id: string }).request_id);
    raw.send({ t: 'answer', id: frame.id, payload: { text: '{"answer":"taken","processes":-5}' } });
  });
}

async function report(outcome: object): Promise<string> {
  sent += 1;
  const frame = await sendRequest(raw, { id: sent, stream: sent }, 'capture.outcome', JSON.stringify(outcome));
  takeOffers();
  return frame.t;
}

const reason = { code: `measured${hiddenNames[0]}`, text: `${hiddenNames.join('')}${'x'.repeat(20_000)}` };
const pushed = (id: string, bundle: string) => ({ request_id: id, outcome: 'pushed', reason, bundle });
const bomb = (): string => gzipSync(Buffer.alloc(80 << 20)).toString('base64');

test(
  'a bomb ends its request as rejected, what follows for it is ignored, and words are bounded',
  { timeout: 30_000 },
  async () => {
    takeOffers();
    const id = await request(acme, 'v1');
    await expect.poll(() => offered, { timeout: 10_000 }).toContain(id);
    await report(pushed(id, bomb()));
    const record = await show(acme, id);
    expect([record.status, record.reason?.code]).toEqual(['failed', 'bundle_rejected']);
    await report({ request_id: id, outcome: 'nothing_to_push', reason });
    await report(pushed(id, 'AAAA'));
    expect(await show(acme, id)).toEqual(record);
  },
);

test('reports for requests of another organization, unknown ones and no ids change nothing', async () => {
  const theirs = await request(globex, 'v1');
  const before = await show(globex, theirs);
  for (const id of [theirs, crypto.randomUUID(), '../x', '\0', '__proto__', 'x'.repeat(3000)]) {
    await report({ request_id: id, outcome: 'failed', reason });
    sent += 1;
    const progress = JSON.stringify({ request_id: id, phase: hiddenNames.join(''), elapsed_sec: 1e308 });
    await sendRequest(raw, { id: sent, stream: sent }, 'capture.progress', progress);
  }
  expect(await show(globex, theirs)).toEqual(before);
  expect(raw.isOpen).toBe(true);
});

test('a Profiler that takes a request and says nothing leaves it queued and can be stopped by cancelling', async () => {
  takeOffers();
  const id = await request(acme, 'v2');
  await expect.poll(() => offered, { timeout: 10_000 }).toContain(id);
  expect((await show(acme, id)).status).toBe('queued');
  const path = `/api/profiling/captures/${id}/cancel`;
  const answer = await running.send({ method: 'POST', path, headers: acme.owner, body: {} });
  expect([answer.status < 300, (await show(acme, id)).status]).toEqual([true, 'failed']);
});

test(
  'of a copied identity both stop after a few sessions, and the Fleet page says why and what to do',
  { timeout: 60_000 },
  async () => {
    const of = { class: 'agent', instance: 'copied', owner: acme.owner } as const;
    const enrolled = await enrolInstance(running, of);
    const { identityDir } = enrolled.config;
    await cp(identityDir, `${identityDir}-copy`, { recursive: true });
    const found = await openIdentity(`${identityDir}-copy`, { tenant: 'acme', instance: 'copied', class: 'agent' });
    expect(found.found).toBe('enrolled');
    const copy = 'identity' in found ? found.identity : enrolled.identity;
    const states: TunnelState[][] = [[], []];
    const tunnels = [enrolled.identity, copy].map((identity, at) => {
      const tunnel = openTunnel({
        ...enrolled,
        identity,
        versions: {},
        catalogDigest: undefined,
        targets: undefined,
        handlers: {},
      });
      tunnel.onState((state) => states[at]!.push(state));
      return tunnel;
    });
    await expect
      .poll(() => tunnels.map((one) => one.state().state), { timeout: 40_000 })
      .toEqual(['stopped', 'stopped']);
    const live = states.flat().filter(({ state }) => state === 'live').length;
    expect(live).toBeLessThan(5);
    const fleet = Fleet.parse((await running.send({ path: '/api/fleet', headers: acme.owner })).json());
    expect(fleet.instances.find(({ instance }) => instance === 'copied')).toMatchObject({
      state: 'locked',
      remedy: expect.stringContaining('Two copies of its identity were seen') as string,
    });
    await Promise.all(tunnels.map((one) => one.close()));
  },
);
