/**
 * Passkeys of people: what is stored of one is public, so that a copy of the table signs nobody in. A passkey belongs to
 * the host for which it was made. It signs in the person who added it, and the people of other organizations to whom it
 * was joined (passkey-people.ts); it is removed with the last of them.
 */
import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../../../core/clock.ts';
import { recordAct } from '../../acts/record-act.ts';
import { type PasskeyCreateOptions, PasskeyTransport, type PasskeyView } from '../../api/api.ts';
import { ApiProblem } from '../../problem/api-problem.ts';
import type { Store } from '../../store/database.ts';
import type { Tables } from '../../store/tables.ts';
import type { Claim } from '../links.ts';
import { type Member, peopleLock } from '../members.ts';
import { isPresent } from '../present.ts';
import {
  countPasskeys,
  joinPasskey,
  leavePasskeys,
  listOpened,
  lockPasskey,
  type Opened,
  opensPerson,
} from '../passkey-people.ts';
import { refusePasskey } from '../sign-in-refusals.ts';
import type { NewPasskey } from './verify-passkey.ts';

export const maxPasskeys = 20;

type PasskeyRow = Selectable<Tables['passkeys']>;

export interface FoundPasskey extends PasskeyRow {
  /** Whom it signs in: one in each organization, at least one. */
  readonly opens: readonly Opened[];
}

export interface Holder {
  /** Id of it. */
  readonly organization: string;
  readonly person: Pick<Member, 'id' | 'name'>;
}

interface Added extends NewPasskey {
  readonly name: string;
  readonly transports: readonly string[];
  readonly rpId: string;
  /** Passkey of the session that adds it: anybody who holds that one holds all that it opens. */
  readonly addedBy?: string | undefined;
}

export class Passkeys {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Of a person, the oldest first. `rpId`: the host of today; undefined where it has no passkeys. */
  async list(person: string, rpId: string | undefined): Promise<PasskeyView[]> {
    const rows = await this.#listRows(person);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      created_at: new Date(row.created_at).toISOString(),
      ...(row.last_used_at !== null && { last_used_at: new Date(row.last_used_at).toISOString() }),
      host: row.rp_id,
      usable: row.rp_id === rpId,
    }));
  }

  /** Those that the authenticator must not make a second time. */
  async listKnown(person: string, rpId: string): Promise<PasskeyCreateOptions['excludeCredentials']> {
    const rows = await this.#listRows(person);
    return rows
      .filter((row) => row.rp_id === rpId)
      .map((row) => ({
        id: row.credential_id,
        type: 'public-key' as const,
        transports: readTransports(row.transports),
      }));
  }

  /** @throws ApiProblem 409 `passkey_known` or `too_many_passkeys`; 400 when the person was removed meanwhile. */
  async add({ organization, person }: Holder, added: Added): Promise<PasskeyView> {
    const id = randomUUID();
    await this.#store.exclusive(peopleLock(organization), async (transaction) => {
      const now = this.#clock.now();
      const holder = await transaction
        .selectFrom('people')
        .select('id')
        .where('id', '=', person.id)
        .where(isPresent)
        .executeTakeFirst();
      if (holder === undefined) throw refusePasskey('passkey_refused', 400);
      if ((await countPasskeys(transaction, person.id)) >= maxPasskeys) throw tooMany();
      const known = await transaction
        .selectFrom('passkeys')
        .select('id')
        .where('credential_id', '=', added.credentialId)
        .where('rp_id', '=', added.rpId)
        .executeTakeFirst();
      if (known !== undefined) throw alreadyKnown();
      await transaction
        .insertInto('passkeys')
        .values({
          id,
          person_id: person.id,
          credential_id: added.credentialId,
          public_key: added.publicKey,
          counter: added.counter,
          transports: JSON.stringify(added.transports),
          rp_id: added.rpId,
          name: added.name,
          created_at: now,
          last_used_at: null,
        })
        .execute();
      const others = added.addedBy === undefined ? [] : await listOpened(transaction, added.addedBy);
      const joining = { at: now, passkey: { id, name: added.name } };
      for (const one of others) if (one.person.id !== person.id) await joinPasskey(transaction, joining, one);
      await recordAct(transaction, {
        organization,
        at: now,
        kind: 'passkey_added',
        by: person,
        subject: { id, name: added.name },
      });
    });
    const made = (await this.list(person.id, added.rpId)).find((one) => one.id === id);
    if (made === undefined) throw refusePasskey('passkey_refused', 400);
    return made;
  }

  /**
   * It no longer opens this organization, and the sessions here that it began end, but for `asking`: who removes a lost
   * one must not have to look for them. Returns those that ended; undefined when the person has no such passkey.
   */
  async remove({ organization, person }: Holder, id: string, asking?: string): Promise<string[] | undefined> {
    return this.#store.exclusive(peopleLock(organization), async (transaction) => {
      const found = await transaction
        .selectFrom('passkeys')
        .select('name')
        .where('id', '=', id)
        .where(opensPerson(person.id))
        .executeTakeFirst();
      if (found === undefined) return undefined;
      await leavePasskeys(transaction, person.id, id);
      const subject = { id, name: found.name };
      await recordAct(transaction, {
        organization,
        at: this.#clock.now(),
        kind: 'passkey_removed',
        by: person,
        subject,
      });
      const ended = await transaction
        .deleteFrom('sessions')
        .where('person_id', '=', person.id)
        .where('passkey_id', '=', id)
        .$if(asking !== undefined, (query) => query.where('hash', '!=', asking ?? ''))
        .returning('hash')
        .execute();
      return ended.map(({ hash }) => hash);
    });
  }

  /** Undefined for one that is not known at this host, or whose people have no access. */
  async find(credentialId: string, rpId: string): Promise<FoundPasskey | undefined> {
    const found = await this.#store.db
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .where('rp_id', '=', rpId)
      .executeTakeFirst();
    const opens = found === undefined ? [] : await this.listOpened(found.id);
    return found === undefined || opens.length === 0 ? undefined : { ...found, opens };
  }

  /** Whom the passkey signs in, by the name of the organization. */
  async listOpened(passkey: string): Promise<Opened[]> {
    return listOpened(this.#store.db, passkey);
  }

  /**
   * What is done with a link that the holder of a passkey opens: the passkey signs in the person of the link from now on.
   * @throws ApiProblem 409 `already_joined`, `too_many_passkeys`; 403 `passkey_needed` when the passkey was removed.
   */
  claimWith(passkey: string): Claim {
    return async (transaction, person) => {
      await lockPasskey(transaction, passkey);
      const key = await transaction
        .selectFrom('passkeys')
        .select(['id', 'name'])
        .where('id', '=', passkey)
        .executeTakeFirst();
      if (key === undefined) throw passkeyNeeded();
      const opened = await listOpened(transaction, passkey);
      if (opened.some((one) => one.person.id === person.id)) return;
      const here = opened.find((one) => one.organization.id === person.organization);
      if (here !== undefined) throw alreadyJoined(here);
      if ((await countPasskeys(transaction, person.id)) >= maxPasskeys) throw tooMany();
      const joining = { at: this.#clock.now(), passkey: key };
      await joinPasskey(transaction, joining, { person, organization: { id: person.organization } });
    };
  }

  /**
   * Notes the use of a passkey. False when its counter did not go up: somebody else has a copy of it, or an earlier
   * answer came again. An authenticator that does not count always says 0.
   */
  async noteUse(id: string, counter: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#store.db
      .updateTable('passkeys')
      .set({ counter, last_used_at: this.#clock.now() })
      .where('id', '=', id)
      .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async #listRows(person: string): Promise<PasskeyRow[]> {
    return this.#store.db
      .selectFrom('passkeys')
      .selectAll()
      .where(opensPerson(person))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  }
}

/** Ways that this version does not know are left out: the browser finds the authenticator without them. */
function readTransports(text: string): PasskeyTransport[] {
  return (JSON.parse(text) as string[]).flatMap((one) => PasskeyTransport.safeParse(one).data ?? []);
}

function tooMany(): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'too_many_passkeys',
    message: `A person has at most ${maxPasskeys} passkeys. Remove one first.`,
  });
}

function alreadyJoined({ person, organization }: Opened): ApiProblem {
  return new ApiProblem({
    status: 409,
    code: 'already_joined',
    message: `Your passkey already signs you in to ${organization.name} as ${person.name}. The link was not used: open it after signing out to be somebody else there.`,
  });
}

/** Also for a session that a link began: a link proves who somebody is in one organization only. */
export function passkeyNeeded(): ApiProblem {
  return new ApiProblem({
    status: 403,
    code: 'passkey_needed',
    message: 'Sign in with a passkey first: a link signs you in to one organization only. The link was not used.',
  });
}

function alreadyKnown(): ApiProblem {
  return new ApiProblem({ status: 409, code: 'passkey_known', message: 'This passkey has already been added.' });
}
