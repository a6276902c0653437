import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '../../../test/simulation/tunnel/memory-store.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import { silentLog } from '../../../test/simulation/tunnel/silent-log.ts';
import { ToySignatures } from '../../../test/simulation/tunnel/toy-signatures.ts';
import { NodeClock, VirtualTime } from '../../../test/simulation/tunnel/virtual-time.ts';
import { reportCaps } from '../payload-caps.ts';
import { type FrameBody, type FrameOf, FramePort } from './frame.ts';
import { helloBytes } from './hello.ts';
import { makeHubCounters } from './hub-counters.ts';
import { HubSessions } from './hub-sessions.ts';
import { limits } from './limits.ts';
import { toBase64Url, type WireEvents } from './ports.ts';

const organization = 'org';
const nonce = 'n'.repeat(43);

let time: VirtualTime;
let random: SeededRandom;
let signatures: ToySignatures;
let store: MemoryStore;
let hub: HubSessions;
let counters: ReturnType<typeof makeHubCounters>;
let changes: string[];

beforeEach(() => {
  time = new VirtualTime();
  random = new SeededRandom(1);
  signatures = new ToySignatures();
  counters = makeHubCounters();
  changes = [];
  store = new MemoryStore(time, random, { onePhase: false, forgetsClaimTime: false, keepsDuplicates: false });
  for (const instance of ['edge-1', 'edge-2']) {
    const { publicKey } = signatures.createSigner(instance);
    store.enrol({ organization, instance, class: 'agent', publicKey, enrolledAt: 5, state: 'active' });
  }
  hub = new HubSessions({
    store: store.connect(() => false),
    keys: { signerFor: async () => signatures.createSigner('control plane') },
    verify: signatures.verify,
    clock: new NodeClock(time, { wallOffsetMs: 0 }),
    random,
    log: silentLog,
    counters,
    isClassAllowed: () => Promise.resolve(true),
    payloads: { total: limits.payloadBytes, ofOrganization: limits.payloadBytes, ofInstance: limits.payloadBytes },
  });
  hub.onChange(({ session, live }) =>
    changes.push(`${session.instance} ${session.generation} ${live ? 'live' : 'gone'}`),
  );
});

/** A peer that sends exactly what a test says. */
class Peer {
  readonly received: { t: string; [key: string]: unknown }[] = [];
  readonly #events: WireEvents;
  readonly #port: FramePort;
  closedWith: string | undefined;
  isProved = false;

  constructor(onLive: () => void = () => undefined) {
    this.#events = hub.accept(
      {
        send: (text) => void this.received.push(JSON.parse(text) as { t: string }),
        close: (code) => (this.closedWith = code),
      },
      { onProved: () => (this.isProved = true), onLive },
    );
    this.#port = new FramePort({ send: (text) => this.#events.onText(text), close: () => undefined });
  }

  send(body: FrameBody): void {
    this.#port.send(body);
  }

  sendText(text: string): void {
    this.#events.onText(text);
  }

  lose(): void {
    this.#events.onClose('lost');
  }

  hello(changed: Partial<FrameOf<'hello'>> = {}, signedBy = 'edge-1', session?: string): void {
    const challenge = session ?? (this.received[0]?.['nonce'] as string);
    const claims = {
      v: 1,
      organization,
      instance: 'edge-1',
      class: 'agent' as const,
      generation: 1,
      committed: 0,
      lineage: nonce,
      nonce,
      versions: { agent: '1' },
      ...changed,
    };
    const signature = toBase64Url(signatures.createSigner(signedBy).sign(helloBytes(challenge, claims)));
    this.send({ t: 'hello', ...claims, signature });
  }

  async comeLive(generation = 1, committed = generation - 1): Promise<void> {
    this.hello({ generation, committed });
    await time.runUntil(time.now + 200);
    this.send({ t: 'committed', generation });
    await time.runUntil(time.now + 200);
  }
}

test('a peer that proves its key and commits its generation is live, and not before', async () => {
  const peer = new Peer();
  peer.hello();
  await time.runUntil(200);
  expect(peer.received.map(({ t }) => t)).toEqual(['challenge', 'welcome']);
  expect(hub.allLive()).toEqual([]);
  peer.send({ t: 'committed', generation: 1 });
  await time.runUntil(400);
  expect(hub.live({ organization })).toMatchObject([{ instance: 'edge-1', generation: 1 }]);
  expect(hub.live({ organization: 'other' })).toEqual([]);
  expect(hub.live({ organization, class: 'profiler' })).toEqual([]);
});

describe('a stranger receives no more than not_authenticated', () => {
  test.each<[string, (peer: Peer) => void]>([
    ['for a signature of another key', (peer) => peer.hello({}, 'edge-2')],
    ['for an instance that is unknown', (peer) => peer.hello({ instance: 'nobody' }, 'nobody')],
    ['for an instance of another class', (peer) => peer.hello({ class: 'profiler' })],
    ['for a hello that was recorded in another session', (peer) => peer.hello({}, 'edge-1', nonce)],
  ])('%s', async (_what, greet) => {
    const peer = new Peer();
    greet(peer);
    await time.runUntil(200);
    expect(peer.received.at(-1)).toMatchObject({ t: 'refused', code: 'not_authenticated' });
    expect(peer.closedWith).toBe('not_authenticated');
  });
});

test('another version of the protocol is named', async () => {
  const peer = new Peer();
  peer.hello({ v: 2 });
  await time.runUntil(200);
  expect(peer.closedWith).toBe('unsupported_version');
});

describe('an instance that only asks whether it may connect', () => {
  test('receives that it may, claims nothing, and its live session goes on', async () => {
    const live = new Peer();
    await live.comeLive();
    const asking = new Peer();
    // Judged as a claim, it would be one of a copy, and lock the instance.
    asking.hello({ v: 0, generation: 1, committed: 0 });
    await time.runUntil(time.now + 200);
    expect(asking.closedWith).toBe('examined');
    expect(hub.live({ organization })).toMatchObject([{ instance: 'edge-1', generation: 1 }]);
    await new Peer().comeLive(2);
    expect(hub.live({ organization })).toMatchObject([{ instance: 'edge-1', generation: 2 }]);
  });

  test.each(['revoked', 'locked'] as const)('receives that it was %s', async (state) => {
    const { publicKey } = signatures.createSigner('edge-1');
    store.enrol({ organization, instance: 'edge-1', class: 'agent', publicKey, enrolledAt: 6, state });
    const asking = new Peer();
    asking.hello({ v: 0 });
    await time.runUntil(time.now + 200);
    expect(asking.received.at(-1)).toMatchObject({ t: 'refused', code: state });
  });

  test('learns nothing without its key', async () => {
    const asking = new Peer();
    asking.hello({ v: 0 }, 'edge-2');
    await time.runUntil(200);
    expect(asking.closedWith).toBe('not_authenticated');
  });
});

test.each<[string, FrameBody]>([
  ['a report', { t: 'request', id: 1, name: 'health.report', payload: { text: '{}' } }],
  ['a commit', { t: 'committed', generation: 1 }],
  ['a chunk', { t: 'chunk', stream: 1, index: 0, last: true, text: 'x' }],
])('%s before the hello ends the connection', (_what, frame) => {
  const peer = new Peer();
  peer.send(frame);
  expect(peer.closedWith).toBe('frame_unexpected');
});

test('a connection that says nothing is closed after ten seconds, and one that stops halfway too', async () => {
  const [silent, halfway] = [new Peer(), new Peer()];
  halfway.hello();
  await time.runUntil(limits.handshakeMs - 1);
  expect([silent.closedWith, halfway.closedWith]).toEqual([undefined, undefined]);
  await time.runUntil(limits.handshakeMs);
  expect([silent.closedWith, halfway.closedWith]).toEqual(['handshake_timeout', 'handshake_timeout']);
});

describe('what an instance says while the store records its session', () => {
  const empty = { at: '2026-11-21T00:00:00Z', checks: [] };
  const payload = { text: JSON.stringify(empty) };
  const report = (id: number): FrameBody => ({ t: 'request', id, name: 'health.report', payload });

  /** At the point at which the instance counts its session as live, and the control plane does not yet. */
  async function committing(): Promise<Peer> {
    const peer = new Peer();
    peer.hello();
    await time.runUntil(time.now + 200);
    peer.send({ t: 'committed', generation: 1 });
    return peer;
  }

  test('is answered in its order once the session is live', async () => {
    const handled: string[] = [];
    hub.onReport('health.report', async (_from, { at }) => {
      handled.push(at);
      return {};
    });
    const peer = await committing();
    peer.send(report(1));
    peer.send({ t: 'ping' });
    peer.send(report(2));
    expect(handled).toEqual([]);
    await time.runUntil(time.now + 200);
    expect(peer.closedWith).toBeUndefined();
    expect(handled).toHaveLength(2);
    expect(changes).toEqual(['edge-1 1 live']);
    expect(peer.received).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ t: 'answer', id: 1 }),
        expect.objectContaining({ t: 'answer', id: 2 }),
        expect.objectContaining({ t: 'pong' }),
      ]),
    );
  });

  test('is bounded: who says more than that is closed', async () => {
    const peer = await committing();
    for (let id = 1; id <= 64; id += 1) peer.send({ t: 'ping' });
    expect(peer.closedWith).toBeUndefined();
    peer.send({ t: 'ping' });
    expect(peer.closedWith).toBe('rate_exceeded');
  });

  test('is bounded in bytes, too', async () => {
    const peer = await committing();
    const long = { text: 'x'.repeat(limits.inlineUnits) };
    for (let id = 1; id <= 5; id += 1) peer.send({ t: 'request', id, name: 'health.report', payload: long });
    expect(peer.closedWith).toBeUndefined();
    peer.send({ t: 'request', id: 6, name: 'health.report', payload: long });
    expect(peer.closedWith).toBe('rate_exceeded');
  });

  test('comes to nothing when the session ends meanwhile', async () => {
    let handled = 0;
    hub.onReport('health.report', async () => {
      handled += 1;
      return {};
    });
    const peer = await committing();
    peer.send(report(1));
    peer.lose();
    await time.runUntil(time.now + 200);
    expect([handled, changes]).toEqual([0, []]);
  });
});

test('its listener hears when a connection has proved itself, and not before', async () => {
  let proofs = 0;
  const peer = new Peer(() => (proofs += 1));
  peer.hello();
  await time.runUntil(200);
  expect(proofs).toBe(0);
  peer.send({ t: 'committed', generation: 1 });
  await time.runUntil(400);
  expect(proofs).toBe(1);
});

test('a newer session replaces the older, which receives the reason', async () => {
  const older = new Peer();
  await older.comeLive(1);
  await time.runUntil(10_000);
  const newer = new Peer();
  await newer.comeLive(2);
  expect(older.closedWith).toBe('replaced');
  expect(newer.closedWith).toBeUndefined();
  expect(hub.allLive()).toHaveLength(1);
  older.lose();
  expect(hub.allLive()).toHaveLength(1);
  expect(changes).toEqual(['edge-1 1 live', 'edge-1 2 live']);
  newer.lose();
  expect(changes.at(-1)).toBe('edge-1 2 gone');
});

test('a stale generation locks both, with what to do', async () => {
  const original = new Peer();
  await original.comeLive(1);
  await time.runUntil(10_000);
  const copy = new Peer();
  copy.hello({ generation: 1, committed: 0 });
  await time.runUntil(10_200);
  expect([original.closedWith, copy.closedWith]).toEqual(['locked', 'locked']);
  expect(copy.received.at(-1)).toMatchObject({
    retry: false,
    remedy: expect.stringContaining('one volume per replica'),
  });
  expect(counters).toMatchObject({ locked: 1, live: 0 });
});

describe('a standing of the store', () => {
  const standing = { organization, instance: 'edge-1', enrolledAt: 5 } as const;

  test('closes a live session at once', async () => {
    const peer = new Peer();
    await peer.comeLive();
    hub.setStandings([{ ...standing, state: 'revoked' }]);
    expect(peer.closedWith).toBe('revoked');
  });

  test('is checked on every frame: a report under way when it came is not handled', async () => {
    const handled: string[] = [];
    hub.onReport('health.report', async ({ instance }) => {
      handled.push(instance);
      return {};
    });
    const peer = new Peer();
    peer.hello();
    await time.runUntil(200);
    peer.send({ t: 'committed', generation: 1 });
    hub.setStandings([{ ...standing, state: 'revoked' }]);
    await time.runUntil(400);
    const payload = { text: '{"at":"x","checks":[]}' };
    peer.send({ t: 'request', id: 1, name: 'health.report', payload });
    await time.runUntil(600);
    expect([peer.closedWith, handled]).toEqual(['revoked', []]);
  });

  test('of an earlier enrolment says nothing, and of a later one closes the session', async () => {
    const peer = new Peer();
    await peer.comeLive();
    hub.setStandings([{ ...standing, enrolledAt: 4, state: 'revoked' }]);
    expect(peer.closedWith).toBeUndefined();
    hub.setStandings([{ ...standing, enrolledAt: 6, state: 'active' }]);
    expect(peer.closedWith).toBe('reenrolled');
  });
});

test('an instance that floods is closed; one that sends at a steady rate is not', async () => {
  const steady = new Peer();
  await steady.comeLive();
  for (let at = 0; at < 3_000; at += 1) {
    steady.send({ t: 'ping' });
    await time.runUntil(time.now + 6);
  }
  expect(steady.closedWith).toBeUndefined();
  for (let at = 0; at < 1_100; at += 1) steady.send({ t: 'ping' });
  expect(steady.closedWith).toBe('rate_exceeded');
});

test('an instance that was closed for flooding has no new allowance in its next session', async () => {
  const first = new Peer();
  await first.comeLive();
  for (let at = 0; at < 1_100; at += 1) first.send({ t: 'ping' });
  expect(first.closedWith).toBe('rate_exceeded');
  const second = new Peer();
  second.hello({ generation: 2, committed: 1 });
  await time.runUntil(time.now + 200);
  second.send({ t: 'committed', generation: 2 });
  await time.runUntil(time.now + 200);
  expect(second.closedWith).toBeUndefined();
  for (let at = 0; at < 200; at += 1) second.send({ t: 'ping' });
  expect(second.closedWith).toBe('rate_exceeded');
});

test.each([
  ['an unknown report', 'catalog.push', 'unknown_request'],
  ['a name of every object', 'constructor', 'unknown_request'],
  ['a report of the other class', 'capture.progress', 'unknown_request'],
  ['a command', 'health.run', 'unknown_request'],
  ['a report with a faulty body', 'health.report', 'invalid_request'],
])('%s is refused and the session goes on', async (_what, name, code) => {
  hub.onReport('health.report', async () => ({}));
  hub.onReport('capture.progress', async () => ({}));
  const peer = new Peer();
  await peer.comeLive();
  peer.send({ t: 'request', id: 1, name, payload: { text: '{"at":7,"secret":"hunter2"}' } });
  await time.runUntil(time.now + 100);
  expect(peer.received.at(-1)).toMatchObject({ t: 'failure', id: 1, code });
  expect(JSON.stringify(peer.received)).not.toContain('hunter2');
  expect(peer.closedWith).toBeUndefined();
});

describe('a hostile peer with a genuine key', () => {
  const failureOf = (peer: Peer, id: number) => peer.received.find((frame) => frame['id'] === id);

  test('announces a report longer than its cap: refused before a byte of it is received', async () => {
    hub.onReport('health.report', async () => ({}));
    const peer = new Peer();
    await peer.comeLive();
    const payload = { stream: 1, bytes: reportCaps['health.report'].request.bytes + 1, sha256: 'a'.repeat(64) };
    peer.send({ t: 'request', id: 1, name: 'health.report', payload });
    await time.runUntil(time.now + 100);
    expect(failureOf(peer, 1)).toMatchObject({ t: 'failure', code: 'payload_too_large' });
    expect(peer.received.at(-1)).toMatchObject({ t: 'drop', stream: 1 });
    expect(peer.received.some(({ t }) => t === 'credit')).toBe(false);
  });

  test.each([
    [
      'more values than its cap',
      `{"at":"x","checks":[0${',0'.repeat(reportCaps['health.report'].request.values)}]}`,
      'values',
    ],
    ['more depth than its cap', '['.repeat(2000), 'levels'],
  ])('sends a report of %s: refused before its schema runs', async (_what, text, word) => {
    hub.onReport('health.report', async () => ({}));
    const peer = new Peer();
    await peer.comeLive();
    const sha256 = createHash('sha256').update(text).digest('hex');
    const payload = { stream: 1, bytes: text.length, sha256 };
    peer.send({ t: 'request', id: 1, name: 'health.report', payload });
    await time.runUntil(time.now + 100);
    for (let at = 0; at < text.length; at += limits.chunkUnits) {
      const part = text.slice(at, at + limits.chunkUnits);
      const last = at + limits.chunkUnits >= text.length;
      peer.send({ t: 'chunk', stream: 1, index: at / limits.chunkUnits, last, text: part });
    }
    await time.runUntil(time.now + 100);
    expect(failureOf(peer, 1)).toMatchObject({ t: 'failure', code: 'invalid_request' });
    expect(String(failureOf(peer, 1)?.['message'])).toContain(word);
  });

  test('sends one report after another: some are handled, the rest refused as busy, also in its next session', async () => {
    let handled = 0;
    hub.onReport('health.report', async () => {
      handled += 1;
      return {};
    });
    const payload = { text: '{"at":"2026-01-01T00:00:00Z","checks":[]}' };
    const send = async (peer: Peer): Promise<number> => {
      handled = 0;
      for (let id = 1; id <= 50; id += 1) {
        peer.send({ t: 'request', id, name: 'health.report', payload });
        await time.runUntil(time.now + 10);
      }
      return handled;
    };
    const first = new Peer();
    await first.comeLive();
    expect(await send(first)).toBe(20);
    expect(failureOf(first, 50)).toMatchObject({ t: 'failure', code: 'busy' });
    const second = new Peer();
    await second.comeLive(2);
    expect(await send(second)).toBeLessThan(3);
  });

  test('sends chunks that nothing asked for: closed at the first', async () => {
    const peer = new Peer();
    await peer.comeLive();
    peer.send({ t: 'chunk', stream: 1, index: 0, last: false, text: 'x' });
    expect(peer.closedWith).toBe('frame_unexpected');
  });

  test('goes on with a payload that was refused: closed', async () => {
    const peer = new Peer();
    await peer.comeLive();
    peer.send({ t: 'request', id: 1, name: 'none', payload: { stream: 1, bytes: 9, sha256: 'a'.repeat(64) } });
    peer.send({ t: 'chunk', stream: 1, index: 0, last: true, text: 'x' });
    expect(peer.closedWith).toBe('frame_unexpected');
  });

  test('opens one session after another: refused after sixty, and let in again later', async () => {
    let generation = 0;
    const open = async (): Promise<string | undefined> => {
      generation += 1;
      const peer = new Peer();
      peer.hello({ generation, committed: generation - 1 });
      await time.runUntil(time.now + 200);
      if (peer.closedWith === undefined) peer.send({ t: 'committed', generation });
      await time.runUntil(time.now + 200);
      const { closedWith } = peer;
      if (closedWith !== undefined) generation -= 1;
      peer.lose();
      return closedWith;
    };
    const results: (string | undefined)[] = [];
    for (let at = 0; at < 130; at += 1) results.push(await open());
    expect(results.slice(0, 60).every((one) => one === undefined)).toBe(true);
    expect(results.at(-1)).toBe('rate_exceeded');
    await time.runUntil(time.now + 5000);
    expect(await open()).toBeUndefined();
  });

  test('says more than a hello before it has proved itself: closed unread', () => {
    const peer = new Peer();
    peer.sendText(JSON.stringify({ n: 1, t: 'hello', padding: 'x'.repeat(9000) }));
    expect(peer.closedWith).toBe('frame_too_large');
  });
});

test('closing notifies every session and accepts no more', async () => {
  const [live, pending] = [new Peer(), new Peer()];
  await live.comeLive();
  await hub.close();
  expect([live.closedWith, pending.closedWith, new Peer().closedWith]).toEqual(Array(3).fill('shutting_down'));
});
