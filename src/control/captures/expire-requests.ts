/**
 * Requests that no Profiler accepted in time. A request names the version that runs when it is made; long after
 * that a Profiler would measure another one under its label, so it ends instead of being offered.
 */
import type { Clock } from '../../core/clock.ts';
import type { CaptureReason } from '../../tunnel/messages.ts';
import type { Db } from '../store/database.ts';
import type { RequestRow } from './capture-rows.ts';
import { reasonOf } from './reasons.ts';

export const defaultExpiryHours = 24;
const hourMs = 3_600_000;

export class RequestExpiry {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #hours: number;

  constructor(db: Db, clock: Clock, hours = defaultExpiryHours) {
    this.#db = db;
    this.#clock = clock;
    this.#hours = hours;
  }

  /** True when it may not be offered any more. One that runs ends by its outcome or by the loss of its Profiler. */
  isOverdue({ requested_at }: Pick<RequestRow, 'requested_at'>): boolean {
    return this.#clock.now() - requested_at >= this.#hours * hourMs;
  }

  /** With whether a Profiler was connected while it waited: that decides who must act. */
  async explain({
    organization_id,
    requested_at,
  }: Pick<RequestRow, 'organization_id' | 'requested_at'>): Promise<CaptureReason> {
    const profilers = await this.#db
      .selectFrom('instances')
      .select(['instance', 'last_seen_at'])
      .where('organization_id', '=', organization_id)
      .where('class', '=', 'profiler')
      .where('revoked_at', 'is', null)
      .orderBy('last_seen_at', 'desc')
      .execute();
    const seen = profilers.filter(({ last_seen_at: at }) => at !== null && at >= requested_at);
    const waited = `It waited ${this.#hours === 1 ? '1 hour' : `${this.#hours} hours`} (FAROL_CAPTURE_EXPIRY_HOURS).`;
    return reasonOf('expired', `${waited} ${sayWhoActs(profilers.length, seen[0]?.instance)}`);
  }
}

function sayWhoActs(enrolled: number, seen: string | undefined): string {
  if (seen !== undefined) {
    return `${seen} was connected in that time, so it was busy or did not answer: read its log, then request the capture again.`;
  }
  return enrolled === 0
    ? 'No Profiler is enrolled: an admin enrols one under Settings, then request the capture again.'
    : 'No Profiler was connected in that time: the Fleet page says why each is offline. Then request the capture again.';
}
