/** The versions with pushed captures, as the control plane lists them. */
import type { CapturedVersions, CaptureRecord } from '../../src/control/api/api.ts';

/** `captures` newest first. */
export function listVersions(captures: readonly CaptureRecord[]): CapturedVersions {
  const pushed = captures.filter(({ status }) => status === 'pushed');
  const targets = Map.groupBy(pushed, ({ workload, env }) => JSON.stringify([workload, env]));
  return {
    targets: [...targets.values()].map((rows) => ({
      workload: rows[0]?.workload ?? '',
      env: rows[0]?.env ?? '',
      versions: [...Map.groupBy(rows, ({ version }) => version)].map(([version, own]) => {
        const measured = own.filter(({ recorded }) => !recorded);
        const head = measured.find(({ kind }) => kind === 'head');
        return {
          version,
          latest_at: own[0]?.requested_at ?? '',
          captures: measured.length,
          recorded: measured.length < own.length,
          ...(head !== undefined && {
            head: {
              request_id: head.request_id,
              duration_sec: head.duration_sec,
              warmup_sec: head.warmup_sec,
              image: head.image,
            },
            confirmation: describeWindow(head, measured, rows[0]?.version === version),
          }),
        };
      }),
    })),
    complete: true,
  };
}

const dayMs = 86_400_000;
const spacingMs = 900_000;

/** As if those that were taken were far enough from each other. */
function describeWindow(head: CaptureRecord, measured: readonly CaptureRecord[], isLatest: boolean) {
  const captures = measured.length;
  const nextAt = Date.parse(measured[0]?.requested_at ?? '') + spacingMs;
  const closesAt = Date.parse(head.requested_at) + dayMs;
  const isOpen = isLatest && closesAt > Date.now() && captures < 3;
  return {
    state: isOpen ? ('open' as const) : ('closed' as const),
    closes_at: new Date(closesAt).toISOString(),
    occasions: Math.min(3, captures),
    missing: Math.max(0, 3 - captures),
    ...(isOpen && nextAt > Date.now() && { next_at: new Date(nextAt).toISOString() }),
  };
}
