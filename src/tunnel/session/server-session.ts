/**
 * The control plane's end of one connection, from the challenge to the close. Live only after the
 * instance proved its key, its generation was recorded and the instance said that it committed it.
 */
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../messages.ts';
import type { LiveSession } from '../port.ts';
import type { ByteBudget } from './byte-budget.ts';
import { signCommand } from './command.ts';
import { type Frame, type FrameOf, FramePort, FrameViolation, tunnelVersion } from './frame.ts';
import { FrameRate } from './frame-rate.ts';
import { helloBytes, welcomeBytes } from './hello.ts';
import { limits } from './limits.ts';
import { Link, type RequestHead, type RequestOptions } from './link.ts';
import {
  fromBase64Url,
  type Random,
  type SessionKeys,
  type Signer,
  toBase64Url,
  type Verify,
  type Wire,
  type WireEvents,
} from './ports.ts';
import { type RefusalCode, refusalRule } from './refusal.ts';
import type { EnrolledInstance, InstanceAddress, SessionStore } from './session-store.ts';
import { TunnelError } from './tunnel-error.ts';

/** The registry of sessions that a session belongs to. */
export interface SessionHost {
  readonly store: SessionStore;
  readonly keys: SessionKeys;
  readonly verify: Verify;
  readonly clock: Clock;
  readonly random: Random;
  readonly budget: ByteBudget;
  /**
   * Milliseconds since the epoch that run with the monotonic clock, so that the order of what happens in
   * this process is kept whatever is done to the wall clock.
   */
  steadyNow(): number;
  isClassAllowed(organization: string, instanceClass: InstanceClass): Promise<boolean>;
  /** False for an instance that opens more sessions than it may. Asked once its key was proved. */
  admitSession(enrolled: EnrolledInstance): boolean;
  /** What it may send unasked, over all of its sessions. */
  frameRateOf(enrolled: EnrolledInstance): FrameRate;
  /** Asked on every frame. */
  denialOf(enrolled: EnrolledInstance): string | undefined;
  admitReport(from: LiveSession, request: RequestHead): void;
  handleReport(from: LiveSession, report: { name: string; text: string; signal: AbortSignal }): Promise<string>;
  /** Its key was proved. */
  onProved(session: ServerSession): void;
  onLive(session: ServerSession): void;
  /** Comes once for every session; `live` when it had been. */
  onEnded(session: ServerSession, code: string): void;
  onLocked(address: InstanceAddress, isNew: boolean): void;
  onStoreBehind(address: InstanceAddress): void;
  onStoreFailed(error: unknown): void;
}

type Phase =
  | { readonly name: 'challenged' }
  /** Waiting for the store; the peer has nothing to say. */
  | { readonly name: 'busy' }
  | { readonly name: 'welcomed'; readonly hello: FrameOf<'hello'>; readonly enrolled: EnrolledInstance }
  /** Waiting for the store, while for the peer the session is live: what it says waits too. */
  | { readonly name: 'committing'; readonly held: HeldFrames }
  | { readonly name: 'live'; readonly link: Link }
  | { readonly name: 'ended' };

/** Frames as they came, in their order. */
interface HeldFrames {
  readonly texts: string[];
  units: number;
}

export class ServerSession implements WireEvents {
  readonly #host: SessionHost;
  readonly #port: FramePort;
  #rate: FrameRate;
  readonly #nonce: string;
  readonly #challengedAt: number;
  readonly #stopHandshakeTimer: () => void;
  #serverTimeOffset = 0;
  #phase: Phase = { name: 'challenged' };
  #live: LiveSession | undefined;
  #enrolled: EnrolledInstance | undefined;
  #signer: Signer | undefined;

  constructor(wire: Wire, host: SessionHost) {
    this.#host = host;
    this.#port = new FramePort(wire);
    this.#rate = new FrameRate(host.clock);
    this.#nonce = toBase64Url(host.random.bytes(32));
    this.#challengedAt = host.steadyNow();
    this.#stopHandshakeTimer = host.clock.after(limits.handshakeMs, () => this.refuse('handshake_timeout'));
    this.#port.send({ t: 'challenge', v: tunnelVersion, nonce: this.#nonce });
  }

  /** Undefined until the session is live; kept afterwards, so that its end can be told. */
  get live(): LiveSession | undefined {
    return this.#live;
  }

  get enrolled(): EnrolledInstance | undefined {
    return this.#enrolled;
  }

  /** From now on commands are signed with another key, which the instance has confirmed. */
  useSigner(signer: Signer): void {
    this.#signer = signer;
  }

  /** Sends a signed command. Rejects with a TunnelError. */
  async command(name: string, text: string, options: RequestOptions): Promise<string> {
    const { link, live } = this.#required();
    const signer = this.#requiredSigner();
    const lifeMs = Math.min(options.timeoutMs, limits.commandLifeMs);
    const address = { organization: live.organization, instance: live.instance, session: this.#nonce };
    return link.request(name, text, {
      ...options,
      prove: (request) =>
        signCommand(request, address, {
          signer,
          random: this.#host.random,
          expiresAt: Math.round(this.#host.clock.monotonic() + this.#serverTimeOffset + lifeMs),
        }),
    });
  }

  onText(received: string): void {
    if (this.#phase.name === 'ended') return;
    const denial = this.#enrolled === undefined ? undefined : this.#host.denialOf(this.#enrolled);
    if (denial !== undefined) return this.refuse(denial);
    try {
      if (this.#phase.name === 'committing') return this.#hold(this.#phase.held, received);
      if (this.#phase.name !== 'live' && received.length > limits.strangerFrameBytes) {
        throw new FrameViolation('frame_too_large', 'A frame is longer than any that comes before a session is live.');
      }
      const isAsked = this.#receive(this.#port.read(received));
      if (!isAsked && !this.#rate.take(received.length)) return this.refuse('rate_exceeded');
    } catch (error) {
      if (!(error instanceof FrameViolation)) throw error;
      this.refuse(error.code);
    }
    return undefined;
  }

  onClose(because: string): void {
    this.#end(because);
  }

  #hold(held: HeldFrames, received: string): void {
    held.texts.push(received);
    held.units += received.length;
    if (held.texts.length > limits.heldFrames || held.units > limits.heldUnits) this.refuse('rate_exceeded');
  }

  /** Tells the instance why and closes at once. */
  refuse(code: RefusalCode | (string & {})): void {
    if (this.#phase.name === 'ended') return;
    const { retry, remedy } = refusalRule(code);
    this.#port.send({ t: 'refused', code, retry, remedy });
    this.#port.close(code);
    this.#end(code);
  }

  /** Whether something here asked for it. @throws FrameViolation */
  #receive(frame: Frame): boolean {
    const phase = this.#phase;
    if (phase.name === 'live') return phase.link.receive(frame);
    if (phase.name === 'challenged' && frame.t === 'hello') return this.#run(this.#judge(frame));
    if (phase.name === 'welcomed' && frame.t === 'committed' && frame.generation === phase.hello.generation) {
      return this.#run(this.#commit(phase.hello, phase.enrolled));
    }
    throw new FrameViolation('frame_unexpected', `A ${frame.t} frame came before the session was live.`);
  }

  #run(step: Promise<void>): true {
    step.catch((error: unknown) => {
      this.#host.onStoreFailed(error);
      this.refuse('unavailable');
    });
    return true;
  }

  async #judge(hello: FrameOf<'hello'>): Promise<void> {
    this.#phase = { name: 'busy' };
    const { store, verify } = this.#host;
    const known = await store.find(hello);
    const isGenuine =
      known !== undefined &&
      known.class === hello.class &&
      verify(known.publicKey, helloBytes(this.#nonce, hello), fromBase64Url(hello.signature));
    if (!isGenuine) return this.refuse('not_authenticated');
    this.#host.onProved(this);
    this.#rate = this.#host.frameRateOf(known);
    if (hello.v !== tunnelVersion) return this.refuse('unsupported_version');
    if (!this.#host.admitSession(known)) return this.refuse('rate_exceeded');
    if (!(await this.#host.isClassAllowed(hello.organization, hello.class))) return this.refuse('not_enabled');
    const signer = await this.#host.keys.signerFor(known.commandKey);
    if (signer === undefined) return this.refuse('command_key_retired');
    if (this.#hasEnded()) return undefined;
    this.#signer = signer;
    const claim = await store.claimGeneration(known, hello, {
      challengedAt: this.#challengedAt,
      now: this.#host.steadyNow(),
    });
    if (claim.result === 'late') return this.refuse('superseded');
    if (claim.result === 'revoked') return this.refuse('revoked');
    if (claim.result === 'locked') {
      this.#host.onLocked({ organization: hello.organization, instance: hello.instance }, claim.isNew);
      return this.refuse('locked');
    }
    if (claim.isStoreBehind) this.#host.onStoreBehind(hello);
    if (!this.#hasEnded()) this.#welcome(hello, known);
    return undefined;
  }

  #welcome(hello: FrameOf<'hello'>, enrolled: EnrolledInstance): void {
    const { clock } = this.#host;
    const signer = this.#requiredSigner();
    const serverTime = clock.now();
    // From here on the session's time runs with the monotonic clock, whatever happens to the wall clock.
    this.#serverTimeOffset = serverTime - clock.monotonic();
    const { organization, instance, generation, nonce } = hello;
    const signed = welcomeBytes({
      session: this.#nonce,
      nonce,
      organization,
      instance,
      generation,
      server_time: serverTime,
    });
    this.#phase = { name: 'welcomed', hello, enrolled };
    this.#port.send({ t: 'welcome', generation, server_time: serverTime, signature: toBase64Url(signer.sign(signed)) });
  }

  async #commit(hello: FrameOf<'hello'>, enrolled: EnrolledInstance): Promise<void> {
    const held: HeldFrames = { texts: [], units: 0 };
    this.#phase = { name: 'committing', held };
    const { store, clock } = this.#host;
    const description = { versions: hello.versions, catalogDigest: hello.catalog_digest, targets: hello.targets };
    const now = clock.now();
    const isCurrent = await store.commitGeneration(enrolled, { generation: hello.generation, now, description });
    if (this.#hasEnded()) return;
    if (!isCurrent) return this.refuse('superseded');
    this.#stopHandshakeTimer();
    const { organization, instance, generation } = hello;
    const live: LiveSession = { organization, instance, class: hello.class, generation, ...description, since: now };
    const denial = this.#host.denialOf(enrolled);
    if (denial !== undefined) return this.refuse(denial);
    this.#live = live;
    this.#enrolled = enrolled;
    this.#phase = { name: 'live', link: this.#openLink(live) };
    this.#host.onLive(this);
    // Counted, checked and handled as if they came now; the first that is wrong ends the session.
    for (const text of held.texts) this.onText(text);
  }

  #openLink(live: LiveSession): Link {
    return new Link({
      port: this.#port,
      clock: this.#host.clock,
      room: this.#host.budget.roomOf(live.organization, live.instance),
      maxHandled: limits.handledReports,
      admit: (request) => this.#host.admitReport(live, request),
      handle: (name, text, signal) => this.#host.handleReport(live, { name, text, signal }),
      onEnd: (code) => this.refuse(code),
    });
  }

  #required(): { link: Link; live: LiveSession } {
    if (this.#phase.name !== 'live' || this.#live === undefined) {
      throw new TunnelError('not_live', 'The session has ended.');
    }
    return { link: this.#phase.link, live: this.#live };
  }

  #requiredSigner(): Signer {
    if (this.#signer === undefined) throw new TunnelError('not_live', 'The session has no key to sign with yet.');
    return this.#signer;
  }

  #hasEnded(): boolean {
    return this.#phase.name === 'ended';
  }

  #end(code: string): void {
    const phase = this.#phase;
    if (phase.name === 'ended') return;
    this.#phase = { name: 'ended' };
    this.#stopHandshakeTimer();
    if (phase.name === 'live') phase.link.close();
    this.#host.onEnded(this, code);
  }
}
