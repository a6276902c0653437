/**
 * The instance's end of one connection: answers the challenge, checks that the control plane is the
 * one it enrolled with, commits its generation, and from then on runs signed commands only.
 */
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../messages.ts';
import type { Room } from './byte-budget.ts';
import type { MakeGuard } from './command.ts';
import { type Frame, type FrameOf, FramePort, FrameViolation, tunnelVersion } from './frame.ts';
import type { GenerationClaim } from './generation.ts';
import { helloBytes, welcomeBytes } from './hello.ts';
import { limits } from './limits.ts';
import { Link, type OnRefused, type RequestHead } from './link.ts';
import { type CommandKeyring, findSigner } from './pinned-keys.ts';
import { type Random, type Signer, toBase64Url, type Verify, type Wire, type WireEvents } from './ports.ts';
import { refusalRule } from './refusal.ts';
import type { InstanceAddress } from './session-store.ts';

/** The instance's half of the two phases. Both methods reject, and nothing changes, when the disk does not keep them. */
export interface GenerationLedger {
  /** Persists a claim that is larger than every one before. Waits for a commit that is under way. */
  begin(): Promise<GenerationClaim>;
  commit(generation: number): Promise<void>;
}

export interface SessionIdentity extends InstanceAddress {
  readonly class: InstanceClass;
  readonly signer: Signer;
  /** The control plane's command key, pinned when the instance enrolled or announced since. */
  readonly keyring: CommandKeyring;
}

export interface SessionEnd {
  readonly code: string;
  readonly retry: boolean;
  readonly remedy: string;
}

export interface ClientSessionOptions {
  readonly identity: SessionIdentity;
  readonly ledger: GenerationLedger;
  readonly describe: () => {
    readonly versions: Readonly<Record<string, string>>;
    readonly catalogDigest: string | undefined;
    readonly targets: number | undefined;
  };
  readonly clock: Clock;
  readonly random: Random;
  readonly verify: Verify;
  readonly room: Room;
  /** Makes the judge of commands for one session. */
  readonly makeGuard: MakeGuard;
  /** Throws a TunnelError for a name that this instance does not answer. */
  readonly admit: (request: RequestHead) => void;
  readonly handle: (name: string, text: string, signal: AbortSignal) => Promise<string>;
  /** `serverTime`: milliseconds, signed by the control plane. */
  readonly onLive: (link: Link, generation: number, serverTime: number) => void;
  /** Comes exactly once. */
  readonly onEnd: (end: SessionEnd) => void;
  readonly onNotice: (code: string) => void;
  /** Told of each command that was refused before anything handled it. */
  readonly onRefused?: OnRefused | undefined;
  /** The identity directory did not take a write. */
  readonly onLedgerFailed: (error: unknown) => void;
}

type Phase =
  | { readonly name: 'connected' }
  | { readonly name: 'busy' }
  | { readonly name: 'greeted'; readonly session: string; readonly claim: GenerationClaim; readonly nonce: string }
  | { readonly name: 'live'; readonly link: Link }
  | { readonly name: 'ended' };

export class ClientSession implements WireEvents {
  readonly #options: ClientSessionOptions;
  readonly #port: FramePort;
  readonly #stopHandshakeTimer: () => void;
  #phase: Phase = { name: 'connected' };

  constructor(wire: Wire, options: ClientSessionOptions) {
    this.#options = options;
    this.#port = new FramePort(wire);
    this.#stopHandshakeTimer = options.clock.after(limits.handshakeMs, () => this.end('handshake_timeout'));
  }

  onText(received: string): void {
    if (this.#phase.name === 'ended') return;
    try {
      this.#receive(this.#port.read(received));
    } catch (error) {
      if (!(error instanceof FrameViolation)) throw error;
      this.end(error.code);
    }
  }

  onClose(because: string): void {
    this.#finish({ code: because, retry: true, remedy: 'The connection was lost; it is tried again.' });
  }

  /** Closes the connection from this end. */
  end(code: string, remedy = refusalRule(code).remedy): void {
    if (this.#phase.name === 'ended') return;
    this.#port.close(code);
    this.#finish({ code, retry: true, remedy });
  }

  #receive(frame: Frame): void {
    const phase = this.#phase;
    if (frame.t === 'refused') {
      this.#port.close(frame.code);
      return this.#finish({ code: frame.code, retry: frame.retry, remedy: frame.remedy });
    }
    if (phase.name === 'live') return void phase.link.receive(frame);
    if (phase.name === 'connected' && frame.t === 'challenge') return this.#run(this.#greet(frame));
    if (phase.name === 'greeted' && frame.t === 'welcome') return this.#run(this.#enter(phase, frame));
    throw new FrameViolation('frame_unexpected', `A ${frame.t} frame came before the session was live.`);
  }

  #run(step: Promise<void>): void {
    step.catch((error: unknown) => {
      this.#options.onLedgerFailed(error);
      this.end('identity_not_written', 'Make room on the identity volume and make it writable.');
    });
  }

  async #greet(challenge: FrameOf<'challenge'>): Promise<void> {
    if (challenge.v !== tunnelVersion) return this.end('unsupported_version');
    this.#phase = { name: 'busy' };
    const { identity, ledger, random, describe } = this.#options;
    const claim = await ledger.begin();
    if (this.#hasEnded()) return undefined;
    const { versions, catalogDigest, targets } = describe();
    const hello = {
      v: tunnelVersion,
      organization: identity.organization,
      instance: identity.instance,
      class: identity.class,
      generation: claim.generation,
      committed: claim.committed,
      lineage: claim.lineage,
      nonce: toBase64Url(random.bytes(32)),
      versions: { ...versions },
      ...(catalogDigest !== undefined && { catalog_digest: catalogDigest }),
      ...(targets !== undefined && { targets }),
    };
    const signature = toBase64Url(identity.signer.sign(helloBytes(challenge.nonce, hello)));
    this.#phase = { name: 'greeted', session: challenge.nonce, claim, nonce: hello.nonce };
    this.#port.send({ t: 'hello', ...hello, signature });
    return undefined;
  }

  async #enter(greeted: Extract<Phase, { name: 'greeted' }>, welcome: FrameOf<'welcome'>): Promise<void> {
    const { identity, ledger, clock, verify } = this.#options;
    const { organization, instance } = identity;
    const { generation, server_time } = welcome;
    const { session, nonce } = greeted;
    const signed = welcomeBytes({ session, nonce, organization, instance, generation, server_time });
    const signer = findSigner(
      identity.keyring.pinned(),
      { bytes: signed, signature: welcome.signature, serverNow: server_time },
      verify,
    );
    if (signer === undefined || generation !== greeted.claim.generation) {
      return this.end(
        'wrong_control_plane',
        'This is not the control plane the instance enrolled with. Check RUNNER_TUNNEL_URL.',
      );
    }
    const serverTimeOffset = server_time - clock.monotonic();
    this.#phase = { name: 'busy' };
    if (signer === 'current') await identity.keyring.settle();
    await ledger.commit(generation);
    if (this.#hasEnded()) return undefined;
    this.#stopHandshakeTimer();
    const link = this.#openLink(session, () => clock.monotonic() + serverTimeOffset);
    this.#phase = { name: 'live', link };
    this.#port.send({ t: 'committed', generation });
    this.#options.onLive(link, generation, server_time);
    return undefined;
  }

  #openLink(session: string, serverNow: () => number): Link {
    const { identity, verify, clock, room, admit, handle, onNotice, onRefused, makeGuard } = this.#options;
    const { organization, instance, keyring } = identity;
    const guard = makeGuard(
      { organization, instance, session },
      {
        pinned: () => keyring.pinned(),
        verify,
        serverNow,
        onAdmitted: (by) => {
          // The control plane uses the new key: the old one, stolen perhaps, is worth nothing any more.
          if (by === 'current') keyring.settle().catch(this.#options.onLedgerFailed);
        },
      },
    );
    return new Link({
      port: this.#port,
      clock,
      room,
      maxHandled: limits.handledRequests,
      admit: (request) => {
        guard.admit(request);
        admit(request);
      },
      handle,
      onEnd: (code) => this.end(code),
      onNotice,
      ...(onRefused !== undefined && { onRefused }),
    });
  }

  #hasEnded(): boolean {
    return this.#phase.name === 'ended';
  }

  #finish(end: SessionEnd): void {
    const phase = this.#phase;
    if (phase.name === 'ended') return;
    this.#phase = { name: 'ended' };
    this.#stopHandshakeTimer();
    if (phase.name === 'live') phase.link.close();
    this.#options.onEnd(end);
  }
}
