/** What may be read of captures: records, and bundles as they were stored. */
import { defaultSpacingMs } from '../../../profiler/witness/judge/captures/occasions.ts';
import { CollectorMemory, ProbeTally } from '../../tunnel/messages.ts';
import type { Clock } from '../../core/clock.ts';
import type { CapturedVersions, CaptureList, CaptureRecord } from '../api/api.ts';
import { type RetentionLimits, captureRemoved, findRemoved, findRemovedUntil } from './removed-captures.ts';
import type { Db, Store } from '../store/database.ts';
import { parseTimeCursor, renderTimeCursor } from '../store/time-cursor.ts';
import { listCapturedVersions } from './captured-versions.ts';
import { defaultCapturesPerHour, readHour } from './hourly-ceiling.ts';
import { type CaptureRows, type InstanceRow, type RequestRow, resultOf, withInstances } from './capture-rows.ts';

export interface CaptureFilter {
  readonly workload?: string | undefined;
  readonly env?: string | undefined;
  readonly version?: string | undefined;
  readonly status?: RequestRow['status'] | undefined;
  /** A Profiler that took part. */
  readonly instance?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface ReaderOptions {
  readonly limits?: RetentionLimits | undefined;
  readonly spacingMs?: number | undefined;
  readonly perHour?: number | undefined;
}

export class CaptureReader {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #limits: RetentionLimits | undefined;
  readonly #spacingMs: number;
  readonly #perHour: number;

  /** `spacingMs`: between two captures of a version that count as two. `perHour`: captures that an organization may queue. */
  constructor(
    store: Store,
    clock: Clock,
    { limits, spacingMs = defaultSpacingMs, perHour = defaultCapturesPerHour }: ReaderOptions = {},
  ) {
    this.#db = store.db;
    this.#clock = clock;
    this.#limits = limits;
    this.#spacingMs = spacingMs;
    this.#perHour = perHour;
  }

  versions(organization: string): Promise<CapturedVersions> {
    return listCapturedVersions(this.#db, organization, { spacingMs: this.#spacingMs, now: this.#clock.now() });
  }

  /** Undefined for an id that never was one. @throws ApiProblem 410 for one that retention removed. */
  async find(organization: string, id: string): Promise<CaptureRecord | undefined> {
    const row = await this.#db
      .selectFrom('capture_requests')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) {
      const removed = await findRemoved(this.#db, organization, id);
      if (removed !== undefined) throw captureRemoved(removed);
      return undefined;
    }
    const [rows] = await withInstances(this.#db, [row]);
    return rows && describe(rows);
  }

  /** Newest first. The cursor is the last record of the page before. */
  async list(organization: string, filter: CaptureFilter): Promise<CaptureList> {
    const after = parseTimeCursor(filter.cursor ?? '');
    let query = this.#db.selectFrom('capture_requests').selectAll().where('organization_id', '=', organization);
    for (const field of ['workload', 'env', 'version', 'status'] as const) {
      const value = filter[field];
      if (value !== undefined) query = query.where(field, '=', value);
    }
    const { instance } = filter;
    if (instance !== undefined) {
      query = query.where((row) =>
        row.exists(
          row
            .selectFrom('capture_instances')
            .select('request_id')
            .whereRef('request_id', '=', 'capture_requests.id')
            .where('instance', '=', instance),
        ),
      );
    }
    if (after !== undefined) {
      query = query.where((row) =>
        row.or([
          row('requested_at', '<', after.at),
          row.and([row('requested_at', '=', after.at), row('id', '<', after.id)]),
        ]),
      );
    }
    const rows = await query
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit + 1)
      .execute();
    const page = rows.slice(0, filter.limit);
    const captures = (await withInstances(this.#db, page)).map(describe);
    const last = page.at(-1);
    return {
      captures,
      ...(rows.length > page.length &&
        last !== undefined && { next_cursor: renderTimeCursor({ at: last.requested_at, id: last.id }) }),
      hour: await readHour(this.#db, organization, { now: this.#clock.now(), perHour: this.#perHour }),
      ...(this.#limits !== undefined && { retention: await this.#describeRetention(organization, this.#limits) }),
    };
  }

  async #describeRetention(
    organization: string,
    { days, gigabytes }: RetentionLimits,
  ): Promise<NonNullable<CaptureList['retention']>> {
    const until = await findRemovedUntil(this.#db, organization);
    return { days, gigabytes, ...(until !== undefined && { removed_until: new Date(until).toISOString() }) };
  }

  /** Bytes as stored. Without an instance the first that pushed. */
  async bundle(
    organization: string,
    id: string,
    instance?: string,
  ): Promise<{ id: string; bytes: Uint8Array } | undefined> {
    const record = await this.find(organization, id);
    const result = record?.instances.find(
      (one) => one.bundle_id !== undefined && (instance === undefined || one.instance === instance),
    );
    if (result?.bundle_id === undefined) return undefined;
    return this.#db
      .selectFrom('bundles')
      .select(['id', 'bytes'])
      .where('organization_id', '=', organization)
      .where('id', '=', result.bundle_id)
      .executeTakeFirst();
  }
}

function describe({ request: row, instances }: CaptureRows): CaptureRecord {
  const { reason_code: code, reason_text: text } = row;
  return {
    request_id: row.id,
    workload: row.workload,
    version: row.version,
    env: row.env,
    kind: row.kind,
    duration_sec: row.duration_sec,
    warmup_sec: row.warmup_sec,
    ...(row.image !== null && { image: row.image }),
    requested_by: {
      type: row.requested_by_type,
      name: row.requested_by,
      ...(row.requested_by_id !== null && { id: row.requested_by_id }),
    },
    requested_at: new Date(row.requested_at).toISOString(),
    status: row.status,
    ...(row.status === 'queued' ? { progress: describeProgress(row, instances) } : { outcome: row.status }),
    ...(code !== null && text !== null && { reason: { code, text } }),
    ...(row.running_since !== null && { started_at: new Date(row.running_since).toISOString() }),
    ...(row.finished_at !== null && { finished_at: new Date(row.finished_at).toISOString() }),
    instances: instances.flatMap(describeResult),
    recorded: row.recorded === 1,
  };
}

function describeProgress(row: RequestRow, instances: readonly InstanceRow[]): NonNullable<CaptureRecord['progress']> {
  if (row.running_since === null) return { step: 'waiting' };
  return {
    step: 'running',
    taken_by: instances.map(({ instance }) => instance),
    since: new Date(row.running_since).toISOString(),
    ...(row.phase !== null && { phase: row.phase }),
  };
}

function describeResult(row: InstanceRow): CaptureRecord['instances'] {
  const result = resultOf(row);
  if (result === undefined) return [];
  return [
    {
      ...result,
      ...(row.probes !== null && { probes: ProbeTally.parse(JSON.parse(row.probes)) }),
      ...(row.collector !== null && { collector: CollectorMemory.parse(JSON.parse(row.collector)) }),
      ...(row.bundle_id !== null && { bundle_id: row.bundle_id }),
    },
  ];
}
