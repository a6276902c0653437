/** N of M probes, counted one way for the record, the screen and the command line. */
import type { ProbeResult } from './collector-record.ts';

export interface Tally {
  measured: number;
  total: number;
  missing: { probe: string; why: string }[];
}

/** `not_applicable` and `disabled` are listed in the bundle and not counted here; everything else that did not measure is missing. */
export function tallyProbes(probes: readonly ProbeResult[]): Tally {
  const tally: Tally = { measured: 0, total: 0, missing: [] };
  for (const probe of probes) {
    if (probe.state === 'not_applicable' || probe.state === 'disabled') continue;
    tally.total++;
    if (probe.state === 'measured') tally.measured++;
    else tally.missing.push({ probe: probe.id, why: `${probe.reason} ${probe.fix}`.trim() });
  }
  return tally;
}

export function declareInstrumentation({ measured, total }: Pick<Tally, 'measured' | 'total'>): string {
  return measured === total ? 'fully instrumented' : `${measured} of ${total} probes`;
}
