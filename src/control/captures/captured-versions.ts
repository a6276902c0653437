/** What was captured, by process and environment: what people choose from, and which head a replicate repeats. */
import { admitCaptures } from '../../../profiler/witness/judge/captures/admit-captures.ts';
import { isPaired, pairOrdered } from '../../../profiler/witness/judge/captures/baseline.ts';
import {
  type CaptureListing,
  listDeployments,
  orderCaptures,
  type Placed,
} from '../../../profiler/witness/judge/captures/deployments.ts';
import { findOccasions } from '../../../profiler/witness/judge/captures/occasions.ts';
import type { CapturedVersions } from '../api/api.ts';
import type { Db } from '../store/database.ts';
import { type RequestRow, startOf } from './capture-rows.ts';

/** Captures that are read, the newest ones; years of ordinary use. */
const maxRead = 5000;
/** Versions of a process and environment whose window is listed, the newest ones: what is long over asks for nothing. */
const mostWindows = 20;

const columns = [
  'id',
  'workload',
  'env',
  'version',
  'kind',
  'status',
  'duration_sec',
  'warmup_sec',
  'image',
  'requested_at',
  'running_since',
  'recorded',
] as const;
type Row = Pick<RequestRow, (typeof columns)[number]>;

type Target = CapturedVersions['targets'][number];
type Version = Target['versions'][number];

export interface VersionsQuery {
  /** Milliseconds between two captures of a version that count as two. */
  readonly spacingMs: number;
  readonly now: number;
  readonly most?: number | undefined;
}

export async function listCapturedVersions(
  db: Db,
  organization: string,
  { most = maxRead, ...query }: VersionsQuery,
): Promise<CapturedVersions> {
  const rows = await db
    .selectFrom('capture_requests')
    .select(columns)
    .where('organization_id', '=', organization)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute();
  const read = rows.slice(0, most);
  const targets = Map.groupBy(read, ({ workload, env }) => JSON.stringify([workload, env]));
  return {
    targets: [...targets.values()].flatMap((own) => describeTarget(own, query)),
    complete: rows.length === read.length,
  };
}

/** A capture as comparisons list it. */
interface Listed extends CaptureListing {
  readonly row: Row;
}

/** `rows` newest first. */
function describeTarget(rows: readonly Row[], query: VersionsQuery): Target[] {
  const pushed = rows.filter(({ status }) => status === 'pushed');
  const [newest] = pushed;
  if (newest === undefined) return [];
  const ordered = orderCaptures(rows.map(listRow));
  const described = [...Map.groupBy(pushed, ({ version }) => version)].map(([version, own], place) =>
    describeVersion(version, own, { ordered, isRecent: place < mostWindows, ...query }),
  );
  const versions = described.toSorted((a, b) => b.deployedAt - a.deployedAt).map(({ version }) => version);
  return [{ workload: newest.workload, env: newest.env, versions }];
}

/** A recorded capture ends the window of the version before, and counts for none. */
function listRow(row: Row): Listed {
  const { id, version, kind, requested_at: at, recorded } = row;
  const status = row.status === 'pushed' && recorded !== 0 ? 'recorded' : row.status;
  return { request_id: id, version, kind, status, requested_at: new Date(at).toISOString(), row };
}

/** `own` newest first. `deployedAt`: when its head was requested, milliseconds; replicates make no version newer. */
function describeVersion(
  version: string,
  own: readonly Row[],
  {
    ordered,
    isRecent,
    ...query
  }: VersionsQuery & { readonly ordered: readonly Placed<Listed>[]; readonly isRecent: boolean },
): { readonly version: Version; readonly deployedAt: number } {
  const latestAt = own[0]?.requested_at ?? 0;
  const measured = own.filter(({ recorded }) => recorded === 0);
  const deployment = listDeployments(ordered, version).at(-1);
  const head = deployment?.head.row;
  return {
    deployedAt: deployment?.requestedAt ?? latestAt,
    version: {
      version,
      latest_at: new Date(latestAt).toISOString(),
      captures: measured.length,
      recorded: measured.length < own.length,
      ...(head !== undefined && {
        head: {
          request_id: head.id,
          duration_sec: head.duration_sec,
          warmup_sec: head.warmup_sec,
          ...(head.image !== null && { image: head.image }),
        },
      }),
      ...(isRecent && describeConfirmation(version, { ordered, ...query })),
    },
  };
}

/** As a comparison will count them: what comes too late, or too soon after another capture, is not asked for. */
function describeConfirmation(
  version: string,
  { ordered, spacingMs, now }: VersionsQuery & { readonly ordered: readonly Placed<Listed>[] },
): Pick<Version, 'confirmation'> {
  const pair = pairOrdered(ordered, { to: version });
  const sides = isPaired(pair) ? pair : pair.alone;
  if (sides === undefined) return {};
  const begin = ({ row }: Listed): number => startOf(row);
  const { head, window } = admitCaptures(sides, { now, spacingMs, startOf: begin });
  if (window === undefined) throw new Error('at a time there is a window');
  const starts = head.map(begin);
  const nextAt = Math.max(...findOccasions(starts, spacingMs).map(([first = 0]) => starts[first] ?? 0)) + spacingMs;
  return {
    confirmation: {
      state: window.wants.head ? 'open' : 'closed',
      closes_at: new Date(window.closesAt).toISOString(),
      occasions: window.occasions,
      missing: window.missing,
      ...(window.wants.head && nextAt > now && { next_at: new Date(nextAt).toISOString() }),
    },
  };
}
