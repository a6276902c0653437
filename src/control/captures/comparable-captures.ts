/** The captures of one workload that a comparison chooses from. */
import { isPaired, type Pairing, pairCaptures } from '../../../profiler/witness/baseline.ts';
import type { Db } from '../store/database.ts';
import { type CaptureRows, withInstances } from './capture-rows.ts';

/** How far back a comparison looks for its captures. */
const maxListed = 500;
/** Captures of one version that a comparison uses; more add memory and no certainty. */
export const maxReplicates = 10;

export interface Listing {
  readonly request_id: string;
  readonly version: string;
  readonly kind: 'head' | 'replicate';
  readonly status: string;
  readonly requested_at: string;
  readonly rows: CaptureRows;
}

/** Newest first; with what was not pushed, unless `onlyPushed`. */
export async function listComparable(
  db: Db,
  organization: string,
  { workload, env, onlyPushed = false }: { workload: string; env: string; onlyPushed?: boolean },
): Promise<readonly Listing[]> {
  const requests = await db
    .selectFrom('capture_requests')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('workload', '=', workload)
    .where('env', '=', env)
    .where('status', onlyPushed ? '=' : '!=', onlyPushed ? 'pushed' : 'queued')
    .orderBy('requested_at', 'desc')
    .limit(maxListed)
    .execute();
  return (await withInstances(db, requests)).map((rows) => ({
    request_id: rows.request.id,
    version: rows.request.version,
    kind: rows.request.kind,
    status: rows.request.status,
    requested_at: new Date(rows.request.requested_at).toISOString(),
    rows,
  }));
}

/** Those of one namespace, with what was not pushed anywhere: the same process elsewhere is another target. */
export function inNamespace(listed: readonly Listing[], namespace: string | null | undefined): readonly Listing[] {
  return listed.filter(({ status, rows }) => status !== 'pushed' || namespaceOf(rows) === namespace);
}

/** What a comparison without a choice of versions uses in each namespace, and where there is no pair yet the latest head with its replicates. */
export function listBaselines(listed: readonly Listing[]): readonly Listing[] {
  const pushed = listed.filter(({ status }) => status === 'pushed');
  const namespaces = new Set(pushed.map(({ rows }) => namespaceOf(rows)));
  return [...namespaces].flatMap((namespace) => {
    const own = inNamespace(listed, namespace);
    const pair = pairCaptures(own);
    return isPaired(pair) ? listPair(pair) : listLatest(own);
  });
}

function listPair(pair: Pairing<Listing>): readonly Listing[] {
  const { head, headReplicates, baseline, baselineReplicates } = pair;
  return [head, ...headReplicates.slice(0, maxReplicates), baseline, ...baselineReplicates.slice(0, maxReplicates)];
}

function listLatest(listed: readonly Listing[]): readonly Listing[] {
  const pushed = listed.filter(({ status }) => status === 'pushed');
  const head = pushed.find(({ kind }) => kind === 'head');
  if (head === undefined) return [];
  const replicates = pushed.filter((one) => one.version === head.version && one !== head);
  return [head, ...replicates.slice(0, maxReplicates)];
}

export function pushedOn({ instances }: CaptureRows, node?: string): CaptureRows['instances'][number] | undefined {
  const pushed = instances.filter((one) => one.bundle_id !== null);
  return pushed.find(({ instance }) => instance === node) ?? pushed[0];
}

export function namespaceOf(rows: CaptureRows): string | null | undefined {
  return pushedOn(rows)?.namespace;
}
