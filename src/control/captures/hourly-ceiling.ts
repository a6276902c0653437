/**
 * How many captures an organization may queue in an hour, from pipelines and the form together. A request that found
 * nothing to push does not count: nobody learned anything from it. So that they do not fill the table either, there are
 * at most ten times as many requests of all kinds.
 */
import type { CaptureList } from '../api/api.ts';
import type { Db, DbTransaction } from '../store/database.ts';

export const defaultCapturesPerHour = 20;
export const capturesPerHourLimits = { min: 1, max: 10_000 } as const;
const hourMs = 3_600_000;
const requestsPerCapture = 10;

interface Hour {
  /** Its end, milliseconds. */
  readonly now: number;
  readonly perHour: number;
}

/**
 * Undefined while there is room in the rolling hour; otherwise whole seconds until its oldest request leaves it, at most
 * an hour even when the clock was set back. Refused and deduped requests have no row.
 */
export async function secondsUntilRoom(
  transaction: DbTransaction,
  organization: string,
  hour: Hour,
): Promise<number | undefined> {
  const used = full(await listRecent(transaction, organization, hour), hour.perHour);
  return used && waitSec(used, hour.now);
}

export interface HourUse {
  readonly perHour: number;
  /** The most requests first. */
  readonly workloads: readonly { readonly workload: string; readonly requests: number }[];
}

/** What used the hour. */
export async function readHourUse(db: Db | DbTransaction, organization: string, hour: Hour): Promise<HourUse> {
  const recent = await listRecent(db, organization, hour);
  return { perHour: hour.perHour, workloads: countByWorkload(full(recent, hour.perHour) ?? recent.filter(isCounted)) };
}

function countByWorkload(rows: readonly Recent[]): HourUse['workloads'] {
  return [...Map.groupBy(rows, ({ workload }) => workload)]
    .map(([workload, own]) => ({ workload, requests: own.length }))
    .toSorted((a, b) => b.requests - a.requests || (a.workload < b.workload ? -1 : 1));
}

/** Requests that may still be queued now; while there is none, when there is room again, and what used it. */
export async function readHour(
  db: Db | DbTransaction,
  organization: string,
  hour: Hour,
): Promise<NonNullable<CaptureList['hour']>> {
  const { now, perHour } = hour;
  const recent = await listRecent(db, organization, hour);
  const used = full(recent, perHour);
  return {
    left: used === undefined ? perHour - recent.filter(isCounted).length : 0,
    of: perHour,
    ...(used !== undefined && {
      next_at: new Date(now + waitSec(used, now) * 1000).toISOString(),
      used_by: [...countByWorkload(used)],
    }),
  };
}

interface Recent {
  readonly requested_at: number;
  readonly workload: string;
  readonly status: string;
}

/** The latest requests of the rolling hour, newest first, as many as it may have. */
async function listRecent(
  db: Db | DbTransaction,
  organization: string,
  { now, perHour }: Hour,
): Promise<readonly Recent[]> {
  return db
    .selectFrom('capture_requests')
    .select(['requested_at', 'workload', 'status'])
    .where('organization_id', '=', organization)
    .where('requested_at', '>', now - hourMs)
    .orderBy('requested_at', 'desc')
    .limit(perHour * requestsPerCapture)
    .execute();
}

function isCounted({ status }: Recent): boolean {
  return status !== 'nothing_to_push';
}

/** The requests that leave no room; undefined while there is some. */
function full(recent: readonly Recent[], perHour: number): readonly Recent[] | undefined {
  const counted = recent.filter(isCounted);
  if (counted.length >= perHour) return counted.slice(0, perHour);
  return recent.length >= perHour * requestsPerCapture ? recent : undefined;
}

function waitSec(used: readonly Recent[], now: number): number {
  const waitMs = Math.min(hourMs, (used.at(-1)?.requested_at ?? now) + hourMs - now);
  return Math.max(1, Math.ceil(waitMs / 1000));
}
