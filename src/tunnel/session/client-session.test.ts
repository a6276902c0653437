/**
 * The instance's end behind a real WebSocket. A peer brings the session into each phase and then sends each frame,
 * or lets happen what else can happen; what it gets must be what the cell of the table says.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import {
  cellsOf,
  eventually,
  instance,
  keys,
  listenForPeers,
  type Meeting,
  nonce,
  organization,
  payloads,
  Peer,
  samples,
  seenOfLink,
  welcome,
} from '../../../test/tunnel-peer.ts';
import { verifyEd25519 } from '../identity/key-pair.ts';
import { ByteBudget } from './byte-budget.ts';
import { ClientSession, type SessionEnd } from './client-session.ts';
import { frameKinds } from './frame.ts';
import { limits } from './limits.ts';
import { systemRandom } from './ports.ts';
import { type Cell, type ClientAction, type ClientPhase, clientTable, type FrameKind } from './session-state.ts';
import { openWire } from './ws-wire.ts';

let meeting: Meeting;
beforeAll(async () => {
  meeting = await listenForPeers();
});
afterAll(() => meeting.stop());

class World {
  readonly clock = new ManualClock();
  readonly begun = Promise.withResolvers<{ generation: number; committed: number; lineage: string }>();
  readonly saved = Promise.withResolvers<void>();
  readonly ends: SessionEnd[] = [];
  describe = (): void => undefined;
  onLive = (): void => undefined;
  session: ClientSession | undefined;
  readonly steps: string[] = [];

  async start(): Promise<Peer> {
    const { dialled, accepted } = await meeting.connect();
    const peer = new Peer(accepted);
    openWire(dialled, (wire) => {
      this.session = new ClientSession(wire, {
        identity: {
          organization,
          instance,
          class: 'agent',
          signer: keys.instance,
          keyring: {
            pinned: () => ({ current: keys.control.publicKey, previous: undefined }),
            learn: async () => undefined,
            settle: async () => undefined,
          },
        },
        ledger: {
          begin: () => {
            this.steps.push('claiming');
            return this.begun.promise;
          },
          commit: () => {
            this.steps.push('committing');
            return this.saved.promise;
          },
        },
        describe: () => {
          this.describe();
          return { versions: {}, catalogDigest: undefined, targets: undefined };
        },
        clock: this.clock,
        random: systemRandom,
        verify: verifyEd25519,
        room: new ByteBudget(payloads).roomOf('', ''),
        makeGuard: () => ({ admit: () => undefined }),
        admit: () => undefined,
        handle: () => Promise.reject(new Error('Nothing is handled here.')),
        onLive: () => this.onLive(),
        onEnd: (end) => this.ends.push(end),
        onNotice: () => undefined,
        onLedgerFailed: () => undefined,
      });
      return this.session;
    });
    return peer;
  }

  readonly begin = (): void => this.begun.resolve({ generation: 1, committed: 0, lineage: nonce });

  async reach(phase: ClientPhase): Promise<Peer> {
    const peer = await this.start();
    if (phase === 'connected') return peer;
    peer.send(samples.challenge);
    await eventually(() => this.steps[0]);
    if (phase === 'claiming') return peer;
    this.begin();
    const said = await peer.got('hello');
    if (phase === 'greeted') return peer;
    peer.send(welcome(said));
    await eventually(() => this.steps[1]);
    if (phase === 'committing') return peer;
    this.saved.resolve();
    await peer.got('committed');
    return peer;
  }

  /** How it ended here and at the peer, or what it answered, whichever is wanted. */
  async outcome(peer: Peer, wanted: string, since: number): Promise<string> {
    if (!wanted.startsWith('ended: ')) {
      this.begin();
      this.saved.resolve();
      return (await peer.answer(since)) + (this.ends[0]?.code ?? '');
    }
    const { code } = await eventually(() => this.ends[0]);
    if (code.startsWith('closed_')) return `ended: ${code}`;
    return `ended: ${[...new Set([code, await eventually(() => peer.closedWith)])].join(', ')}`;
  }
}

interface Occurrence {
  /** The code of an end that is given one. */
  readonly code?: Partial<Record<ClientPhase, string>> | string;
  /** The phase that its peer brings it into first, where it happens on the way into the phase that is tested. */
  readonly from?: Partial<Record<ClientPhase, ClientPhase>>;
  readonly run: (world: World, peer: Peer, phase: ClientPhase) => void | Promise<void>;
}

const occurrences: Readonly<Record<string, Occurrence>> = {
  text: { run: (_world, peer) => peer.send({ t: 'ping' }, limits.strangerFrameBytes) },
  violation: { code: 'frame_malformed', run: (_world, peer) => peer.socket.send('{') },
  'handshake timeout': { run: ({ clock }) => clock.advance(limits.handshakeMs) },
  silence: { run: ({ clock }) => clock.advance(limits.deadAfterMs) },
  'connection lost': { run: (_world, peer) => peer.socket.terminate() },
  stop: { code: 'closed_by_instance', run: ({ session }) => session?.end('closed_by_instance') },
  'step failed': {
    from: { greeted: 'claiming', live: 'committing' },
    run: (world, _peer, phase) => {
      const broken = new Error('The disk is full.');
      const fail = (): never => {
        throw broken;
      };
      if (phase === 'claiming') world.begun.reject(broken);
      if (phase === 'committing') world.saved.reject(broken);
      if (phase === 'greeted') world.describe = fail;
      if (phase === 'live') world.onLive = fail;
      world.begin();
      world.saved.resolve();
    },
  },
  'step refused': {
    from: { claiming: 'connected', committing: 'greeted' },
    code: { claiming: 'unsupported_version', committing: 'wrong_control_plane' },
    run: async (_world, peer, phase) => {
      if (phase === 'claiming') peer.send({ ...samples.challenge, v: 2 });
      else peer.send(welcome(await peer.got('hello'), keys.instance));
    },
  },
  'generation claimed': { run: ({ begin }) => begin() },
  'generation saved': { run: ({ saved }) => saved.resolve() },
};

const seen: Readonly<Record<ClientAction, string>> = {
  read: 'pong',
  claim: 'hello',
  sendHello: 'hello',
  commit: 'committed',
  goLive: 'committed',
  acceptRefusal: 'ended: revoked',
  acceptLoss: 'ended: closed_1006',
};

function expected(cell: Cell<ClientPhase, ClientAction>, phase: ClientPhase, trigger: string): string {
  if ('link' in cell) return seenOfLink(cell.link);
  if ('end' in cell) {
    const { code } = occurrences[trigger] ?? {};
    const given = typeof code === 'string' ? code : code?.[phase];
    return `ended: ${cell.end === 'given' ? given : cell.end}`;
  }
  if (trigger === 'text') return expected(clientTable[phase].ping, phase, 'ping');
  return 'action' in cell ? seen[cell.action] : 'nothing can come here';
}

async function provoke(world: World, phase: ClientPhase, trigger: string): Promise<{ peer: Peer; since: number }> {
  const occurrence = occurrences[trigger];
  const peer = await world.reach(occurrence?.from?.[phase] ?? phase);
  const since = peer.frames.length;
  if (occurrence !== undefined) await occurrence.run(world, peer, phase);
  else if (trigger === 'welcome' && phase === 'greeted') peer.send(welcome(await peer.got('hello')));
  else peer.send(samples[trigger as FrameKind]);
  return { peer, since };
}

test.each(cellsOf(clientTable))('in $phase: $trigger', async ({ phase, trigger, cell }) => {
  const world = new World();
  const { peer, since } = await provoke(world, phase, trigger);
  const wanted = expected(cell, phase, trigger);
  if (wanted === 'pong') peer.send({ t: 'ping' });
  expect(await world.outcome(peer, wanted, since)).toBe(wanted);
  // Only the control plane can say that another try is useless.
  expect(world.ends.map(({ retry }) => retry)).not.toContain(trigger === 'refused');
});

test('changes nothing after the end, whatever comes', async () => {
  const world = new World();
  const peer = await world.reach('live');
  world.session?.end('closed_by_instance');
  await eventually(() => peer.closedWith);
  for (const [at, kind] of frameKinds.entries()) {
    world.session?.onText(JSON.stringify({ n: at + 3, ...samples[kind] }));
  }
  world.session?.onClose('closed_1000');
  world.clock.advance(10 * limits.deadAfterMs);
  expect(world.ends).toHaveLength(1);
});
