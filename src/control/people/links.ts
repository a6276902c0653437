/**
 * One-time links: the only way in. A link carries a secret in its fragment, which browsers send to
 * nobody; it works once, for a day, and is stored as a hash. It either makes a person (an invitation,
 * the first owner) or signs in one that exists.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import type { People, Role } from '../api.ts';
import { ApiProblem } from '../problem.ts';
import type { Db } from '../store/database.ts';
import { isSameHash, mintToken, readTokenId } from '../tokens/token-text.ts';

const linkHours = 24;
const hourMs = 3_600_000;

export interface LinkFor {
  readonly organization: string;
  /** Name of the person that the link makes or signs in. */
  readonly name: string;
  readonly role: Role;
  /** The person to sign in; undefined makes a new one. */
  readonly person?: string;
  /** Name of who asked; shown beside the open invitation. */
  readonly createdBy: string;
}

export class Links {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The token is returned here only. */
  async mint(link: LinkFor): Promise<{ id: string; token: Secret; expiresAt: number }> {
    const { id, value, hash } = mintToken('rlink');
    const now = this.#clock.now();
    const expiresAt = now + linkHours * hourMs;
    await this.#db
      .insertInto('one_time_links')
      .values({
        id,
        hash,
        organization_id: link.organization,
        person_id: link.person ?? null,
        name: link.name,
        role: link.role,
        created_by: link.createdBy,
        created_at: now,
        expires_at: expiresAt,
        used_at: null,
      })
      .execute();
    return { id, token: value, expiresAt };
  }

  /**
   * Uses the link up and returns the id of its person. Of two at the same moment one succeeds.
   * @throws ApiProblem 401 `link_invalid`, `link_used` or `link_expired`; which of them only the holder of the link learns.
   */
  async consume(token: string): Promise<string> {
    const id = readTokenId('rlink', token);
    const link = await this.#db
      .selectFrom('one_time_links')
      .selectAll()
      .where('id', '=', id ?? '')
      .executeTakeFirst();
    if (!isSameHash(token, link?.hash) || link === undefined) throw refuse('link_invalid');
    const now = this.#clock.now();
    if (link.used_at !== null) throw refuse('link_used');
    if (link.expires_at <= now) throw refuse('link_expired');
    return this.#db.transaction().execute(async (transaction) => {
      const used = await transaction
        .updateTable('one_time_links')
        .set({ used_at: now })
        .where('id', '=', link.id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      if (used.numUpdatedRows !== 1n) throw refuse('link_used');
      if (link.person_id !== null) return link.person_id;
      const person = randomUUID();
      await transaction
        .insertInto('people')
        .values({
          id: person,
          organization_id: link.organization_id,
          name: link.name,
          role: link.role,
          created_at: now,
          removed_at: null,
        })
        .execute();
      return person;
    });
  }

  /** Ends the unused links that `createdBy` made. */
  async withdraw(organization: string, createdBy: string): Promise<void> {
    await this.#db
      .updateTable('one_time_links')
      .set({ used_at: this.#clock.now() })
      .where('organization_id', '=', organization)
      .where('created_by', '=', createdBy)
      .where('used_at', 'is', null)
      .execute();
  }

  /** Invitations that can still be used, newest first. */
  async listOpen(organization: string): Promise<People['invitations']> {
    const rows = await this.#db
      .selectFrom('one_time_links')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('person_id', 'is', null)
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#clock.now())
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      created_by: row.created_by,
      created_at: new Date(row.created_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
    }));
  }
}

/** The fragment keeps the token out of requests, logs and `Referer`. */
export function renderLink(publicOrigin: string, token: Secret): string {
  return `${publicOrigin}/welcome#${token.reveal()}`;
}

const refusals = {
  link_invalid: 'This is not a link of this control plane. Copy it whole, from /welcome# to its end.',
  link_used: 'This link was used already. Ask for a new one.',
  link_expired: 'This link has expired. Ask for a new one.',
} as const;

function refuse(code: keyof typeof refusals): ApiProblem {
  return new ApiProblem({ status: 401, code, message: refusals[code] });
}
