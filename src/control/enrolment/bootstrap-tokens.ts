/** Bootstrap tokens as people manage them. Revoking one leaves the instances that enrolled with it alone. */
import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import { type Doer, operator, recordAct } from '../acts/record-act.ts';
import type { TokenView } from '../api/api.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import type { InstanceTables } from '../store/instance-tables.ts';
import { requireRoomForToken } from '../tokens/require-room.ts';
import { type RevokedToken, revokeToken } from '../tokens/revoke-token.ts';
import { isSameHash, type MintedToken, mintToken, readTokenId, startOf } from '../tokens/token-text.ts';

/**
 * The text of a bootstrap token: `rboot_<id>_<256 bit>_<crc>`. A checksum that does not fit is a copying
 * mistake and is distinguished from a wrong token without a query.
 */
export function mintBootstrapToken(): MintedToken {
  return mintToken('rboot');
}

/** The public id in a well-formed bootstrap token; undefined for everything else. */
export function parseBootstrapToken(value: string): string | undefined {
  return readTokenId('rboot', value);
}

/** In constant time. */
export function verifyBootstrapToken(value: string, storedHash: string | undefined): boolean {
  return isSameHash(value, storedHash);
}

/** The first characters of the value, to recognise it by. */
export function startOfBootstrapToken(id: string): string {
  return startOf('rboot', id);
}

export interface BootstrapTokenFor {
  readonly organization: string;
  readonly class: InstanceClass;
  readonly name: string;
  readonly createdBy: string;
  /** Id of who asked; undefined for the operator of the machine. */
  readonly createdById?: string | undefined;
  /** Undefined: 24 hours. */
  readonly expiresInHours: number | undefined;
  /** How many instances it lets in; one unless said otherwise. */
  readonly uses?: number | undefined;
}

const defaultHours = 24;

export class BootstrapTokenStore {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db }: Store, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The value is returned here and stored nowhere. */
  async create(
    token: BootstrapTokenFor,
    transaction?: DbTransaction,
  ): Promise<{ readonly view: TokenView; readonly value: Secret }> {
    if (transaction === undefined) return this.#db.transaction().execute((own) => this.create(token, own));
    const { id, value, hash } = mintBootstrapToken();
    const now = this.#clock.now();
    const row = {
      id,
      organization_id: token.organization,
      class: token.class,
      name: token.name,
      hash,
      uses_left: token.uses ?? 1,
      created_by: token.createdBy,
      created_by_id: token.createdById ?? null,
      created_at: now,
      expires_at: now + (token.expiresInHours ?? defaultHours) * 3_600_000,
      expired_at: null,
      last_used_at: null,
      revoked_at: null,
    };
    await requireRoomForToken(transaction, { organization: token.organization, by: token.createdById, now });
    await transaction.insertInto('bootstrap_tokens').values(row).execute();
    await recordAct(transaction, {
      organization: token.organization,
      at: now,
      kind: 'token_created',
      by: { id: token.createdById, name: token.createdBy },
      subject: row,
      detail: { token: 'bootstrap', class: token.class, uses: row.uses_left },
    });
    return { view: describe(row), value };
  }

  /** Newest first, also those that are spent, over or revoked. `madeBy`: only those of this person. */
  async list(organization: string, madeBy?: string): Promise<TokenView[]> {
    const rows = await this.#db
      .selectFrom('bootstrap_tokens')
      .selectAll()
      .where('organization_id', '=', organization)
      .$if(madeBy !== undefined, (query) => query.where('created_by_id', '=', madeBy ?? null))
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map(describe);
  }

  /** False when the organization has no such token; true again for one that was revoked before. */
  async revoke(organization: string, id: string, by: Doer = operator): Promise<boolean> {
    const find = async (transaction: DbTransaction): Promise<RevokedToken | undefined> => {
      const row = await transaction
        .selectFrom('bootstrap_tokens')
        .select(['id', 'name', 'class'])
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { id: row.id, name: row.name, detail: { token: 'bootstrap', class: row.class } };
    };
    return revokeToken(this.#db, { table: 'bootstrap_tokens', organization, id, by, now: this.#clock.now(), find });
  }
}

function describe(row: Selectable<InstanceTables['bootstrap_tokens']>): TokenView {
  const time = (at: number): string => new Date(at).toISOString();
  return {
    id: row.id,
    kind: 'bootstrap',
    name: row.name,
    starts_with: startOfBootstrapToken(row.id),
    class: row.class,
    uses_left: row.uses_left,
    created_by: row.created_by,
    created_at: time(row.created_at),
    expires_at: time(row.expires_at),
    ...(row.last_used_at !== null && { last_used_at: time(row.last_used_at) }),
    ...(row.revoked_at !== null && { revoked_at: time(row.revoked_at) }),
  };
}
