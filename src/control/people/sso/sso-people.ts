/**
 * People as the provider knows them: by issuer and subject, never by a name or an address of mail, which others may get.
 * A person is made at the first sign-in; the role is that of each sign-in.
 */
import type { Clock } from '../../../core/clock.ts';
import { recordAct } from '../../acts/record-act.ts';
import type { ActDetail, Role } from '../../api/api.ts';
import { hasRole } from '../../api/authority.ts';
import type { DbTransaction, Store } from '../../store/database.ts';
import { makePerson } from '../make-person.ts';
import { withdrawExceeding } from '../links.ts';
import { type Member, peopleLock, revokeTokens, withdrawLinks } from '../members.ts';
import { isPresent } from '../present.ts';
import { refuseSso } from '../sign-in-refusals.ts';

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface Claimed extends Identity {
  readonly name: string;
  /** Undefined: the provider gives none. */
  readonly role: Role | undefined;
}

export interface AdmittedPerson {
  readonly person: string;
  /** The provider gives the last owner a lower role or none, which was not applied. */
  readonly isKeptOwner: boolean;
}

export interface SsoPeopleDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Id of the organization that people of the provider belong to. */
  readonly organization: string;
  /** In records of what the provider changed. */
  readonly providerName: string;
  /** Called when sessions end, so that their streams end with them. */
  readonly onEnded: (sessions: readonly string[]) => void;
}

type Known = Member & { readonly removed_at: number | null; readonly suspended_at: number | null };

export class SsoPeople {
  readonly #deps: SsoPeopleDeps;

  constructor(deps: SsoPeopleDeps) {
    this.#deps = deps;
  }

  /** @throws ApiProblem 403 `sso_removed` or `sso_no_role`. */
  async admit(claimed: Claimed): Promise<AdmittedPerson> {
    const { store, organization, clock } = this.#deps;
    const admitted = await store.exclusive(peopleLock(organization), async (transaction) => {
      const known = await this.#findIn(transaction, claimed);
      if (known !== undefined && known.removed_at !== null) return 'sso_removed';
      if (claimed.role === undefined) {
        if (known === undefined) return 'sso_no_role';
        // Recorded once: a person who tries again fills nothing.
        if (known.suspended_at !== null) return 'sso_no_role';
        if (await this.#isLastOwner(transaction, known)) return { person: known.id, isKeptOwner: true };
        // Its sessions end in the same transaction, so that nothing goes on with a role that is gone.
        return this.#suspend(transaction, known);
      }
      if (known === undefined) {
        const { name, role } = claimed;
        const now = clock.now();
        const person = await makePerson(transaction, { organization, name, role, invitedBy: null, now, way: 'sso' });
        await this.#remember(transaction, { ...claimed, person });
        return { person, isKeptOwner: false };
      }
      await transaction
        .updateTable('sso_identities')
        .set({ suspended_at: null })
        .where('organization_id', '=', organization)
        .where('issuer', '=', claimed.issuer)
        .where('subject', '=', claimed.subject)
        .execute();
      return { person: known.id, isKeptOwner: !(await this.#applyRole(transaction, known, claimed.role)) };
    });
    if (typeof admitted === 'string') throw refuseSso(admitted);
    if ('ended' in admitted) {
      this.#deps.onEnded(admitted.ended);
      throw refuseSso('sso_no_role');
    }
    return admitted;
  }

  /** Undefined for somebody who never signed in, was removed, or whom the provider gave no role at the last sign-in. */
  async find({ issuer, subject }: Identity): Promise<Member | undefined> {
    return this.#deps.store.db
      .selectFrom('sso_identities')
      .innerJoin('people', 'people.id', 'sso_identities.person_id')
      .where('sso_identities.organization_id', '=', this.#deps.organization)
      .where('sso_identities.issuer', '=', issuer)
      .where('sso_identities.subject', '=', subject)
      .where('sso_identities.suspended_at', 'is', null)
      .where('people.removed_at', 'is', null)
      .select(['people.id', 'people.name', 'people.role'])
      .executeTakeFirst();
  }

  /** Whether everybody of the installation belongs to the provider. */
  async isAlone(): Promise<boolean> {
    const { store, organization } = this.#deps;
    const other = await store.db
      .selectFrom('organizations')
      .select('id')
      .where('id', '!=', organization)
      .executeTakeFirst();
    return other === undefined;
  }

  get organization(): string {
    return this.#deps.organization;
  }

  async #findIn(transaction: DbTransaction, { issuer, subject }: Identity): Promise<Known | undefined> {
    return transaction
      .selectFrom('sso_identities')
      .innerJoin('people', 'people.id', 'sso_identities.person_id')
      .where('sso_identities.organization_id', '=', this.#deps.organization)
      .where('sso_identities.issuer', '=', issuer)
      .where('sso_identities.subject', '=', subject)
      .select(['people.id', 'people.name', 'people.role', 'people.removed_at', 'sso_identities.suspended_at'])
      .executeTakeFirst();
  }

  async #remember(
    transaction: DbTransaction,
    { issuer, subject, person }: Identity & { readonly person: string },
  ): Promise<void> {
    await transaction
      .insertInto('sso_identities')
      .values({
        organization_id: this.#deps.organization,
        issuer,
        subject,
        person_id: person,
        created_at: this.#deps.clock.now(),
        suspended_at: null,
      })
      .execute();
  }

  async #suspend(transaction: DbTransaction, { id, name }: Known): Promise<{ readonly ended: readonly string[] }> {
    const now = this.#deps.clock.now();
    await transaction.updateTable('sso_identities').set({ suspended_at: now }).where('person_id', '=', id).execute();
    const rows = await transaction.selectFrom('sessions').select('hash').where('person_id', '=', id).execute();
    await transaction.deleteFrom('sessions').where('person_id', '=', id).execute();
    await withdrawLinks(transaction, id, now);
    const revoked = await revokeTokens(transaction, { person: id, now });
    await this.#record(transaction, { kind: 'role_withdrawn', subject: { id, name }, detail: countOf(revoked) });
    return { ended: rows.map(({ hash }) => hash) };
  }

  /** False where the last owner would lose the role: then nobody could give it to anybody. */
  async #applyRole(transaction: DbTransaction, { id, name, role: held }: Known, role: Role): Promise<boolean> {
    if (held === role) return true;
    if (await this.#isLastOwner(transaction, { id, role: held })) return false;
    await transaction.updateTable('people').set({ role }).where('id', '=', id).execute();
    const now = this.#deps.clock.now();
    await withdrawExceeding(transaction, { organization: this.#deps.organization, person: id, now });
    // Tokens are made by admins and owners: what a member could not make does not outlive the role.
    const revoked = hasRole(role, 'admin') ? 0 : await revokeTokens(transaction, { person: id, now });
    await this.#record(transaction, {
      kind: 'role_changed',
      subject: { id, name },
      detail: { role, ...countOf(revoked) },
    });
    return true;
  }

  /** One whose own role was withdrawn before is none. */
  async #isLastOwner(transaction: DbTransaction, { id, role }: Pick<Known, 'id' | 'role'>): Promise<boolean> {
    if (role !== 'owner') return false;
    const owners = await transaction
      .selectFrom('people')
      .select('id')
      .where('organization_id', '=', this.#deps.organization)
      .where('role', '=', 'owner')
      .where(isPresent)
      .execute();
    return owners.length === 1 && owners[0]?.id === id;
  }

  async #record(
    transaction: DbTransaction,
    {
      kind,
      subject,
      detail,
    }: {
      readonly kind: 'role_changed' | 'role_withdrawn';
      readonly subject: { readonly id: string; readonly name: string };
      readonly detail: ActDetail;
    },
  ): Promise<void> {
    const { organization, clock, providerName } = this.#deps;
    // Not the operator, who has no id: it was decided at the provider.
    const by = { id: 'sso', name: providerName };
    await recordAct(transaction, { organization, at: clock.now(), kind, by, subject, detail });
  }
}

function countOf(revoked: number): Pick<ActDetail, 'tokens_revoked'> {
  return revoked === 0 ? {} : { tokens_revoked: revoked };
}
