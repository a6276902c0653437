/** The limits of retention, and what is left of captures that it removed: enough to say so where somebody looks for one. */
import type { Selectable } from 'kysely';
import type { RemovedCapture } from '../api/api.ts';
import { ApiProblem } from '../problem/api-problem.ts';
import type { Db } from '../store/database.ts';
import type { RetentionTables } from '../store/retention-tables.ts';

/** Retention limits for captures, for each organization. */
export interface RetentionLimits {
  readonly days: number;
  readonly gigabytes: number;
}

/** A year and a month: a version is compared with the one of the same season last year. 20 GB are some 60,000 bundles of usual size. */
export const defaultRetention: RetentionLimits = { days: 400, gigabytes: 20 };

export const dayMs = 86_400_000;
export const bytesPerGigabyte = 1_000_000_000;

export type RemovalReason = 'age' | 'size';

/** The variable that sets the limit which removed something. */
export const retentionVariables = {
  age: 'FAROL_RETENTION_DAYS',
  size: 'FAROL_RETENTION_GB',
} as const satisfies Record<RemovalReason, string>;

type RemovedRow = Selectable<RetentionTables['removed_captures']>;

export function findRemoved(db: Db, organization: string, id: string): Promise<RemovedRow | undefined> {
  return db
    .selectFrom('removed_captures')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The newest one of a workload that had been pushed, of this version when one is named. */
export function findRemovedVersion(
  db: Db,
  organization: string,
  { workload, env, version }: { workload: string; env: string; version?: string | undefined },
): Promise<RemovedRow | undefined> {
  let query = db
    .selectFrom('removed_captures')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('workload', '=', workload)
    .where('env', '=', env)
    .where('status', '=', 'pushed');
  if (version !== undefined) query = query.where('version', '=', version);
  return query.orderBy('requested_at', 'desc').limit(1).executeTakeFirst();
}

/** When the newest request that was removed had been made; undefined while nothing was. Milliseconds since the epoch. */
export async function findRemovedUntil(db: Db, organization: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('removed_captures')
    .select('requested_at')
    .where('organization_id', '=', organization)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.requested_at;
}

export function describeRemoved(row: RemovedRow): RemovedCapture {
  return {
    workload: row.workload,
    version: row.version,
    removed_at: new Date(row.removed_at).toISOString(),
    reason: row.reason,
    variable: retentionVariables[row.reason],
    limit: row.limit_value,
  };
}

export function captureRemoved(row: RemovedRow): ApiProblem {
  const removed = describeRemoved(row);
  return new ApiProblem({ status: 410, code: 'capture_removed', message: sayRemoved(removed), removed });
}

export function sayRemoved({ workload, version, removed_at, reason, variable, limit }: RemovedCapture): string {
  const why =
    reason === 'age' ? `it was older than ${limit} days` : `the bundles of the organization were more than ${limit} GB`;
  return `The capture of ${workload} ${version} was removed by retention on ${removed_at.slice(0, 10)}: ${why} (${variable}). An operator sets that limit; removed captures cannot be restored.`;
}
