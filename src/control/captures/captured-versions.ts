/** What was captured, by process and environment: what people choose from, and which head a replicate repeats. */
import { findWindow } from '../../../profiler/witness/judge/confirmation-window.ts';
import { findOccasions } from '../../../profiler/witness/judge/occasions.ts';
import type { CapturedVersions } from '../api.ts';
import type { Db } from '../store/database.ts';
import type { RequestRow } from './capture-rows.ts';

/** Captures that are read, the newest ones; years of ordinary use. */
const maxRead = 5000;

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
    .where('status', '!=', 'queued')
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

/** When the first capture of another version was requested after a head; undefined while there is none. */
export function findNextVersion(
  rows: readonly Pick<Row, 'version' | 'requested_at'>[],
  head: Pick<Row, 'version' | 'requested_at'>,
): number | undefined {
  let next: number | undefined;
  for (const { version, requested_at: at } of rows) {
    if (version !== head.version && at > head.requested_at && (next === undefined || at < next)) next = at;
  }
  return next;
}

/** `rows` newest first. */
function describeTarget(rows: readonly Row[], query: VersionsQuery): Target[] {
  const pushed = rows.filter(({ status }) => status === 'pushed');
  const [newest] = pushed;
  if (newest === undefined) return [];
  const versions = [...Map.groupBy(pushed, ({ version }) => version)].flatMap(([version, own]) =>
    describeVersion(version, own, { rows, ...query }),
  );
  return [{ workload: newest.workload, env: newest.env, versions }];
}

function describeVersion(
  version: string,
  own: readonly Row[],
  { rows, ...query }: VersionsQuery & { readonly rows: readonly Row[] },
): Version[] {
  const [newest] = own;
  if (newest === undefined) return [];
  const measured = own.filter(({ recorded }) => recorded === 0);
  const head = measured.find(({ kind }) => kind === 'head');
  return [
    {
      version,
      latest_at: new Date(newest.requested_at).toISOString(),
      captures: measured.length,
      recorded: measured.length < own.length,
      ...(head !== undefined && {
        head: {
          request_id: head.id,
          duration_sec: head.duration_sec,
          warmup_sec: head.warmup_sec,
          ...(head.image !== null && { image: head.image }),
        },
        confirmation: describeWindow(head, measured, { ...query, nextVersionAt: findNextVersion(rows, head) }),
      }),
    },
  ];
}

/** As a comparison will count them: what comes too late, or too soon after another capture, is not asked for. */
function describeWindow(
  head: Row,
  measured: readonly Row[],
  { spacingMs, now, nextVersionAt }: VersionsQuery & { readonly nextVersionAt: number | undefined },
): NonNullable<Version['confirmation']> {
  const starts = measured.map(startOf);
  const occasions = findOccasions(starts, spacingMs).map(([first = 0]) => starts[first] ?? 0);
  const { state, closesAt, missing, ...found } = findWindow({
    openedAt: startOf(head),
    nextVersionAt,
    occasions,
    now,
  });
  const nextAt = Math.max(...occasions) + spacingMs;
  return {
    state,
    closes_at: new Date(closesAt).toISOString(),
    occasions: found.occasions,
    missing,
    ...(state === 'open' && nextAt > now && { next_at: new Date(nextAt).toISOString() }),
  };
}

/** When the window of a capture began, milliseconds: as close as a record without its bundle says. */
function startOf({ running_since: taken, requested_at: asked, warmup_sec: warmup }: Row): number {
  return (taken ?? asked) + warmup * 1000;
}
