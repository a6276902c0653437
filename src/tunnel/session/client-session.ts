/**
 * The instance's end of one connection: answers the challenge, checks that the control plane is the
 * one it enrolled with, commits its generation, and from then on runs signed commands only. What follows
 * on what is in `session-state.ts`; here is how each action is done.
 */
import type { Clock } from '../../core/clock.ts';
import type { InstanceClass } from '../messages.ts';
import type { Room } from './byte-budget.ts';
import type { MakeGuard } from './command.ts';
import { type FrameOf, FramePort, FrameViolation, tunnelVersion } from './frame.ts';
import type { GenerationClaim } from './generation.ts';
import { helloBytes, welcomeBytes } from './hello.ts';
import { limits } from './limits.ts';
import { Link, type OnRefused, type RequestHead } from './link.ts';
import { type CommandKeyring, findSigner } from './pinned-keys.ts';
import { type Random, type Signer, toBase64Url, type Verify, type Wire, type WireEvents } from './ports.ts';
import { otherVersion, refusalRule } from './refusal.ts';
import { SessionMachine } from './session-machine.ts';
import { type ClientAction, type ClientPhase, clientTable, type FrameKind } from './session-state.ts';
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
  /** A sentence, where the remedy does not begin with it. */
  readonly cause?: string | undefined;
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
  /** Called for each command that was refused before anything handled it. */
  readonly onRefused?: OnRefused | undefined;
  /** The identity directory did not take a write. */
  readonly onLedgerFailed: (error: unknown) => void;
}

interface FrameCame<K extends FrameKind = FrameKind> {
  readonly t: K;
  readonly frame: FrameOf<K>;
}

interface GenerationClaimed {
  readonly t: 'generation claimed';
  /** The challenge, which names the session. */
  readonly session: string;
  readonly claim: GenerationClaim;
  readonly nonce: string;
}

interface GenerationSaved {
  readonly t: 'generation saved';
  readonly session: string;
  readonly welcome: FrameOf<'welcome'>;
  /** Of the control plane's clock to the monotonic one here, in milliseconds. */
  readonly offset: number;
}

type ClientTrigger =
  | { readonly [K in FrameKind]: FrameCame<K> }[FrameKind]
  | { readonly t: 'text'; readonly text: string }
  | { readonly t: 'connection lost'; readonly because: string }
  | { readonly t: 'violation'; readonly code: string }
  | { readonly t: 'stop' | 'step refused'; readonly code: string; readonly remedy: string }
  | { readonly t: 'step failed'; readonly remedy: string }
  | { readonly t: 'handshake timeout' | 'silence' }
  | GenerationClaimed
  | GenerationSaved;

export class ClientSession implements WireEvents {
  readonly #options: ClientSessionOptions;
  readonly #port: FramePort;
  readonly #stopHandshakeTimer: () => void;
  readonly #machine: SessionMachine<ClientPhase, ClientAction, ClientTrigger>;
  #link: Link | undefined;

  constructor(wire: Wire, options: ClientSessionOptions) {
    this.#options = options;
    this.#port = new FramePort(wire);
    this.#machine = new SessionMachine(clientTable, 'connected', {
      actions: {
        read: ({ text }: { text: string }) => this.#read(text),
        claim: ({ frame }: FrameCame<'challenge'>) => this.#run(this.#claim(frame)),
        sendHello: (claimed: GenerationClaimed) => this.#sendHello(claimed),
        commit: ({ frame }: FrameCame<'welcome'>, claimed: GenerationClaimed) =>
          this.#run(this.#commit(claimed, frame)),
        goLive: (saved: GenerationSaved) => this.#goLive(saved),
        acceptRefusal: ({ frame }: FrameCame<'refused'>) => this.#acceptRefusal(frame),
        acceptLoss: ({ because }: { because: string }) =>
          this.#finish({ code: because, retry: true, remedy: 'The connection was lost. Retried by itself.' }),
      },
      exchange: ({ frame }: FrameCame) => this.#link?.receive(frame),
      close: (code, trigger) => this.#close(code, 'remedy' in trigger ? trigger.remedy : refusalRule(code).remedy),
    });
    this.#stopHandshakeTimer = options.clock.after(limits.handshakeMs, () =>
      this.#machine.on({ t: 'handshake timeout' }),
    );
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
    this.#machine.on({ t: 'connection lost', because });
  }

  /** Closes the connection from this end. */
  end(code: string, remedy = refusalRule(code).remedy): void {
    this.#machine.on({ t: 'stop', code, remedy });
  }

  /** @throws FrameViolation */
  #read(text: string): void {
    const frame = this.#port.read(text);
    this.#machine.on({ t: frame.t, frame } as ClientTrigger);
  }

  #run(step: Promise<void>): void {
    step.catch((error: unknown) => {
      this.#options.onLedgerFailed(error);
      this.#machine.on({
        t: 'step failed',
        remedy: 'Make room on the identity volume, or make it writable. The identity stays valid.',
      });
    });
  }

  async #claim(challenge: FrameOf<'challenge'>): Promise<void> {
    if (challenge.v !== tunnelVersion) return this.#refuse('unsupported_version', otherVersion(challenge.v));
    const { ledger, random } = this.#options;
    const claim = await ledger.begin();
    if (this.#hasEnded()) return undefined;
    const nonce = toBase64Url(random.bytes(32));
    return this.#machine.on({ t: 'generation claimed', session: challenge.nonce, claim, nonce });
  }

  #sendHello({ session, claim, nonce }: GenerationClaimed): void {
    const { identity, describe } = this.#options;
    const { versions, catalogDigest, targets } = describe();
    const hello = {
      v: tunnelVersion,
      organization: identity.organization,
      instance: identity.instance,
      class: identity.class,
      generation: claim.generation,
      committed: claim.committed,
      lineage: claim.lineage,
      nonce,
      versions: { ...versions },
      ...(catalogDigest !== undefined && { catalog_digest: catalogDigest }),
      ...(targets !== undefined && { targets }),
    };
    const signature = toBase64Url(identity.signer.sign(helloBytes(session, hello)));
    this.#port.send({ t: 'hello', ...hello, signature });
  }

  async #commit({ session, claim, nonce }: GenerationClaimed, welcome: FrameOf<'welcome'>): Promise<void> {
    const { identity, ledger, clock, verify } = this.#options;
    const { organization, instance } = identity;
    const { generation, server_time } = welcome;
    const signed = welcomeBytes({ session, nonce, organization, instance, generation, server_time });
    const signer = findSigner(
      identity.keyring.pinned(),
      { bytes: signed, signature: welcome.signature, serverNow: server_time },
      verify,
    );
    if (signer === undefined || generation !== claim.generation) {
      return this.#refuse(
        'wrong_control_plane',
        'The control plane that answers is not the one that this instance enrolled with. Set RUNNER_TUNNEL_URL to the address of that one; the identity stays valid there.',
      );
    }
    const offset = server_time - clock.monotonic();
    if (signer === 'current') await identity.keyring.settle();
    await ledger.commit(generation);
    return this.#machine.on({ t: 'generation saved', session, welcome, offset });
  }

  #goLive({ session, welcome, offset }: GenerationSaved): void {
    const { clock, onLive } = this.#options;
    const { generation, server_time } = welcome;
    this.#stopHandshakeTimer();
    const link = this.#openLink(session, () => clock.monotonic() + offset);
    this.#link = link;
    this.#port.send({ t: 'committed', generation });
    onLive(link, generation, server_time);
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
      onEnd: () => this.#machine.on({ t: 'silence' }),
      onNotice,
      ...(onRefused !== undefined && { onRefused }),
    });
  }

  #hasEnded(): boolean {
    return this.#machine.phase === 'ended';
  }

  #refuse(code: string, remedy = refusalRule(code).remedy): void {
    this.#machine.on({ t: 'step refused', code, remedy });
  }

  #acceptRefusal({ code, retry, remedy }: FrameOf<'refused'>): void {
    this.#port.close(code);
    this.#finish({ code, retry, remedy });
  }

  #close(code: string, remedy: string): void {
    this.#port.close(code);
    this.#finish({ code, retry: true, remedy });
  }

  #finish(end: SessionEnd): void {
    this.#stopHandshakeTimer();
    this.#link?.close();
    this.#options.onEnd(end);
  }
}
