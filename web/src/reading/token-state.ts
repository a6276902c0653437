import type { TokenView } from '../../../src/control/api.ts';

export type TokenState = 'valid' | 'revoked' | 'expired' | 'used';

/** Whether a token still opens anything. A revocation takes precedence over an expiry, because a person decided it. */
export function tokenState(
  { revoked_at: revokedAt, expires_at: expiresAt, uses_left: usesLeft }: TokenView,
  nowMs: number,
): TokenState {
  if (revokedAt !== undefined) return 'revoked';
  if (usesLeft === 0) return 'used';
  if (expiresAt !== undefined && Date.parse(expiresAt) <= nowMs) return 'expired';
  return 'valid';
}
