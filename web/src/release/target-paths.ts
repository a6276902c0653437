/** What is read of one process in one environment. */
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { hrefOf } from '../browser/router.ts';

export interface TargetName {
  readonly workload: string;
  /** Empty: the environment without a name, which is one like any other. */
  readonly env: string;
}

/** Unlike the filters of a page, the query names an empty environment, too. */
export function ofTarget(
  path: string,
  { workload, env }: TargetName,
  query: Readonly<Record<string, string | undefined>>,
): string {
  return `${hrefOf(path, { workload, ...query })}&env=${encodeURIComponent(env)}`;
}

/** When it began to measure, else when it was requested. */
export function captureMoment({ started_at: started, requested_at: requested }: CaptureRecord): string {
  return started ?? requested;
}
