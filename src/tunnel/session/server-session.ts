/**
 * The control plane's end of one connection, from the challenge to the close. Live only after the
 * instance proved its key, its generation was recorded and the instance said that it committed it. What
 * follows on what is in `session-state.ts`; here is how each action is done.
 */
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../messages.ts';
import type { LiveSession } from '../port.ts';
import type { ByteBudget } from './byte-budget.ts';
import { signCommand } from './command.ts';
import { examinedVersion, type FrameOf, FramePort, FrameViolation, tunnelVersion } from './frame.ts';
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
import { SessionMachine } from './session-machine.ts';
import { type FrameKind, type ServerAction, type ServerPhase, serverTable } from './session-state.ts';
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
   * this process holds whatever is done to the wall clock.
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

interface FrameCame<K extends FrameKind = FrameKind> {
  readonly t: K;
  readonly frame: FrameOf<K>;
  /** UTF-16 units of its text. */
  readonly units: number;
}

interface InstanceProved {
  readonly t: 'instance proved';
  readonly hello: FrameOf<'hello'>;
  readonly enrolled: EnrolledInstance;
  readonly signer: Signer;
}

interface CommitRecorded {
  readonly t: 'commit recorded';
  readonly live: LiveSession;
  readonly enrolled: EnrolledInstance;
}

type ServerTrigger =
  | { readonly [K in FrameKind]: FrameCame<K> }[FrameKind]
  | { readonly t: 'text'; readonly text: string }
  | { readonly t: 'violation' | 'stop' | 'step refused' | 'connection lost'; readonly code: string }
  | { readonly t: 'handshake timeout' | 'silence' | 'too much' | 'step failed' }
  | InstanceProved
  | CommitRecorded;

export class ServerSession implements WireEvents {
  readonly #host: SessionHost;
  readonly #port: FramePort;
  #rate: FrameRate;
  readonly #nonce: string;
  readonly #challengedAt: number;
  readonly #stopHandshakeTimer: () => void;
  readonly #machine: SessionMachine<ServerPhase, ServerAction, ServerTrigger>;
  #serverTimeOffset = 0;
  /** Texts that came while the store recorded the commit, in their order. */
  readonly #held: string[] = [];
  #heldUnits = 0;
  #link: Link | undefined;
  #live: LiveSession | undefined;
  #enrolled: EnrolledInstance | undefined;
  #signer: Signer | undefined;

  constructor(wire: Wire, host: SessionHost) {
    this.#host = host;
    this.#port = new FramePort(wire);
    this.#rate = new FrameRate(host.clock);
    this.#machine = new SessionMachine(serverTable, 'challenged', {
      actions: {
        readShort: ({ text }: { text: string }) => this.#readShort(text),
        readAllowed: ({ text }: { text: string }) => this.#readAllowed(text),
        hold: ({ text }: { text: string }) => this.#hold(text),
        judge: ({ frame }: FrameCame<'hello'>) => this.#run(this.#judge(frame)),
        sendWelcome: (proved: InstanceProved) => this.#sendWelcome(proved),
        record: ({ frame }: FrameCame<'committed'>, proved: InstanceProved) => this.#run(this.#record(proved, frame)),
        goLive: (recorded: CommitRecorded) => this.#goLive(recorded),
        acceptLoss: ({ code }: { code: string }) => this.#finish(code),
      },
      exchange: (came: FrameCame) => this.#exchange(came),
      close: (code) => this.#close(code),
    });
    this.#nonce = toBase64Url(host.random.bytes(32));
    this.#challengedAt = host.steadyNow();
    this.#stopHandshakeTimer = host.clock.after(limits.handshakeMs, () => this.#machine.on({ t: 'handshake timeout' }));
    this.#port.send({ t: 'challenge', v: tunnelVersion, nonce: this.#nonce });
  }

  /** Undefined until the session is live; remains afterwards, so that its end can be reported. */
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
    const { link, live, signer } = this.#required();
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

  onText(text: string): void {
    try {
      this.#machine.on({ t: 'text', text });
    } catch (error) {
      if (!(error instanceof FrameViolation)) throw error;
      this.#machine.on({ t: 'violation', code: error.code });
    }
  }

  onClose(because: string): void {
    this.#machine.on({ t: 'connection lost', code: because });
  }

  /** Sends the instance the reason and closes at once. */
  refuse(code: RefusalCode | (string & {})): void {
    this.#machine.on({ t: 'stop', code });
  }

  /** @throws FrameViolation */
  #readShort(text: string): void {
    if (text.length > limits.strangerFrameBytes) {
      throw new FrameViolation('frame_too_large', 'A frame is longer than any that comes before a session is live.');
    }
    this.#read(text);
  }

  /** @throws FrameViolation */
  #readAllowed(text: string): void {
    const denial = this.#enrolled && this.#host.denialOf(this.#enrolled);
    if (denial === undefined) this.#read(text);
    else this.refuse(denial);
  }

  #read(text: string): void {
    const frame = this.#port.read(text);
    this.#machine.on({ t: frame.t, frame, units: text.length } as ServerTrigger);
  }

  #hold(text: string): void {
    this.#held.push(text);
    this.#heldUnits += text.length;
    const isTooMuch = this.#held.length > limits.heldFrames || this.#heldUnits > limits.heldUnits;
    if (isTooMuch) this.#machine.on({ t: 'too much' });
  }

  #exchange({ frame, units }: FrameCame): void {
    const isAsked = this.#link?.receive(frame) ?? false;
    if (!isAsked && !this.#rate.take(units)) this.#machine.on({ t: 'too much' });
  }

  #run(step: Promise<void>): void {
    step.catch((error: unknown) => {
      this.#host.onStoreFailed(error);
      this.#machine.on({ t: 'step failed' });
    });
  }

  async #judge(hello: FrameOf<'hello'>): Promise<void> {
    const { store, verify } = this.#host;
    const known = await store.find(hello);
    const isGenuine =
      known !== undefined &&
      known.class === hello.class &&
      verify(known.publicKey, helloBytes(this.#nonce, hello), fromBase64Url(hello.signature));
    if (!isGenuine) return this.#stepRefused('not_authenticated');
    this.#host.onProved(this);
    this.#rate = this.#host.frameRateOf(known);
    if (!spokenVersions.has(hello.v)) return this.#stepRefused('unsupported_version');
    if (!this.#host.admitSession(known)) return this.#stepRefused('rate_exceeded');
    if (!(await this.#host.isClassAllowed(hello.organization, hello.class))) return this.#stepRefused('not_enabled');
    const signer = await this.#host.keys.signerFor(known.commandKey);
    if (signer === undefined) return this.#stepRefused('command_key_retired');
    if (this.#hasEnded()) return undefined;
    if (hello.v === examinedVersion) return this.#stepRefused(standingOf(known));
    const claim = await store.claimGeneration(known, hello, {
      challengedAt: this.#challengedAt,
      now: this.#host.steadyNow(),
    });
    if (claim.result === 'late') return this.#stepRefused('superseded');
    if (claim.result === 'revoked') return this.#stepRefused('revoked');
    if (claim.result === 'locked') {
      this.#host.onLocked({ organization: hello.organization, instance: hello.instance }, claim.isNew);
      return this.#stepRefused('locked');
    }
    if (claim.isStoreBehind) this.#host.onStoreBehind(hello);
    return this.#machine.on({ t: 'instance proved', hello, enrolled: known, signer });
  }

  #sendWelcome({ hello, signer }: InstanceProved): void {
    const { clock } = this.#host;
    this.#signer = signer;
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
    this.#port.send({ t: 'welcome', generation, server_time: serverTime, signature: toBase64Url(signer.sign(signed)) });
  }

  async #record({ hello, enrolled }: InstanceProved, committed: FrameOf<'committed'>): Promise<void> {
    if (committed.generation !== hello.generation) return this.#stepRefused('frame_unexpected');
    const { store, clock } = this.#host;
    const { organization, instance, generation } = hello;
    const description = { versions: hello.versions, catalogDigest: hello.catalog_digest, targets: hello.targets };
    const now = clock.now();
    const isCurrent = await store.commitGeneration(enrolled, { generation, now, description });
    if (!isCurrent) return this.#stepRefused('superseded');
    const denial = this.#host.denialOf(enrolled);
    if (denial !== undefined) return this.#stepRefused(denial);
    const live: LiveSession = { organization, instance, class: hello.class, generation, ...description, since: now };
    return this.#machine.on({ t: 'commit recorded', live, enrolled });
  }

  #goLive({ live, enrolled }: CommitRecorded): void {
    this.#stopHandshakeTimer();
    this.#live = live;
    this.#enrolled = enrolled;
    this.#link = this.#openLink(live);
    this.#host.onLive(this);
    // Counted, checked and handled as if they came now; the first that is wrong ends the session.
    for (const text of this.#held.splice(0)) this.onText(text);
  }

  #openLink(live: LiveSession): Link {
    return new Link({
      port: this.#port,
      clock: this.#host.clock,
      room: this.#host.budget.roomOf(live.organization, live.instance),
      maxHandled: limits.handledReports,
      admit: (request) => this.#host.admitReport(live, request),
      handle: (name, text, signal) => this.#host.handleReport(live, { name, text, signal }),
      onEnd: () => this.#machine.on({ t: 'silence' }),
    });
  }

  #required(): { link: Link; live: LiveSession; signer: Signer } {
    const [link, live, signer] = [this.#link, this.#live, this.#signer];
    if (this.#hasEnded() || link === undefined || live === undefined || signer === undefined) {
      throw new TunnelError('not_live', 'The session has ended.');
    }
    return { link, live, signer };
  }

  #hasEnded(): boolean {
    return this.#machine.phase === 'ended';
  }

  #stepRefused(code: string): void {
    this.#machine.on({ t: 'step refused', code });
  }

  #close(code: string): void {
    const { retry, remedy } = refusalRule(code);
    this.#port.send({ t: 'refused', code, retry, remedy });
    this.#port.close(code);
    this.#finish(code);
  }

  #finish(code: string): void {
    this.#stopHandshakeTimer();
    this.#link?.close();
    this.#host.onEnded(this, code);
  }
}

const spokenVersions: ReadonlySet<number> = new Set([tunnelVersion, examinedVersion]);

/** What is said to an instance that only asks: its generation is not judged, because nothing is claimed. */
function standingOf({ state }: EnrolledInstance): RefusalCode {
  return state === 'active' ? 'examined' : state;
}
