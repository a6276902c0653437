/** What became of a token, and whether it is about to end. */
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

const dayMs = 86_400_000;

/**
 * Whether a token that still works ends within 14 days, or within the last quarter of a shorter life. Not of those whose
 * end is meant: a bootstrap token, and one that was rotated.
 */
export function expiresSoon(token: TokenView, nowMs: number): boolean {
  const { kind, created_at: createdAt, expires_at: expiresAt } = token;
  if (kind === 'bootstrap' || expiresAt === undefined || tokenState(token, nowMs) !== 'valid') return false;
  const end = Date.parse(expiresAt);
  return end - nowMs <= Math.min(14 * dayMs, (end - Date.parse(createdAt)) / 4);
}
