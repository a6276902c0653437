/** The captures of one workload that a comparison chooses from. */
import { admitCaptures } from '../../../profiler/witness/judge/captures/admit-captures.ts';
import { isPaired, pairCaptures } from '../../../profiler/witness/judge/captures/baseline.ts';
import type { CaptureListing } from '../../../profiler/witness/judge/captures/deployments.ts';
import { defaultSpacingMs } from '../../../profiler/witness/judge/captures/occasions.ts';
import type { Db } from '../store/database.ts';
import { type CaptureRows, startOf, withInstances } from './capture-rows.ts';

/** How far back a comparison looks for its captures. */
const maxListed = 500;
/** Captures of the latest deployment that stay in the store for the comparison with the next one, beside its head. */
const mostKept = 10;

export interface Listing extends CaptureListing {
  readonly rows: CaptureRows;
}

/** Newest first; with what was not pushed, or not yet, unless `onlyPushed`. */
export async function listComparable(
  db: Db,
  organization: string,
  { workload, env, onlyPushed = false }: { workload: string; env: string; onlyPushed?: boolean },
): Promise<readonly Listing[]> {
  let query = db
    .selectFrom('capture_requests')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('workload', '=', workload)
    .where('env', '=', env);
  if (onlyPushed) query = query.where('status', '=', 'pushed');
  const requests = await query.orderBy('requested_at', 'desc').limit(maxListed).execute();
  return (await withInstances(db, requests)).map((rows) => ({
    request_id: rows.request.id,
    version: rows.request.version,
    kind: rows.request.kind,
    status: rows.request.status,
    requested_at: new Date(rows.request.requested_at).toISOString(),
    namespace: namespaceOf(rows),
    rows,
  }));
}

/** Those of one namespace, with what was not pushed anywhere: the same process elsewhere is another target. */
export function inNamespace(listed: readonly Listing[], namespace: string | null | undefined): readonly Listing[] {
  return listed.filter(({ status, rows }) => status !== 'pushed' || namespaceOf(rows) === namespace);
}

/** What a comparison without a choice of versions uses in each namespace, and what the next one will start from. */
export function listBaselines(listed: readonly Listing[]): readonly Listing[] {
  const pushed = listed.filter(({ status }) => status === 'pushed');
  const namespaces = new Set(pushed.map(({ namespace }) => namespace));
  return [...namespaces].flatMap((namespace) => {
    const pair = pairCaptures(inNamespace(listed, namespace));
    const sides = isPaired(pair) ? pair : pair.alone;
    if (sides === undefined) return [];
    // Whatever the time: what an open window has not admitted yet, it may still admit.
    const asked = { now: Number.POSITIVE_INFINITY, spacingMs: defaultSpacingMs };
    const { head, baseline } = admitCaptures(sides, { ...asked, startOf: ({ rows }) => startOf(rows.request) });
    return [...head, ...baseline, ...sides.head.captures.slice(-mostKept)];
  });
}

export function pushedOn({ instances }: CaptureRows, node?: string): CaptureRows['instances'][number] | undefined {
  const pushed = instances.filter((one) => one.bundle_id !== null);
  return pushed.find(({ instance }) => instance === node) ?? pushed[0];
}

export function namespaceOf(rows: CaptureRows): string | null | undefined {
  return pushedOn(rows)?.namespace;
}
