/**
 * Challenges that passkeys sign: made here, stored here, used once, for five minutes, and only by the browser that
 * asked. Its cookie is the only way to name one, and its hash is what is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Secret } from '../../../core/secret.ts';
import type { Db } from '../../store/database.ts';

export const challengeMs = 5 * 60_000;
/** Of one caller: asking again and again replaces their own oldest, and nobody else's. */
export const maxOpen = 500;

const expiredAtOnce = 100;

const cookieName = '__Host-farol-passkey';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export interface IssuedChallenge {
  readonly challenge: string;
  /** Names it; goes into the cookie and nowhere else. */
  readonly ticket: Secret;
}

interface ChallengeFor {
  readonly caller: string;
  /** Who adds a passkey; undefined for signing in. */
  readonly person?: string;
  /** A sign-in by a provider may take longer than the touch of a key. */
  readonly lifetimeMs?: number;
}

export class Challenges {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async issue({ caller, person, lifetimeMs = challengeMs }: ChallengeFor): Promise<IssuedChallenge> {
    const now = this.#clock.now();
    const ticket = new Secret(randomBytes(32).toString('base64url'));
    const challenge = randomBytes(32).toString('base64url');
    await this.#dropExpired(now);
    await this.#db
      .insertInto('passkey_challenges')
      .values({ id: hashOf(ticket), challenge, person_id: person ?? null, caller, expires_at: now + lifetimeMs })
      .execute();
    await this.#dropOldest(caller);
    return { challenge, ticket };
  }

  /**
   * Uses the challenge up, whatever becomes of the answer to it. Undefined when the cookie names none, when it was used
   * or has expired, or when it was issued for something else. Of two at the same moment one gets it.
   */
  async take(ticket: Secret | undefined, person?: string): Promise<string | undefined> {
    if (ticket === undefined) return undefined;
    const id = hashOf(ticket);
    const found = await this.#db
      .selectFrom('passkey_challenges')
      .select(['challenge', 'person_id', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (found === undefined) return undefined;
    const { numDeletedRows } = await this.#db
      .deleteFrom('passkey_challenges')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const isMeant = found.person_id === (person ?? null) && found.expires_at > this.#clock.now();
    return numDeletedRows === 1n && isMeant ? found.challenge : undefined;
  }

  /** More than are made meanwhile, and never a statement that takes long. */
  async #dropExpired(now: number): Promise<void> {
    const expired = this.#db
      .selectFrom('passkey_challenges')
      .select('id')
      .where('expires_at', '<=', now)
      .limit(expiredAtOnce);
    await this.#db.deleteFrom('passkey_challenges').where('id', 'in', expired).execute();
  }

  async #dropOldest(caller: string): Promise<void> {
    const surplus = await this.#db
      .selectFrom('passkey_challenges')
      .select('id')
      .where('caller', '=', caller)
      .orderBy('expires_at', 'desc')
      .limit(50)
      .offset(maxOpen)
      .execute();
    if (surplus.length === 0) return;
    await this.#db
      .deleteFrom('passkey_challenges')
      .where(
        'id',
        'in',
        surplus.map(({ id }) => id),
      )
      .execute();
  }
}

export function renderChallengeCookie(ticket: Secret): string {
  return `${cookieName}=${ticket.reveal()}; ${attributes}; Max-Age=${challengeMs / 1000}`;
}

export function renderClearedChallenge(): string {
  return `${cookieName}=; ${attributes}; Max-Age=0`;
}

/** Undefined when there is none or it cannot be one of ours. */
export function readChallengeCookie(header: string | undefined): Secret | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === cookieName && value !== undefined && /^[\w-]{43}$/u.test(value)) return new Secret(value);
  }
  return undefined;
}

function hashOf(ticket: Secret): string {
  return createHash('sha256').update(ticket.reveal()).digest('hex');
}
