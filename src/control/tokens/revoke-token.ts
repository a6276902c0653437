/** How a token of either table ends, with its record. */
import { type Doer, recordAct } from '../acts/record-act.ts';
import type { ActDetail } from '../api/api.ts';
import type { Db, DbTransaction } from '../store/database.ts';

export interface Revocation {
  readonly table: 'access_tokens' | 'bootstrap_tokens';
  readonly organization: string;
  readonly id: string;
  readonly by: Doer;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What a record says of the token besides its name; undefined when the organization has no such token. */
  readonly find: (transaction: DbTransaction) => Promise<RevokedToken | undefined>;
}

export interface RevokedToken {
  readonly id: string;
  readonly name: string;
  readonly detail: ActDetail;
}

/** False when the organization has no such token; true again for one that was revoked before. */
export async function revokeToken(db: Db, { table, organization, id, by, now, find }: Revocation): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable(table)
      .set({ revoked_at: now })
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    const found = await find(transaction);
    if (found === undefined) return false;
    // Revoking again is no act.
    if (numUpdatedRows === 0n) return true;
    const { detail, ...subject } = found;
    await recordAct(transaction, { organization, at: now, kind: 'token_revoked', by, subject, detail });
    return true;
  });
}
