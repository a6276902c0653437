/** From the vendor's result of a test, in milliseconds, to the one that the catalog promises, in seconds. */
import type { DataOf } from '../../../catalog/index.ts';
import { present, textOf, timeOfMs } from '../wording.ts';
import type { ResultAnswer } from './schema.ts';

export type Result = DataOf<'synthetics.listResults'>['results'][number];

export function tellResult({
  result_id: id,
  check_time: atMs,
  probe_dc: location,
  status,
  result,
}: ResultAnswer): Result {
  const { total, ...phases } = millisecondsIn(result);
  return {
    id,
    state: stateOf(status, result),
    startedAt: timeOfMs(atMs) ?? new Date(0).toISOString(),
    ...present({
      location: textOf(location),
      durationSec: secondsOf(result?.duration ?? total),
      timingsSec: timingsOf(phases),
      steps: stepsOf(result),
      device: textOf(result?.device?.name) ?? textOf(result?.device?.id),
    }),
  };
}

function millisecondsIn(result: ResultAnswer['result']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(result?.timings ?? {}).filter((one): one is [string, number] => Number.isFinite(one[1])),
  );
}

function timingsOf(phases: Readonly<Record<string, number>>): Result['timingsSec'] {
  const entries = Object.entries(phases).map(([phase, ms]) => [phase, ms / 1000] as const);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function secondsOf(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}

function stepsOf(result: ResultAnswer['result']): Result['steps'] {
  const { stepCountCompleted: done, stepCountTotal: total } = result ?? {};
  return done == null || total == null ? undefined : { done, total };
}

/** A browser test says how many errors it met. The status is that of the monitor: 0 not triggered, 1 triggered, 2 no data. */
function stateOf(status: number | null | undefined, result: ResultAnswer['result']): Result['state'] {
  if (result?.passed != null) return result.passed ? 'passed' : 'failed';
  if (result?.errorCount != null && result.errorCount > 0) return 'failed';
  if (status === 0) return 'passed';
  return status === 1 ? 'failed' : 'unknown';
}
