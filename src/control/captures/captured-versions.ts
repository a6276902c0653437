/** What was captured, by process and environment: what people choose from, and which head a replicate repeats. */
import type { CapturedVersions } from '../api.ts';
import type { Db } from '../store/database.ts';

/** Captures that are read, the newest ones; years of ordinary use. */
const maxRead = 5000;

interface Row {
  readonly id: string;
  readonly workload: string;
  readonly env: string;
  readonly version: string;
  readonly kind: 'head' | 'replicate';
  readonly duration_sec: number;
  readonly warmup_sec: number;
  readonly requested_at: number;
  readonly recorded: number;
}

type Target = CapturedVersions['targets'][number];
type Version = Target['versions'][number];

export async function listCapturedVersions(db: Db, organization: string, most = maxRead): Promise<CapturedVersions> {
  const rows = await db
    .selectFrom('capture_requests')
    .select(['id', 'workload', 'env', 'version', 'kind', 'duration_sec', 'warmup_sec', 'requested_at', 'recorded'])
    .where('organization_id', '=', organization)
    .where('status', '=', 'pushed')
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most + 1)
    .execute();
  const read = rows.slice(0, most);
  const targets = Map.groupBy(read, ({ workload, env }) => JSON.stringify([workload, env]));
  return { targets: [...targets.values()].flatMap(describeTarget), complete: rows.length === read.length };
}

/** `rows` newest first. */
function describeTarget(rows: readonly Row[]): Target[] {
  const [newest] = rows;
  if (newest === undefined) return [];
  const versions = [...Map.groupBy(rows, ({ version }) => version)].flatMap(([version, own]) =>
    describeVersion(version, own),
  );
  return [{ workload: newest.workload, env: newest.env, versions }];
}

function describeVersion(version: string, rows: readonly Row[]): Version[] {
  const [newest] = rows;
  if (newest === undefined) return [];
  const measured = rows.filter(({ recorded }) => recorded === 0);
  const head = measured.find(({ kind }) => kind === 'head');
  return [
    {
      version,
      latest_at: new Date(newest.requested_at).toISOString(),
      captures: measured.length,
      recorded: measured.length < rows.length,
      ...(head !== undefined && {
        head: { request_id: head.id, duration_sec: head.duration_sec, warmup_sec: head.warmup_sec },
      }),
    },
  ];
}
