/**
 * How an instance learns that the certificates of its control plane come from another authority: the
 * command key that it pins says so. Commands are signed as well, but during a change of that key also
 * by the one before, which may be stolen; it announces nothing.
 */
import type { AuthorityAnnouncement } from '../messages.ts';
import { canonicalBytes } from './canonical.ts';
import type { CommandKeyring } from './pinned-keys.ts';
import { fromBase64Url, type Signer, toBase64Url, type Verify } from './ports.ts';
import { TunnelError } from './tunnel-error.ts';

export type AuthorityClaims = Pick<AuthorityAnnouncement, 'certificate' | 'replaces'>;

export function announceAuthority(claims: AuthorityClaims, signer: Signer): AuthorityAnnouncement {
  const signature = toBase64Url(signer.sign(announcementBytes(claims)));
  return { ...claims, command_key: signer.publicKey, signature };
}

/** @throws TunnelError when the key that is pinned now did not announce it. */
export function requireAnnounced(
  announced: AuthorityAnnouncement,
  { keyring, verify }: { readonly keyring: Pick<CommandKeyring, 'pinned'>; readonly verify: Verify },
): void {
  const { current } = keyring.pinned();
  const isSigned = verify(current, announcementBytes(announced), fromBase64Url(announced.signature));
  if (announced.command_key === current && isSigned) return;
  throw new TunnelError('bad_signature', 'The announced authority is not signed by the command key that is pinned.');
}

function announcementBytes({ certificate, replaces }: AuthorityClaims): Uint8Array {
  return canonicalBytes('farol.authority.announcement.v1', [
    certificate,
    ...replaces.flatMap(({ fingerprint, until }) => [fingerprint, String(until)]),
  ]);
}
