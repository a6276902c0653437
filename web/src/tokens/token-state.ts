import type { TokenView } from '../../../src/control/api/api.ts';

export type TokenState = 'valid' | 'revoked' | 'expired' | 'used' | 'overlap' | 'replaced';

/** Whether a token still opens anything. `overlap`: it was rotated and works for a while longer. A revocation takes precedence over an expiry, because a person decided it. */
export function tokenState(
  { revoked_at: revokedAt, expires_at: expiresAt, uses_left: usesLeft, replaced_by: replacedBy }: TokenView,
  nowMs: number,
): TokenState {
  if (revokedAt !== undefined) return 'revoked';
  if (usesLeft === 0) return 'used';
  const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= nowMs;
  if (replacedBy !== undefined) return isOver ? 'replaced' : 'overlap';
  return isOver ? 'expired' : 'valid';
}

/** The one that this token replaced, while it still works: revoking the new one leaves it alive. */
export function formerOf(tokens: readonly TokenView[], id: string, nowMs: number): TokenView | undefined {
  return tokens.find((one) => one.replaced_by === id && tokenState(one, nowMs) === 'overlap');
}
