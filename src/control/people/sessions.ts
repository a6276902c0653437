/**
 * Sessions of signed-in people: found by the hash of an opaque value, ended by idleness, by age, by
 * signing out and by the removal of the person. A copy of the table gives no access.
 */
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import { type Doer, recordAct } from '../acts/record-act.ts';
import { DeviceWords, type Role, type SessionView, SignInWay } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import { prepare } from '../store/prepared.ts';
import { peopleLock } from './members.ts';
import { opensPerson } from './passkey-people.ts';
import { isPresent } from './present.ts';
import { hashSession, mintSession } from './session-cookie.ts';

export interface SignedIn {
  /** Identifies the session and is not a secret. */
  readonly session: string;
  readonly person: { readonly id: string; readonly name: string; readonly role: Role };
  readonly organization: { readonly id: string; readonly name: string };
  /** Id of the passkey by which it began; undefined for a link, which proves nothing in other organizations. */
  readonly passkey?: string;
}

export interface SessionLimits {
  readonly idleHours: number;
  readonly maxHours: number;
}

export interface Opening {
  readonly way: SignInWay;
  /** What the browser said of itself. */
  readonly device?: DeviceWords;
  /** Id of the passkey that was used. */
  readonly passkey?: string | undefined;
  /** Ends then at the latest. In milliseconds since the epoch. */
  readonly until?: number;
}

const hourMs = 3_600_000;
interface SessionEnd {
  readonly organization: string;
  readonly person: { readonly id: string; readonly name: string };
  readonly session: string;
  readonly by: Doer;
}

/** Use is written down at most this often, so that reading pages does not become writing rows. */
const touchEveryMs = 60_000;

export class Sessions {
  readonly #store: Pick<Store, 'db' | 'exclusive'>;
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #limits: SessionLimits;

  constructor(store: Pick<Store, 'db' | 'exclusive'>, clock: Clock, limits: SessionLimits) {
    this.#store = store;
    this.#db = store.db;
    this.#clock = clock;
    this.#limits = limits;
  }

  get maxAgeSec(): number {
    return this.#limits.maxHours * 3600;
  }

  /**
   * Also removes what has expired, so that the table never outgrows the people.
   * @throws ApiProblem 401 `not_signed_in` when person, role or passkey went since they were verified.
   */
  async open(personId: string, opening: Opening): Promise<{ session: Secret; signedIn: SignedIn }> {
    const now = this.#clock.now();
    await this.#db
      .deleteFrom('sessions')
      .where((row) => row.or([row('expires_at', '<=', now), row('last_seen_at', '<=', this.#idleSince(now))]))
      .execute();
    const session = await this.#store.exclusive(await this.#lockOf(personId), (transaction) =>
      this.#insert(transaction, personId, opening),
    );
    return this.#begun(personId, session);
  }

  /**
   * Another session of the same sign-in, for a person of another organization that the passkey opens; the one before
   * ends in the same transaction. It expires when that one would have. Undefined when that one ended meanwhile.
   * @throws ApiProblem as `open`; the one before goes on then.
   */
  async move(
    { session: before, passkey }: SignedIn,
    personId: string,
    device: DeviceWords,
  ): Promise<{ session: Secret; signedIn: SignedIn } | undefined> {
    const session = await this.#store.exclusive(await this.#lockOf(personId), async (transaction) => {
      const until = await this.#endIn(transaction, before);
      if (until === undefined || until <= this.#clock.now()) return undefined;
      return this.#insert(transaction, personId, { way: 'switch', device, passkey, until });
    });
    return session && this.#begun(personId, session);
  }

  /** Nobody is removed while the session is made. */
  async #lockOf(person: string): Promise<string> {
    const row = await this.#db
      .selectFrom('people')
      .select('organization_id')
      .where('id', '=', person)
      .executeTakeFirst();
    if (row === undefined) throw accessLost();
    return peopleLock(row.organization_id);
  }

  async #insert(
    transaction: DbTransaction,
    personId: string,
    { way, device = {}, passkey, until = Infinity }: Opening,
  ): Promise<Secret> {
    const session = mintSession();
    const now = this.#clock.now();
    const person = await transaction
      .selectFrom('people')
      .select(['id', 'name', 'organization_id'])
      .where('id', '=', personId)
      .where(isPresent)
      .executeTakeFirst();
    if (person === undefined) throw accessLost();
    if (passkey !== undefined && !(await opens(transaction, passkey, personId))) throw accessLost();
    await transaction
      .insertInto('sessions')
      .values({
        hash: hashSession(session),
        person_id: personId,
        created_at: now,
        last_seen_at: now,
        expires_at: Math.min(now + this.#limits.maxHours * hourMs, until),
        way,
        device: JSON.stringify(device),
        passkey_id: passkey ?? null,
      })
      .execute();
    await recordAct(transaction, {
      organization: person.organization_id,
      at: now,
      kind: 'signed_in',
      by: person,
      subject: person,
      detail: { way },
    });
    return session;
  }

  async #begun(personId: string, session: Secret): Promise<{ session: Secret; signedIn: SignedIn }> {
    await this.#markSeen(personId, this.#clock.now());
    const signedIn = await this.find(session);
    if (signedIn === undefined) throw accessLost();
    return { session, signedIn };
  }

  async find(session: Secret): Promise<SignedIn | undefined> {
    const now = this.#clock.now();
    const { rows } = await findSession(this.#db, { hash: hashSession(session), now, idleSince: this.#idleSince(now) });
    const [row] = rows;
    if (row === undefined) return undefined;
    if (now - row.last_seen_at > touchEveryMs) await this.#touch(row, now);
    return {
      session: row.session,
      person: { id: row.person_id, name: row.person_name, role: row.role },
      organization: { id: row.organization_id, name: row.organization_name },
      ...(row.passkey_id !== null && { passkey: row.passkey_id }),
    };
  }

  /** For streams that outlive the request that opened them. Does not count as use. */
  async isAlive(session: string): Promise<boolean> {
    const now = this.#clock.now();
    const { rows } = await findSession(this.#db, { hash: session, now, idleSince: this.#idleSince(now) });
    return rows.length === 1;
  }

  async end(session: string): Promise<void> {
    const ended = await this.#db
      .selectFrom('sessions')
      .select('person_id')
      .where('hash', '=', session)
      .executeTakeFirst();
    if (ended !== undefined) await this.#markSeen(ended.person_id, this.#clock.now());
    await this.#db.transaction().execute((transaction) => this.#endIn(transaction, session));
  }

  /** Returns when it would have expired; undefined when it had ended before. */
  async #endIn(transaction: DbTransaction, session: string): Promise<number | undefined> {
    const ended = await transaction
      .deleteFrom('sessions')
      .where('hash', '=', session)
      .returning(['person_id', 'expires_at'])
      .executeTakeFirst();
    if (ended === undefined) return undefined;
    const person = await transaction
      .selectFrom('people')
      .select(['id', 'name', 'organization_id'])
      .where('id', '=', ended.person_id)
      .executeTakeFirstOrThrow();
    const organization = person.organization_id;
    const at = this.#clock.now();
    await recordAct(transaction, { organization, at, kind: 'signed_out', by: person, subject: person });
    return ended.expires_at;
  }

  /** Of a person, the last used first. `current`: the session that asks. */
  async list(person: string, current?: string): Promise<SessionView[]> {
    const now = this.#clock.now();
    const rows = await this.#db
      .selectFrom('sessions')
      .selectAll()
      .where('person_id', '=', person)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', this.#idleSince(now))
      .orderBy('last_seen_at', 'desc')
      .orderBy('hash')
      .execute();
    return rows.map((row) => {
      // A newer version that runs beside this one may know more ways and words.
      const way = SignInWay.safeParse(row.way).data;
      const device = DeviceWords.safeParse(JSON.parse(row.device ?? '{}')).data ?? {};
      return {
        id: row.hash,
        ...(way !== undefined && { way }),
        device,
        created_at: new Date(row.created_at).toISOString(),
        last_seen_at: new Date(row.last_seen_at).toISOString(),
        expires_at: new Date(row.expires_at).toISOString(),
        current: row.hash === current,
      };
    });
  }

  /** Ends one from elsewhere, and records it. False when the person has no such session. */
  async endOf({ organization, person, session, by }: SessionEnd): Promise<boolean> {
    return this.#db.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('sessions')
        .where('hash', '=', session)
        .where('person_id', '=', person.id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      const at = this.#clock.now();
      await recordAct(transaction, { organization, at, kind: 'session_ended', by, subject: person });
      return true;
    });
  }

  async #touch({ session, person_id: person }: { session: string; person_id: string }, now: number): Promise<void> {
    await this.#db.updateTable('sessions').set({ last_seen_at: now }).where('hash', '=', session).execute();
    await this.#markSeen(person, now);
  }

  /** Survives the session, whose row goes when it ends. */
  async #markSeen(person: string, now: number): Promise<void> {
    await this.#db.updateTable('people').set({ last_seen_at: now }).where('id', '=', person).execute();
  }

  #idleSince(now: number): number {
    return now - this.#limits.idleHours * hourMs;
  }
}

async function opens(transaction: DbTransaction, passkey: string, person: string): Promise<boolean> {
  const found = await transaction
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', passkey)
    .where(opensPerson(person))
    .executeTakeFirst();
  return found !== undefined;
}

function accessLost(): ApiProblem {
  return new ApiProblem({
    status: 401,
    code: 'not_signed_in',
    message: 'Your access ended in the meantime. Sign in again, or ask an owner or an admin.',
  });
}

/** One that has not expired, of a person who has access. */
const findSession = prepare((db, of: { readonly hash: string; readonly now: number; readonly idleSince: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person_id')
    .innerJoin('organizations', 'organizations.id', 'people.organization_id')
    .where('sessions.hash', '=', of.hash)
    .where('sessions.expires_at', '>', of.now)
    .where('sessions.last_seen_at', '>', of.idleSince)
    .where(isPresent)
    .select([
      'sessions.hash as session',
      'sessions.last_seen_at',
      'sessions.passkey_id',
      'people.id as person_id',
      'people.name as person_name',
      'people.role',
      'organizations.id as organization_id',
      'organizations.name as organization_name',
    ]),
);
