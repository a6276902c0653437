/**
 * One-time links: the only way in. A link carries a secret in its fragment, which browsers send to
 * nobody; it works once, for a day, and is stored as a hash. It either makes a person (an invitation,
 * the first owner) or signs in one that exists. What it gives is judged when it is used: its maker
 * must still be there and still be allowed to give it.
 */
import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import { type Doer, operator, recordAct } from '../acts/record-act.ts';
import type { People, Role } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import { askerBounds, organizationBounds, overBound } from '../problem/organization-bounds.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import type { Tables } from '../store/tables.ts';
import { isSameHash, mintToken, readTokenId } from '../tokens/token-text.ts';
import { isStillGranted, type Ranked } from '../api/authority.ts';
import { makePerson, type NewPerson } from './make-person.ts';
import { peopleLock } from './members.ts';
import { isPresent } from './present.ts';
import { refuseSso } from './sign-in-refusals.ts';

/** How long a link can be used. */
export const linkMs = 24 * 3_600_000;

export interface LinkFor {
  readonly organization: string;
  /** Name of the person that the link makes or signs in. */
  readonly name: string;
  readonly role: Role;
  /** The person to sign in; undefined makes a new one. */
  readonly person?: string;
  /** Name of who asked; shown beside the open link. */
  readonly createdBy: string;
  /** Id of who asked; undefined for the operator of the machine. */
  readonly createdById?: string;
}

/** What else happens to the person of a link when it is used. */
export type Claim = (transaction: DbTransaction, person: Claimed) => Promise<void>;
export interface Claimed {
  readonly id: string;
  readonly name: string;
  /** Id of it. */
  readonly organization: string;
}

export interface Consuming {
  readonly claim?: Claim;
  readonly isSsoRequired?: (organization: string) => boolean;
}

export type OpenLinks = Pick<People, 'invitations' | 'sign_in_links'>;
type LinkRow = Selectable<Tables['one_time_links']>;

export class Links {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The token is returned here only. */
  async mint(
    link: LinkFor,
    transaction?: DbTransaction,
  ): Promise<{ readonly id: string; readonly token: Secret; readonly expiresAt: number }> {
    if (transaction === undefined) {
      return this.#store.exclusive(peopleLock(link.organization), (own) => this.mint(link, own));
    }
    const { id, value, hash } = mintToken('rlink');
    const now = this.#clock.now();
    const expiresAt = now + linkMs;
    await requireRoom(transaction, link, now);
    await transaction
      .insertInto('one_time_links')
      .values({
        id,
        hash,
        organization_id: link.organization,
        person_id: link.person ?? null,
        name: link.name,
        role: link.role,
        created_by: link.createdBy,
        created_by_id: link.createdById ?? null,
        created_at: now,
        expires_at: expiresAt,
        used_at: null,
        withdrawn_at: null,
      })
      .execute();
    await recordAct(transaction, {
      organization: link.organization,
      at: now,
      kind: link.person === undefined ? 'person_invited' : 'sign_in_link_created',
      by: { id: link.createdById, name: link.createdBy },
      subject: { id: link.person ?? id, name: link.name },
      detail: { role: link.role },
    });
    return { id, token: value, expiresAt };
  }

  /**
   * Uses the link up and returns the id of its person. Of two at the same moment one succeeds. A text
   * that is not a link is refused without a query. `claim` runs in the same transaction: when it throws, the link was not used.
   * `isSsoRequired`: of an organization, where only an owner link of the operator works, which is recorded.
   * @throws ApiProblem 401 `link_invalid`, `link_used`, `link_withdrawn` or `link_expired`; which of them only the holder of the link learns. 403 `sso_required`.
   */
  async consume(token: string, { claim, isSsoRequired = () => false }: Consuming = {}): Promise<string> {
    const id = readTokenId('rlink', token);
    if (id === undefined) throw refuse('link_invalid');
    const found = await this.#store.db.selectFrom('one_time_links').selectAll().where('id', '=', id).executeTakeFirst();
    if (!isSameHash(token, found?.hash) || found === undefined) throw refuse('link_invalid');
    return this.#store.exclusive(peopleLock(found.organization_id), async (transaction) => {
      const now = this.#clock.now();
      const link = await transaction
        .selectFrom('one_time_links')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (link.withdrawn_at !== null) throw refuse('link_withdrawn');
      if (link.used_at !== null) throw refuse('link_used');
      if (link.expires_at <= now) throw refuse('link_expired');
      const present = await findPresent(transaction, link.organization_id);
      if (!isStillGranted(link, (one) => present.get(one))) throw refuse('link_withdrawn');
      if (isSsoRequired(link.organization_id) && !isEmergency(link, present)) throw refuseSso('sso_required');
      await transaction.updateTable('one_time_links').set({ used_at: now }).where('id', '=', id).execute();
      const organization = link.organization_id;
      const person = link.person_id ?? (await makePerson(transaction, joining(link, now)));
      if (isSsoRequired(organization)) {
        const by = { id: person, name: link.name };
        await recordAct(transaction, { organization, at: now, kind: 'emergency_link_used', by, subject: by });
      }
      await claim?.(transaction, { id: person, name: link.name, organization });
      return person;
    });
  }

  /** Ends the unused links that were made on the machine. */
  async withdrawOperatorLinks(organization: string): Promise<void> {
    await this.#store.exclusive(peopleLock(organization), async (transaction) => {
      const at = this.#clock.now();
      const withdrawn = await transaction
        .updateTable('one_time_links')
        .set({ withdrawn_at: at })
        .where('organization_id', '=', organization)
        .where('created_by_id', 'is', null)
        .where('used_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .returning(['id', 'name', 'role', 'expires_at'])
        .execute();
      for (const { id, name, role, expires_at: end } of withdrawn) {
        // One that had expired gave nothing any more.
        if (end <= at) continue;
        const detail = { role };
        await recordAct(transaction, {
          organization,
          at,
          kind: 'link_withdrawn',
          by: operator,
          subject: { id, name },
          detail,
        });
      }
    });
  }

  /** False when the link was used, withdrawn or is not there. */
  async withdraw(organization: string, id: string, by: Doer = operator): Promise<boolean> {
    return this.#store.exclusive(peopleLock(organization), async (transaction) => {
      const now = this.#clock.now();
      const { numUpdatedRows } = await transaction
        .updateTable('one_time_links')
        .set({ withdrawn_at: now })
        .where('organization_id', '=', organization)
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      const { name, role } = await transaction
        .selectFrom('one_time_links')
        .select(['name', 'role'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await recordAct(transaction, {
        organization,
        at: now,
        kind: 'link_withdrawn',
        by,
        subject: { id, name },
        detail: { role },
      });
      return true;
    });
  }

  /** A link that can still be used. */
  async findOpen(organization: string, id: string): Promise<LinkRow | undefined> {
    return (await this.#readOpen(organization)).find((one) => one.id === id);
  }

  /** Links that can still be used, newest first. `of`: only those that this person made or that sign this person in. */
  async listOpen(organization: string, of?: string): Promise<OpenLinks> {
    const rows = await this.#readOpen(organization);
    const wanted = of === undefined ? rows : rows.filter((row) => row.created_by_id === of || row.person_id === of);
    return {
      invitations: wanted.filter(({ person_id }) => person_id === null).map(describe),
      sign_in_links: wanted.flatMap((row) =>
        row.person_id === null ? [] : [{ ...describe(row), person_id: row.person_id }],
      ),
    };
  }

  async #readOpen(organization: string): Promise<LinkRow[]> {
    const { db } = this.#store;
    const rows = await db
      .selectFrom('one_time_links')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('used_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('expires_at', '>', this.#clock.now())
      .orderBy('created_at', 'desc')
      .execute();
    const present = await findPresent(db, organization);
    return rows.filter((row) => isStillGranted(row, (id) => present.get(id)));
  }
}

/** Ends for good what a person made and may no longer make, after their role went down: a later role does not revive it. */
export async function withdrawExceeding(
  transaction: DbTransaction,
  { organization, person, now }: { organization: string; person: string; now: number },
): Promise<void> {
  const rows = await transaction
    .selectFrom('one_time_links')
    .select(['id', 'person_id', 'role', 'created_by_id'])
    .where('organization_id', '=', organization)
    .where('created_by_id', '=', person)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute();
  const present = await findPresent(transaction, organization);
  for (const row of rows) {
    if (isStillGranted(row, (id) => present.get(id))) continue;
    await transaction.updateTable('one_time_links').set({ withdrawn_at: now }).where('id', '=', row.id).execute();
  }
}

/** @throws ApiProblem 429 `too_many_links`; never for the operator of the machine. */
async function requireRoom(
  transaction: DbTransaction,
  { organization, createdById }: LinkFor,
  now: number,
): Promise<void> {
  if (createdById === undefined) return;
  const rows = await transaction
    .selectFrom('one_time_links')
    .select((select) => ['created_by_id', select.fn.countAll<number | string>().as('count')])
    .where('organization_id', '=', organization)
    .where('created_at', '>', now - linkMs)
    .groupBy('created_by_id')
    .execute();
  const own = rows.find(({ created_by_id: maker }) => maker === createdById)?.count ?? 0;
  const all = rows.reduce((sum, { count }) => sum + Number(count), 0);
  if (all >= organizationBounds.links || Number(own) >= askerBounds.links) throw overBound('links');
}

/** Everybody of the organization who has access, by id. */
async function findPresent(db: Db | DbTransaction, organization: string): Promise<ReadonlyMap<string, Ranked>> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'role'])
    .where('organization_id', '=', organization)
    .where(isPresent)
    .execute();
  return new Map(rows.map((one) => [one.id, one]));
}

function joining(link: LinkRow, now: number): NewPerson {
  const { organization_id: organization, name, role, created_by_id: invitedBy } = link;
  return { organization, name, role, invitedBy, now };
}

/** Made on the machine, for somebody who is an owner now. */
function isEmergency(link: LinkRow, present: ReadonlyMap<string, Ranked>): boolean {
  const role = link.person_id === null ? link.role : present.get(link.person_id)?.role;
  return link.created_by_id === null && role === 'owner';
}

function describe(row: LinkRow): People['invitations'][number] {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    created_by: row.created_by,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  };
}

/** The fragment keeps the token out of requests, logs and `Referer`. */
export function renderLink(publicOrigin: string, token: Secret): string {
  return `${publicOrigin}/welcome#${token.reveal()}`;
}

/** The reference page is made from this list. */
export const linkRefusals = {
  link_invalid: 'This is not a link of this control plane. Copy the whole link, from /welcome# to its end.',
  link_used: 'This link has already been used. Ask for a new one.',
  link_withdrawn: 'This link was withdrawn. Ask for a new one.',
  link_expired: 'This link has expired. Ask for a new one.',
} as const;

function refuse(code: keyof typeof linkRefusals): ApiProblem {
  return new ApiProblem({ status: 401, code, message: linkRefusals[code] });
}
