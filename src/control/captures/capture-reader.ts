/** What may be read of captures: records, bundles and the comparison of two versions. */
import type { Diff } from '../../../profiler/witness/diff.ts';
import { isPaired, pairCaptures } from '../../../profiler/witness/baseline.ts';
import { type ComparedCapture, compare } from '../../../profiler/witness/compare.ts';
import { decodeBundle } from '../../../profiler/witness/encode.ts';
import { CollectorMemory, ProbeTally } from '../../tunnel/messages.ts';
import type { CaptureList, CaptureRecord } from '../api.ts';
import { ApiProblem } from '../problem.ts';
import type { Db, Store } from '../store/database.ts';
import { type InstanceRow, instancesOf, type RequestRow } from './capture-queue.ts';

export interface CaptureFilter {
  readonly workload?: string | undefined;
  readonly env?: string | undefined;
  readonly version?: string | undefined;
  readonly status?: RequestRow['status'] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface DiffQuery {
  readonly workload: string;
  readonly env: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Captures of one version that a comparison uses; more add memory and no certainty. */
const maxReplicates = 10;

export class CaptureReader {
  readonly #db: Db;

  constructor(store: Store) {
    this.#db = store.db;
  }

  async find(organization: string, id: string): Promise<CaptureRecord | undefined> {
    const row = await this.#db
      .selectFrom('capture_requests')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && describe(row, await instancesOf(this.#db, id));
  }

  /** Newest first. The cursor is the last record of the page before. */
  async list(organization: string, filter: CaptureFilter): Promise<CaptureList> {
    const after = parseCursor(filter.cursor);
    let query = this.#db.selectFrom('capture_requests').selectAll().where('organization_id', '=', organization);
    for (const field of ['workload', 'env', 'version', 'status'] as const) {
      const value = filter[field];
      if (value !== undefined) query = query.where(field, '=', value);
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
    const captures = await Promise.all(page.map(async (row) => describe(row, await instancesOf(this.#db, row.id))));
    const last = page.at(-1);
    return {
      captures,
      ...(rows.length > page.length && last !== undefined && { next_cursor: `${last.requested_at}.${last.id}` }),
    };
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

  /** @throws ApiProblem 404 when no pair of captures exists, saying which is missing. */
  async diff(organization: string, { workload, env, from, to }: DiffQuery): Promise<Diff> {
    const rows = await this.#db
      .selectFrom('capture_requests')
      .selectAll()
      .where('organization_id', '=', organization)
      .where('workload', '=', workload)
      .where('env', '=', env)
      .where('status', '!=', 'queued')
      .orderBy('requested_at', 'desc')
      .limit(500)
      .execute();
    const listed = rows.map((row) => ({
      ...row,
      request_id: row.id,
      requested_at: new Date(row.requested_at).toISOString(),
    }));
    const pair = pairCaptures(listed, { from, to });
    if (!isPaired(pair)) throw new ApiProblem({ status: 404, code: pair.code, message: pair.message });
    const load = (one: { id: string }): Promise<ComparedCapture> => this.#load(organization, one.id);
    const [baseline, head, baselineReplicates, headReplicates] = await Promise.all([
      load(pair.baseline),
      load(pair.head),
      Promise.all(pair.baselineReplicates.slice(0, maxReplicates).map(load)),
      Promise.all(pair.headReplicates.slice(0, maxReplicates).map(load)),
    ]);
    const choice = { why: pair.why, skipped: pair.skipped };
    return compare({ workload, env, baseline, head, baselineReplicates, headReplicates, choice });
  }

  async #load(organization: string, id: string): Promise<ComparedCapture> {
    const stored = await this.bundle(organization, id);
    if (stored === undefined) throw new Error(`the bundle of capture ${id} is not in the store`);
    const { bundle } = decodeBundle(stored.bytes);
    const { version, requested_at } = bundle.request;
    return { ref: { request_id: id, bundle_id: stored.id, version, requested_at, instance: bundle.instance }, bundle };
  }
}

function describe(row: RequestRow, instances: readonly InstanceRow[]): CaptureRecord {
  const { reason_code: code, reason_text: text } = row;
  return {
    request_id: row.id,
    workload: row.workload,
    version: row.version,
    env: row.env,
    kind: row.kind,
    duration_sec: row.duration_sec,
    warmup_sec: row.warmup_sec,
    requested_by: { type: row.requested_by_type, name: row.requested_by },
    requested_at: new Date(row.requested_at).toISOString(),
    status: row.status,
    ...(row.status === 'queued' ? { progress: describeProgress(row, instances) } : { outcome: row.status }),
    ...(code !== null && text !== null && { reason: { code, text } }),
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
  if (row.outcome === null) return [];
  return [
    {
      instance: row.instance,
      outcome: row.outcome,
      reason: { code: row.reason_code ?? '', text: row.reason_text ?? '' },
      ...(row.probes !== null && { probes: ProbeTally.parse(JSON.parse(row.probes)) }),
      ...(row.collector !== null && { collector: CollectorMemory.parse(JSON.parse(row.collector)) }),
      ...(row.bundle_id !== null && { bundle_id: row.bundle_id }),
    },
  ];
}

function parseCursor(cursor: string | undefined): { at: number; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const match = /^(\d{1,15})\.([\da-f-]{36})$/u.exec(cursor);
  if (match === null) {
    throw new ApiProblem({
      status: 400,
      code: 'invalid_query',
      field: 'cursor',
      message: 'cursor is not one that this list gave.',
    });
  }
  return { at: Number(match[1]), id: match[2] ?? '' };
}
