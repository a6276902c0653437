/** Ends a token in favour of another one, after an overlap in which both work. */
import type { Selectable } from 'kysely';
import { ApiProblem } from '../problem/api-problem.ts';
import type { DbTransaction } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';

export interface Replacement {
  readonly organization: string;
  readonly id: string;
  readonly replacedBy: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly overlapHours: number;
}

type TokenRow = Selectable<Tables['access_tokens']>;

/**
 * The token as it was. Undefined when the organization has no such token.
 * @throws ApiProblem 409 for one that no longer works or was rotated before.
 */
export async function replaceToken(
  transaction: DbTransaction,
  { organization, id, replacedBy, now, overlapHours }: Replacement,
): Promise<TokenRow | undefined> {
  const find = async (): Promise<TokenRow | undefined> =>
    transaction
      .selectFrom('access_tokens')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .executeTakeFirst();
  const before = await find();
  if (before === undefined) return undefined;
  check(before, now);
  const ends = now + overlapHours * 3_600_000;
  const { numUpdatedRows } = await transaction
    .updateTable('access_tokens')
    .set({ replaced_by: replacedBy, expires_at: Math.min(before.expires_at ?? ends, ends) })
    .where('id', '=', id)
    // Of two at once, one rotates; and a revocation in between holds.
    .where('replaced_by', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return before;
  check((await find()) ?? before, now);
  throw isOver();
}

function check({ replaced_by: replacedBy, revoked_at: revokedAt, expires_at: expiresAt }: TokenRow, now: number): void {
  if (replacedBy !== null) throw wasRotated();
  if (revokedAt !== null || (expiresAt !== null && expiresAt <= now)) throw isOver();
}

export function notRotatable(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'token_not_rotatable',
    message: 'A bootstrap token is not rotated. Create another one and revoke this one.',
  });
}

function isOver(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'token_over',
    message: 'This token no longer works, so that nothing can be handed over. Create another one.',
  });
}

function wasRotated(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'token_rotated',
    message: 'This token was rotated already. Rotate the one that replaced it, or revoke this one to end it now.',
  });
}
