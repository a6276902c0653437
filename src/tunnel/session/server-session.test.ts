/**
 * The control plane's end behind a real WebSocket. A peer brings the session into each phase and then sends each frame,
 * or lets happen what else can happen; what it gets must be what the cell of the table says.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import {
  cellsOf,
  eventually,
  hello,
  instance,
  keys,
  listenForPeers,
  type Meeting,
  organization,
  payloads,
  Peer,
  samples,
  seenOfLink,
} from '../../../test/tunnel-peer.ts';
import { verifyEd25519 } from '../identity/key-pair.ts';
import { silentLog } from '../../../test/simulation/tunnel/silent-log.ts';
import { frameKinds } from './frame.ts';
import { makeHubCounters } from './hub-counters.ts';
import { HubSessions } from './hub-sessions.ts';
import { limits } from './limits.ts';
import { systemRandom, type WireEvents } from './ports.ts';
import { type Cell, type FrameKind, type ServerAction, type ServerPhase, serverTable } from './session-state.ts';
import type { ClaimResult } from './session-store.ts';
import { openWire } from './ws-wire.ts';

let meeting: Meeting;
beforeAll(async () => {
  meeting = await listenForPeers();
});
afterAll(() => meeting.stop());

class World {
  readonly clock = new ManualClock();
  readonly counters = makeHubCounters();
  readonly claimed = Promise.withResolvers<ClaimResult>();
  readonly recorded = Promise.withResolvers<boolean>();
  readonly steps: string[] = [];
  sign = (bytes: Uint8Array): Uint8Array => keys.control.sign(bytes);
  onLive = (): void => undefined;
  events: WireEvents | undefined;
  /** That have arrived. */
  texts = 0;
  readonly hub = new HubSessions({
    store: {
      find: async () => ({
        organization,
        instance,
        class: 'agent',
        publicKey: keys.instance.publicKey,
        enrolledAt: 1,
        state: 'active',
      }),
      claimGeneration: () => {
        this.steps.push('judging');
        return this.claimed.promise;
      },
      commitGeneration: () => {
        this.steps.push('recording');
        return this.recorded.promise;
      },
    },
    keys: { signerFor: async () => ({ ...keys.control, sign: (bytes) => this.sign(bytes) }) },
    verify: verifyEd25519,
    clock: this.clock,
    random: systemRandom,
    log: silentLog,
    counters: this.counters,
    isClassAllowed: async () => true,
    payloads,
  });

  async start(): Promise<Peer> {
    const { dialled, accepted } = await meeting.connect();
    const peer = new Peer(dialled);
    openWire(accepted, (wire) => {
      const events = this.hub.accept(wire, { onProved: () => undefined, onLive: () => this.onLive() });
      this.events = events;
      return {
        onText: (text) => {
          this.texts += 1;
          events.onText(text);
        },
        onClose: (because) => events.onClose(because),
      };
    });
    await peer.got('challenge');
    return peer;
  }

  readonly accept = (): void => this.claimed.resolve({ result: 'accepted', isStoreBehind: false });

  async reach(phase: ServerPhase): Promise<Peer> {
    const peer = await this.start();
    if (phase === 'challenged') return peer;
    peer.send(hello((await peer.got('challenge')).nonce));
    await eventually(() => this.steps.at(-1));
    if (phase === 'judging') return peer;
    this.accept();
    await peer.got('welcome');
    if (phase === 'welcomed') return peer;
    peer.send(samples.committed);
    await eventually(() => this.steps[1]);
    if (phase === 'recording') return peer;
    this.recorded.resolve(true);
    await eventually(() => this.hub.allLive()[0]);
    return peer;
  }

  get endedWith(): string | undefined {
    return Object.keys(this.counters.ended)[0];
  }

  /** How the session ended here and at the peer, or what it answered, whichever is wanted. */
  async outcome(peer: Peer, wanted: string, since: number): Promise<string> {
    if (!wanted.startsWith('ended: ')) {
      this.accept();
      this.recorded.resolve(true);
      return (await peer.answer(since)) + (this.endedWith ?? '');
    }
    const code = await eventually(() => this.endedWith);
    if (code.startsWith('closed_')) return `ended: ${code}`;
    const atPeer = [(await peer.got('refused')).code, await eventually(() => peer.closedWith)];
    return `ended: ${[...new Set([code, ...atPeer])].join(', ')}`;
  }

  /** True when the peer heard nothing although everything it sent had arrived; then the store has recorded the commit. */
  async isHolding(peer: Peer, since: number): Promise<boolean> {
    await eventually(() => (this.texts === peer.sent ? true : undefined));
    const isSilent = peer.frames.length === since && peer.closedWith === undefined;
    this.recorded.resolve(true);
    return isSilent;
  }
}

interface Occurrence {
  /** The code of an end that is given one. */
  readonly code?: string;
  /** The phase that its peer brings it into first, where it happens on the way into the phase that is tested. */
  readonly from?: Partial<Record<ServerPhase, ServerPhase>>;
  readonly run: (world: World, peer: Peer, phase: ServerPhase) => void;
}

const occurrences: Readonly<Record<string, Occurrence>> = {
  text: { run: (_world, peer) => peer.send({ t: 'ping' }, limits.strangerFrameBytes) },
  violation: { code: 'frame_malformed', run: (_world, peer) => peer.socket.send('{') },
  'handshake timeout': { run: ({ clock }) => clock.advance(limits.handshakeMs) },
  silence: { run: ({ clock }) => clock.advance(limits.deadAfterMs) },
  'connection lost': { run: (_world, peer) => peer.socket.terminate() },
  stop: { code: 'shutting_down', run: ({ hub }) => void hub.close() },
  'step failed': {
    from: { welcomed: 'judging', live: 'recording' },
    run: (world, _peer, phase) => {
      const broken = new Error('The store is away.');
      const fail = (): never => {
        throw broken;
      };
      if (phase === 'judging') world.claimed.reject(broken);
      if (phase === 'recording') world.recorded.reject(broken);
      if (phase === 'welcomed') world.sign = fail;
      if (phase === 'live') world.onLive = fail;
      world.accept();
      world.recorded.resolve(true);
    },
  },
  'step refused': {
    code: 'superseded',
    run: ({ claimed, recorded }, _peer, phase) =>
      phase === 'judging' ? claimed.resolve({ result: 'late' }) : recorded.resolve(false),
  },
  'too much': {
    run: (_world, peer, phase) => {
      for (let at = 0; at <= (phase === 'live' ? 1000 : limits.heldFrames); at += 1) peer.send({ t: 'ping' });
    },
  },
  'instance proved': { run: ({ accept }) => accept() },
  'commit recorded': { run: ({ recorded }) => recorded.resolve(true) },
};

const seen: Readonly<Record<ServerAction, string>> = {
  readShort: 'ended: frame_too_large',
  readAllowed: 'pong',
  hold: 'pong',
  judge: 'welcome',
  sendWelcome: 'welcome',
  record: 'pong',
  goLive: 'pong',
  acceptLoss: 'ended: closed_1006',
};

function expected(cell: Cell<ServerPhase, ServerAction>, trigger: string): string {
  if ('link' in cell) return seenOfLink(cell.link);
  if ('action' in cell) return seen[cell.action];
  if ('end' in cell) return `ended: ${cell.end === 'given' ? occurrences[trigger]?.code : cell.end}`;
  // Held until the session is live.
  return expected(serverTable.live[trigger as FrameKind], trigger);
}

async function provoke(world: World, phase: ServerPhase, trigger: string): Promise<{ peer: Peer; since: number }> {
  const occurrence = occurrences[trigger];
  const peer = await world.reach(occurrence?.from?.[phase] ?? phase);
  const since = peer.frames.length;
  if (occurrence !== undefined) occurrence.run(world, peer, phase);
  else if (trigger === 'hello') peer.send(hello((await peer.got('challenge')).nonce));
  else peer.send(samples[trigger as FrameKind]);
  return { peer, since };
}

test.each(cellsOf(serverTable))('in $phase: $trigger', async ({ phase, trigger, cell }) => {
  const world = new World();
  const { peer, since } = await provoke(world, phase, trigger);
  const wanted = expected(cell, trigger);
  if (wanted === 'pong') peer.send({ t: 'ping' });
  const isHeld = !('impossible' in cell) || (await world.isHolding(peer, since));
  expect([isHeld, await world.outcome(peer, wanted, since)]).toEqual([true, wanted]);
});

test('changes nothing after the end, whatever comes', async () => {
  const world = new World();
  const peer = await world.reach('live');
  await world.hub.close();
  await eventually(() => peer.closedWith);
  for (const [at, kind] of frameKinds.entries()) {
    world.events?.onText(JSON.stringify({ n: at + 3, ...samples[kind] }));
  }
  world.events?.onClose('closed_1000');
  world.clock.advance(10 * limits.deadAfterMs);
  expect(world.counters.ended).toEqual({ shutting_down: 1 });
});
