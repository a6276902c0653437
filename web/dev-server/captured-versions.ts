/** The versions with pushed captures, as the control plane lists them. */
import type { CapturedVersions, CaptureRecord } from '../../src/control/api.ts';

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
            head: { request_id: head.request_id, duration_sec: head.duration_sec, warmup_sec: head.warmup_sec },
          }),
        };
      }),
    })),
    complete: true,
  };
}
