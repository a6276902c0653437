/** The page of what leaves is complete: nothing that an instance sends is missing there, and nothing else is accepted. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Bundle } from '../profiler/witness/bundle/record/bundle.ts';
import { decodeBundle, encodeBundle } from '../profiler/witness/bundle/encode.ts';
import { fieldsOf, listFields } from '../scripts/generate/list-fields.ts';
import { messages } from '../scripts/generate/what-leaves.ts';
import { openStore, type Store } from '../src/control/store/database.ts';
import { systemClock } from '../src/core/clock.ts';
import type { HealthReport, OperationAnswer } from '../src/tunnel/messages.ts';
import { type FrameBody, FramePort } from '../src/tunnel/session/frame.ts';
import { makeBundle } from './made-bundle.ts';
import { startTestTunnel, type TestTunnel, waitForState } from './tunnel.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/reference/what-leaves.md'), 'utf8');

/** Fields of a section, and those of them that are open: below these the page says nothing. */
function sectionOf(name: string): { listed: Set<string>; isOpen: (path: string) => boolean } {
  const { title, schema } = messages.find((one) => one.name === name) ?? {};
  const first = messages.find((one) => one.schema === schema)?.title;
  const text = page.split(`## ${first ?? title}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = [...text.matchAll(/^\| `([^`]+)` \| (.*?) \| /gmu)].map(([, field = '', type = '']) => [field, type]);
  const open = new Set(rows.filter(([, type]) => /\bopen$|by name$/u.test(type ?? '')).map(([field]) => field));
  return { listed: new Set(rows.map(([field = '']) => field)), isOpen: (field) => open.has(field) };
}

function unlisted(name: string, value: unknown): string[] {
  const { listed, isOpen } = sectionOf(name);
  expect([name, listed.size]).not.toEqual([name, 0]);
  return [...fieldsOf(value, isOpen)].filter((field) => !listed.has(field)).map((field) => `${name}: ${field}`);
}

const reason = { code: 'pushed', text: 'The capture was pushed.' };
const fault = { code: 'timeout', actor: 'nobody', data: { after: 1 }, summary: 's', remedy: 'r' } as const;
const health: HealthReport = {
  at: '2026-11-21T00:00:00Z',
  checks: [
    {
      connector: 'grafana',
      check: 'metrics',
      status: 'failed',
      summary: 's',
      fault,
      layer: 'tcp',
      affects: [],
      needed: [],
      held: [],
      missing: [],
      excess: [],
      judged: [{ grant: 'g', verdict: 'allowed', at: 't', old: true, because: 'b' }],
      evidence: { status: 500, code: 'c', requestId: 'i' },
      remedy: 'r',
    },
  ],
  audit: { seq: 1, hash: '0'.repeat(64) },
};
const answer: OperationAnswer = {
  ok: true,
  result: {
    data: { rows: ['x'.repeat(200_000)] },
    complete: false,
    because: 'b',
    truncated: true,
    nextCursor: 'n',
    source: 's',
    window: { from: 'a', to: 'b' },
    upstreamCalls: 1,
    cost: { bytes: 1 },
  },
};

let folder: string;
let store: Store;
let tunnel: TestTunnel;
const sent = new Map<FramePort, FrameBody[]>();
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'farol-leaves-'));
  store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  tunnel = await startTestTunnel(store);
  tunnel.allowProfiler(true);
  sent.clear();
  const send = Reflect.get(FramePort.prototype, 'send');
  vi.spyOn(FramePort.prototype, 'send').mockImplementation(function record(this: FramePort, body) {
    sent.set(this, [...(sent.get(this) ?? []), body]);
    send.call(this, body);
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tunnel.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const connect = async (instanceClass: 'agent' | 'profiler', handlers: object) => {
  const config = tunnel.configOf(`${instanceClass}-1`);
  const common = { class: instanceClass, config };
  const identity = await tunnel.enrol(common, await tunnel.mint(instanceClass));
  const client = tunnel.connect({ ...common, handlers }, identity);
  await waitForState(client, 'live');
  return client;
};
const ask = <N extends 'health.run' | 'operation.run' | 'capture.start'>(instance: string, name: N, request: object) =>
  tunnel.hub.command({ organization: tunnel.organization, instance }, name, request as never, { timeoutMs: 10_000 });

test('every frame and every payload that instances send is on the page [P-SVC-9]', async () => {
  tunnel.hub.onReport('health.report', async () => ({}));
  tunnel.hub.onReport('capture.progress', async () => ({}));
  tunnel.hub.onReport('capture.outcome', async () => ({ stored: true }) as const);
  const agent = await connect('agent', { 'health.run': async () => health, 'operation.run': async () => answer });
  const profiler = await connect('profiler', { 'capture.start': async () => ({ answer: 'declined', reason }) });
  await ask('agent-1', 'health.run', {});
  await ask('agent-1', 'operation.run', { request_id: 'r', operation: 'metrics.list', args: {} });
  const start = { request_id: 'r', workload: 'app', version: '1', env: '', kind: 'head', duration_sec: 5 };
  await ask('profiler-1', 'capture.start', { ...start, warmup_sec: 0, requested_by: 'p', requested_at: 't' });
  await agent.report('health.report', health);
  await profiler.report('capture.progress', { request_id: 'r', phase: 'measuring', elapsed_sec: 1 });
  const bundle = encodeBundle(makeBundle()).bytes;
  await profiler.report('capture.outcome', {
    request_id: 'r',
    outcome: 'pushed',
    reason,
    probes: { measured: 1, total: 2, missing: [{ probe: 'p', why: 'w' }] },
    collector: { peak_rss_bytes: 1, cgroup_peak_bytes: 2 },
    bundle: bundle.toString('base64'),
  });
  await Promise.all([agent.close(), profiler.close()]);

  const sides = Object.groupBy([...sent.values()], ([first]) => (first?.t === 'hello' ? 'instance' : 'hub'));
  expect([sides.instance?.length, sides.hub?.length]).toEqual([2, 2]);
  const frames = sides.instance!.flat();
  expect(new Set(frames.map(({ t }) => t))).toEqual(new Set(['hello', 'committed', 'request', 'answer', 'chunk']));
  expect(frames.flatMap((frame, at) => unlisted(frame.t, { n: at, ...frame }))).toEqual([]);
  const names = new Map(sides.hub!.flat().flatMap((one) => (one.t === 'request' ? [[one.name, one.id]] : [])));
  expect([...names.keys()].toSorted()).toEqual(['capture.start', 'health.run', 'operation.run']);
  expect(unlisted('health.run', health)).toEqual([]);
  const requests = frames.filter((frame) => frame.t === 'request');
  expect(requests.map(({ name }) => name).toSorted()).toEqual(['capture.outcome', 'capture.progress', 'health.report']);
  for (const { name, payload } of requests) {
    expect(unlisted(name, 'text' in payload ? JSON.parse(payload.text) : {})).toEqual([]);
  }
  expect(unlisted('bundle', decodeBundle(bundle).bundle)).toEqual([]);
  expect(unlisted('operation.run', answer)).toEqual([]);
});

test('a report with a field that is not on the page is refused', async () => {
  tunnel.hub.onReport('health.report', async () => ({}));
  const agent = await connect('agent', {});
  const [check] = health.checks;
  const surplus = { ...health, checks: [{ ...check!, surplus: 1 }] };
  expect(unlisted('health.report', surplus)).toEqual(['health.report: checks[].surplus']);
  await expect(agent.report('health.report', surplus)).rejects.toMatchObject({ code: expect.any(String) as string });
  await agent.close();
});

test('a bundle with a field that is not on the page is refused, at any depth', () => {
  const bundle = makeBundle();
  const { isOpen } = sectionOf('bundle');
  const places = [...fieldsOf(bundle, isOpen)].filter((field) => isObjectAt(bundle, field) && !isOpen(field));
  expect(places.length).toBeGreaterThan(10);
  for (const place of places) {
    const changed = structuredClone(bundle);
    for (const one of valuesAt(changed, place)) Object.assign(one as object, { surplus: 1 });
    expect([place, Bundle.safeParse(changed).success]).toEqual([place, false]);
  }
});

test('a schema that lets other fields through cannot be listed', () => {
  expect(() => listFields(z.strictObject({ a: z.object({ b: z.string() }) }))).toThrow('a accepts fields');
  expect(listFields(z.strictObject({ a: z.array(z.strictObject({ b: z.string().optional() })) }))).toEqual([
    { path: 'a', type: 'list of object' },
    { path: 'a[].b', type: 'string' },
  ]);
});

/** All values at a path of `fieldsOf`. */
function valuesAt(value: unknown, at: string): unknown[] {
  let found = [value];
  for (const part of at.split(/\.|(?=\[\])/u)) {
    found = found.flatMap((one) => {
      if (part === '[]') return Array.isArray(one) ? (one as unknown[]) : [];
      const next = (one as Record<string, unknown> | undefined)?.[part];
      return next === undefined ? [] : [next];
    });
  }
  return found;
}

function isObjectAt(value: unknown, at: string): boolean {
  const found = valuesAt(value, at);
  return found.length > 0 && found.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
}
