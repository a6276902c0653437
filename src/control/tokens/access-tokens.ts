/**
 * Capture tokens (`rpcap_`, queue captures), read tokens (`rapi_`, read captures and fleet, ask by their scopes),
 * tokens of assistants (`rmcp_`, ask reads over MCP) and incident tokens (`rinc_`, record deploys and incidents). The
 * purposes are disjoint: a token of one kind is not even looked up for another. Hashes are stored, the value is returned once.
 */
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import { type Doer, operator, recordAct } from '../acts/record-act.ts';
import type { TokenView } from '../api/api.ts';
import type { Db, DbTransaction } from '../store/database.ts';
import { type RevokedToken, revokeToken } from './revoke-token.ts';
import { requireRoomForToken } from './require-room.ts';
import { replaceToken } from './rotate-token.ts';
import { parseScopes, renderScopes } from './token-scopes.ts';
import { isSameHash, mintToken, readTokenId, startOf } from './token-text.ts';

export type AccessKind = 'capture' | 'read' | 'mcp' | 'incident';

const prefixes = { capture: 'rpcap', read: 'rapi', mcp: 'rmcp', incident: 'rinc' } as const satisfies Record<
  AccessKind,
  string
>;
/** Use is written down at most this often, so that a busy pipeline does not become a stream of writes. */
const touchEveryMs = 60_000;

export interface AccessTokenFor {
  readonly organization: string;
  readonly kind: AccessKind;
  readonly name: string;
  readonly createdBy: string;
  /** Id of who asked; undefined for the operator of the machine. */
  readonly createdById?: string | undefined;
  /** Undefined: works until revoked. */
  readonly expiresInHours: number | undefined;
  /** Checked for its kind; default: none. */
  readonly scopes?: readonly string[] | undefined;
}

export interface TokenRotation {
  readonly organization: string;
  readonly id: string;
  readonly by: Doer;
  readonly overlapHours: number;
}

/** The organization and creator of a valid token. */
export interface TokenHolder {
  readonly id: string;
  readonly name: string;
  readonly organization: string;
  readonly scopes: readonly string[];
}

export class AccessTokens {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async create(
    token: AccessTokenFor,
    transaction?: DbTransaction,
  ): Promise<{ readonly view: TokenView; readonly value: Secret }> {
    if (transaction === undefined) return this.#db.transaction().execute((own) => this.create(token, own));
    const { id, value, hash } = mintToken(prefixes[token.kind]);
    const now = this.#clock.now();
    const row = {
      id,
      organization_id: token.organization,
      kind: token.kind,
      name: token.name,
      hash,
      created_by: token.createdBy,
      created_by_id: token.createdById ?? null,
      created_at: now,
      expires_at: token.expiresInHours === undefined ? null : now + token.expiresInHours * 3_600_000,
      last_used_at: null,
      revoked_at: null,
      scopes: renderScopes(token.scopes ?? []),
      replaced_by: null,
    };
    await requireRoomForToken(transaction, { organization: token.organization, by: token.createdById, now });
    await transaction.insertInto('access_tokens').values(row).execute();
    await recordAct(transaction, {
      organization: token.organization,
      at: now,
      kind: 'token_created',
      by: { id: token.createdById, name: token.createdBy },
      subject: row,
      detail: { token: token.kind, ...scopesOf(row) },
    });
    return { view: describe(row), value };
  }

  /**
   * A new token of the same kind, name, scopes and lifetime, made by who rotates. Undefined when the organization has no
   * such token.
   * @throws ApiProblem 409 for one that no longer works or was rotated before.
   */
  async rotate(
    rotation: TokenRotation,
    transaction?: DbTransaction,
  ): Promise<{ readonly view: TokenView; readonly value: Secret } | undefined> {
    if (transaction === undefined) return this.#db.transaction().execute((own) => this.rotate(rotation, own));
    const { organization, id: rotated, by, overlapHours } = rotation;
    const row = await transaction
      .selectFrom('access_tokens')
      .select('kind')
      .where('id', '=', rotated)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { id, value, hash } = mintToken(prefixes[row.kind]);
    const now = this.#clock.now();
    const before = await replaceToken(transaction, { organization, id: rotated, replacedBy: id, now, overlapHours });
    if (before === undefined) return undefined;
    const { created_at, expires_at } = before;
    const next = {
      ...before,
      id,
      hash,
      created_by: by.name,
      created_by_id: by.id ?? null,
      created_at: now,
      expires_at: expires_at === null ? null : now + (expires_at - created_at),
      last_used_at: null,
    };
    await requireRoomForToken(transaction, { organization, by: by.id ?? undefined, now });
    await transaction.insertInto('access_tokens').values(next).execute();
    await recordAct(transaction, {
      organization,
      at: now,
      kind: 'token_rotated',
      by,
      subject: before,
      detail: { token: before.kind, ...scopesOf(before), overlap_hours: overlapHours },
    });
    return { view: describe(next), value };
  }

  /** Undefined for anything but a live token of this kind; the caller answers all of them alike. */
  async authenticate(kind: AccessKind, value: string): Promise<TokenHolder | undefined> {
    const id = readTokenId(prefixes[kind], value);
    // Anybody can compute the checksum, so that answering sooner says nothing that the caller did not know.
    if (id === undefined) return undefined;
    const row = await this.#db.selectFrom('access_tokens').selectAll().where('id', '=', id).executeTakeFirst();
    if (!isSameHash(value, row?.hash) || row === undefined || row.kind !== kind) return undefined;
    const now = this.#clock.now();
    if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return undefined;
    if (now - (row.last_used_at ?? 0) > touchEveryMs) {
      await this.#db.updateTable('access_tokens').set({ last_used_at: now }).where('id', '=', row.id).execute();
    }
    return { id: row.id, name: row.name, organization: row.organization_id, scopes: parseScopes(row.scopes) };
  }

  /** Newest first, revoked ones included: a record may name them. `madeBy`: only those of this person. */
  async list(organization: string, madeBy?: string): Promise<TokenView[]> {
    const rows = await this.#db
      .selectFrom('access_tokens')
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
        .selectFrom('access_tokens')
        .select(['id', 'name', 'kind', 'scopes'])
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { id: row.id, name: row.name, detail: { token: row.kind, ...scopesOf(row) } };
    };
    return revokeToken(this.#db, { table: 'access_tokens', organization, id, by, now: this.#clock.now(), find });
  }
}

interface TokenRow {
  readonly id: string;
  readonly kind: AccessKind;
  readonly name: string;
  readonly created_by: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  readonly scopes: string | null;
  readonly replaced_by: string | null;
}

/** Left out where there are none. */
function scopesOf({ scopes: stored }: Pick<TokenRow, 'scopes'>): { scopes?: string[] } {
  const scopes = [...parseScopes(stored)];
  return scopes.length === 0 ? {} : { scopes };
}

function describe(row: TokenRow): TokenView {
  const time = (at: number): string => new Date(at).toISOString();
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    starts_with: startOf(prefixes[row.kind], row.id),
    ...scopesOf(row),
    created_by: row.created_by,
    created_at: time(row.created_at),
    ...(row.expires_at !== null && { expires_at: time(row.expires_at) }),
    ...(row.last_used_at !== null && { last_used_at: time(row.last_used_at) }),
    ...(row.revoked_at !== null && { revoked_at: time(row.revoked_at) }),
    ...(row.replaced_by !== null && { replaced_by: row.replaced_by }),
  };
}
