/**
 * Commands of the control plane: signed with the key that the instance pinned when it enrolled, so
 * that no proxy on the way and no other control plane can give one. A signature covers who it is
 * for, in which session, what is asked and until when; each is checked with its own refusal.
 */
import { canonicalBytes } from './canonical.ts';
import type { CommandProof } from './frame.ts';
import { limits } from './limits.ts';
import type { RequestHead } from './link.ts';
import { findSigner, type PinnedKeys, type PinnedSigner } from './pinned-keys.ts';
import { type Random, type Signer, toBase64Url, type Verify } from './ports.ts';
import { TunnelError } from './tunnel-error.ts';

/** Whom a command is for. `session` is the server's nonce, so a command of one session is void in the next. */
export interface CommandAddress {
  readonly organization: string;
  readonly instance: string;
  readonly session: string;
}

interface SignedCommand extends Omit<CommandProof, 'signature'> {
  readonly id: number;
  readonly name: string;
  readonly sha256: string;
}

/** `expiresAt`: milliseconds of server time. */
export function signCommand(
  request: { id: number; name: string; sha256: string },
  address: CommandAddress,
  by: { signer: Signer; random: Random; expiresAt: number },
): CommandProof {
  const claims = { ...address, nonce: toBase64Url(by.random.bytes(32)), expires_at: by.expiresAt };
  return { ...claims, signature: toBase64Url(by.signer.sign(commandBytes({ ...claims, ...request }))) };
}

function commandBytes(command: SignedCommand): Uint8Array {
  return canonicalBytes('farol.tunnel.command.v1', [
    command.organization,
    command.instance,
    command.session,
    String(command.id),
    command.name,
    command.sha256,
    command.nonce,
    String(command.expires_at),
  ]);
}

interface GuardKnowledge {
  readonly pinned: () => PinnedKeys;
  readonly verify: Verify;
  /** Server time, which the instance knows since the welcome; its own wall clock has no say. */
  readonly serverNow: () => number;
  /** Called for each command that is admitted. */
  readonly onAdmitted?: (by: PinnedSigner) => void;
}

/** A port, so that the simulation can prove that it notices a judge that forgets. */
export type MakeGuard = (address: CommandAddress, by: GuardKnowledge) => { admit(request: ProvedRequest): void };

/** What the signature of a command covers. */
export type ProvedRequest = Omit<RequestHead, 'bytes'>;

/** The instance's judge of commands, one for each session. Remembers each nonce until its command has expired. */
export class CommandGuard {
  readonly #address: CommandAddress;
  readonly #by: GuardKnowledge;
  readonly #seen = new Map<string, number>();

  constructor(address: CommandAddress, by: GuardKnowledge) {
    this.#address = address;
    this.#by = by;
  }

  /** @throws TunnelError with the one reason why this command must not run. */
  admit({ id, name, sha256, proof }: ProvedRequest): void {
    if (proof === undefined) throw new TunnelError('unsigned', 'A command came without a signature.');
    const now = this.#by.serverNow();
    const signed = {
      bytes: commandBytes({ ...proof, id, name, sha256 }),
      signature: proof.signature,
      serverNow: now,
    };
    const signer = findSigner(this.#by.pinned(), signed, this.#by.verify);
    if (signer === undefined) {
      throw new TunnelError('bad_signature', 'The signature is not of the control plane this instance enrolled with.');
    }
    if (proof.organization !== this.#address.organization || proof.instance !== this.#address.instance) {
      throw new TunnelError('wrong_instance', 'The command is for another instance.');
    }
    if (proof.session !== this.#address.session) {
      throw new TunnelError('replayed', 'The command is of an earlier session.');
    }
    if (proof.expires_at <= now || proof.expires_at > now + 2 * limits.commandLifeMs) {
      throw new TunnelError('expired', 'The command has expired, or claims to live too long.');
    }
    this.#remember(proof.nonce, { until: proof.expires_at, now });
    this.#by.onAdmitted?.(signer);
  }

  #remember(nonce: string, { until, now }: { until: number; now: number }): void {
    if (this.#seen.has(nonce)) throw new TunnelError('replayed', 'The command came before.');
    if (this.#seen.size >= limits.rememberedNonces) {
      for (const [old, expiresAt] of this.#seen) if (expiresAt <= now) this.#seen.delete(old);
    }
    if (this.#seen.size >= limits.rememberedNonces) throw new TunnelError('busy', 'Too many commands are unexpired.');
    this.#seen.set(nonce, until);
  }
}
