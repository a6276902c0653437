/** Capture requests as rows, and the only mapping between rows and states. */
import type { Selectable } from 'kysely';
import type { Db, DbTransaction } from '../store/database.ts';
import type { CaptureTables } from '../store/tables.ts';
import type { CaptureState } from './capture-state.ts';
import type { NodeResult } from './settle.ts';

export type RequestRow = Selectable<CaptureTables['capture_requests']>;
export type InstanceRow = Selectable<CaptureTables['capture_instances']>;

/** A request with every node's row, ordered by the node's name. */
export interface CaptureRows {
  readonly request: RequestRow;
  readonly instances: readonly InstanceRow[];
}

/** In the order of `requests`, whose nodes are read in one query. */
export async function withInstances(
  db: Db | DbTransaction,
  requests: readonly RequestRow[],
): Promise<readonly CaptureRows[]> {
  if (requests.length === 0) return [];
  const ids = requests.map(({ id }) => id);
  const rows = await db
    .selectFrom('capture_instances')
    .selectAll()
    .where('request_id', 'in', ids)
    .orderBy('instance')
    .execute();
  const grouped = Map.groupBy(rows, (row) => row.request_id);
  return requests.map((request) => ({ request, instances: grouped.get(request.id) ?? [] }));
}

/** When the window of a capture began, milliseconds: as close as a record without its bundle says. */
export function startOf({
  running_since: taken,
  requested_at: asked,
  warmup_sec: warmup,
}: Pick<RequestRow, 'running_since' | 'requested_at' | 'warmup_sec'>): number {
  return (taken ?? asked) + warmup * 1000;
}

export function stateOf({ request, instances }: CaptureRows): CaptureState {
  const { status, reason_code: code, reason_text: text } = request;
  return {
    status,
    reason: code === null || text === null ? undefined : { code, text },
    nodes: new Map(instances.map((row) => [row.instance, resultOf(row)])),
  };
}

/** Undefined while the node measures. */
export function resultOf({ instance, outcome, reason_code, reason_text }: InstanceRow): NodeResult | undefined {
  if (outcome === null) return undefined;
  return { instance, outcome, reason: { code: reason_code ?? '', text: reason_text ?? '' } };
}

/** Writes what differs between two states of one request. Rows of nodes are only added and completed. */
export async function storeChange(
  transaction: DbTransaction,
  requestId: string,
  { before, after, now }: { before: CaptureState; after: CaptureState; now: number },
): Promise<void> {
  for (const [instance, result] of after.nodes) {
    const isKnown = before.nodes.has(instance);
    if (isKnown && before.nodes.get(instance) === result) continue;
    const row = { taken_at: now, ...columnsOf(result, now) };
    await transaction
      .insertInto('capture_instances')
      .values({ request_id: requestId, instance, ...emptyReport, ...row })
      .onConflict((conflict) => conflict.columns(['request_id', 'instance']).doUpdateSet(columnsOf(result, now)))
      .execute();
  }
  const isTakenNow = before.nodes.size === 0 && after.status === 'queued' && after.nodes.size > 0;
  const hasEnded = after.status !== 'queued';
  await transaction
    .updateTable('capture_requests')
    .set({
      status: after.status,
      reason_code: after.reason?.code ?? null,
      reason_text: after.reason?.text ?? null,
      ...(isTakenNow && { running_since: now }),
      ...(hasEnded && { finished_at: now, phase: null }),
    })
    .where('id', '=', requestId)
    .execute();
}

const emptyReport = { probes: null, collector: null, bundle_id: null, namespace: null } as const;

function columnsOf(
  result: NodeResult | undefined,
  now: number,
): Pick<InstanceRow, 'outcome' | 'reason_code' | 'reason_text' | 'finished_at'> {
  return {
    outcome: result?.outcome ?? null,
    reason_code: result?.reason.code ?? null,
    reason_text: result?.reason.text ?? null,
    finished_at: result === undefined ? null : now,
  };
}
