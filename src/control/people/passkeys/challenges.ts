/**
 * Challenges that passkeys sign: made here, used once, for five minutes, for one purpose, and only by the browser that
 * asked. Its cookie holds an authenticated ticket, and the challenge is derived from it. So an open one costs no storage,
 * and nobody can end that of somebody else. Only used ones are stored, until they expire.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Secret } from '../../../core/secret.ts';
import type { TicketKeys } from '../../keys/ticket-keys.ts';
import type { Db } from '../../store/database.ts';
import { isTicket, makeTicket, type Purpose, readTicketEnd } from './ticket.ts';

export const challengeMs = 5 * 60_000;
/** A sign-in by a provider may take longer than the touch of a key. */
export const ssoMs = 10 * 60_000;
/** So far the clocks of two replicas may differ. A used one is stored for so much longer than it lasts. */
const skewMs = 5 * 60_000;

const expiredAtOnce = 100;

const cookieName = '__Host-farol-passkey';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export interface IssuedChallenge {
  readonly challenge: string;
  /** Goes into the cookie and nowhere else. */
  readonly ticket: Secret;
}

export interface ChallengeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly keys: TicketKeys;
}

export class Challenges {
  readonly #deps: ChallengeDeps;

  constructor(deps: ChallengeDeps) {
    this.#deps = deps;
  }

  issue(purpose: Purpose): IssuedChallenge {
    const { keys, clock } = this.#deps;
    const ticket = makeTicket(keys.ticketKey, purpose, clock.now() + lifetimeOf(purpose));
    return { challenge: challengeOf(ticket), ticket };
  }

  /**
   * Uses the challenge up, whatever becomes of the answer to it. Undefined when the cookie holds none, when it was used
   * or has expired, or when it was issued for something else. Of two at the same moment one gets it.
   */
  async take(ticket: Secret | undefined, purpose: Purpose): Promise<string | undefined> {
    if (ticket === undefined) return undefined;
    const { keys, clock } = this.#deps;
    const end = await readTicketEnd(keys, ticket, purpose);
    const leftMs = (end ?? 0) - clock.now();
    // One that lasts too long was made while the clock of the machine was wrong.
    if (end === undefined || leftMs <= 0 || leftMs > lifetimeOf(purpose) + skewMs) return undefined;
    await this.#dropExpired();
    return (await this.#use(ticket, end + skewMs)) ? challengeOf(ticket) : undefined;
  }

  /** False when it was used before. */
  async #use(ticket: Secret, until: number): Promise<boolean> {
    const id = createHash('sha256').update(ticket.reveal()).digest('hex');
    const { numInsertedOrUpdatedRows: stored } = await this.#deps.db
      .insertInto('used_tickets')
      .values({ id, expires_at: until })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    return stored === 1n;
  }

  /** More than are stored meanwhile, and never a statement that takes long. */
  async #dropExpired(): Promise<void> {
    const { db, clock } = this.#deps;
    const expired = db
      .selectFrom('used_tickets')
      .select('id')
      .where('expires_at', '<=', clock.now())
      .limit(expiredAtOnce);
    await db.deleteFrom('used_tickets').where('id', 'in', expired).execute();
  }
}

function lifetimeOf({ to }: Purpose): number {
  return to === 'sso' ? ssoMs : challengeMs;
}

/** Unguessable, and says nothing about the ticket. */
function challengeOf(ticket: Secret): string {
  return createHash('sha256').update(`farol passkey challenge ${ticket.reveal()}`).digest('base64url');
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
    if (name === cookieName && value !== undefined && isTicket(value)) return new Secret(value);
  }
  return undefined;
}
