/**
 * Which keys of the control plane an instance believes. It pins one when it enrols. A change is
 * announced under both keys: the old one proves who announces, the new one that somebody holds it.
 * The old key is believed until the control plane has signed with the new one, or until its end.
 */
import type { KeyAnnouncement } from '../messages.ts';
import { canonicalBytes } from './canonical.ts';
import { fromBase64Url, type Signer, toBase64Url, type Verify } from './ports.ts';
import { TunnelError } from './tunnel-error.ts';

export interface PinnedKeys {
  readonly current: string;
  /** `until`: milliseconds of server time. */
  readonly previous: { readonly key: string; readonly until: number } | undefined;
}

/** The pinned keys on the disk. Both writers reject, and nothing changes, when the disk does not keep them. */
export interface CommandKeyring {
  pinned(): PinnedKeys;
  /** From now on `key` is the current one. */
  learn(key: string, previousUntil: number): Promise<void>;
  /** Forgets the previous key. */
  settle(): Promise<void>;
}

export type PinnedSigner = 'current' | 'previous';

/** Undefined when neither of them signed. */
export function findSigner(
  { current, previous }: PinnedKeys,
  signed: { readonly bytes: Uint8Array; readonly signature: string; readonly serverNow: number },
  verify: Verify,
): PinnedSigner | undefined {
  const signature = fromBase64Url(signed.signature);
  if (verify(current, signed.bytes, signature)) return 'current';
  if (previous === undefined || previous.until <= signed.serverNow) return undefined;
  return verify(previous.key, signed.bytes, signature) ? 'previous' : undefined;
}

/** `replacedUntil` and `validFrom`: milliseconds since the epoch. */
export function announceKey(
  change: { readonly from: Signer; readonly to: Signer },
  times: { readonly validFrom: number; readonly replacedUntil: number },
): KeyAnnouncement {
  const claims = {
    command_key: change.to.publicKey,
    replaces: change.from.publicKey,
    valid_from: times.validFrom,
    replaced_until: times.replacedUntil,
  };
  const bytes = announcementBytes(claims);
  return {
    ...claims,
    signature: toBase64Url(change.from.sign(bytes)),
    proof: toBase64Url(change.to.sign(bytes)),
  };
}

/**
 * Pins the announced key and returns it; a second time nothing changes.
 * @throws TunnelError when the key that is pinned now did not announce it, or nobody holds the new one.
 */
export async function learnKey(
  announced: KeyAnnouncement,
  { keyring, verify }: { readonly keyring: CommandKeyring; readonly verify: Verify },
): Promise<string> {
  const { current } = keyring.pinned();
  if (announced.command_key === current) return current;
  const bytes = announcementBytes(announced);
  // Not a previous key: a thief of the key that is being replaced could otherwise announce a third.
  const isFromCurrent = announced.replaces === current && verify(current, bytes, fromBase64Url(announced.signature));
  if (!isFromCurrent || !verify(announced.command_key, bytes, fromBase64Url(announced.proof))) {
    throw new TunnelError('bad_signature', 'The announced command key is not signed by the one it replaces.');
  }
  await keyring.learn(announced.command_key, announced.replaced_until);
  return announced.command_key;
}

function announcementBytes(claims: Omit<KeyAnnouncement, 'signature' | 'proof'>): Uint8Array {
  return canonicalBytes('farol.command-key.announcement.v1', [
    claims.command_key,
    claims.replaces,
    String(claims.valid_from),
    String(claims.replaced_until),
  ]);
}
