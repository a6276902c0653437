/** What a capture's screen says first: whether every probe measured, over all instances that reported. */
import type { CaptureRecord } from '../../../src/control/api/api.ts';

export interface MissingProbe {
  readonly instance: string;
  readonly probe: string;
  readonly why: string;
}

export type Declaration =
  | { readonly state: 'pending' }
  | { readonly state: 'unreported' }
  | { readonly state: 'full'; readonly total: number }
  | {
      readonly state: 'some';
      readonly measured: number;
      readonly total: number;
      readonly missing: readonly MissingProbe[];
    };

export function declareInstrumentation({ status, instances }: CaptureRecord): Declaration {
  let measured = 0;
  let total = 0;
  const missing: MissingProbe[] = [];
  for (const { instance, probes } of instances) {
    if (probes === undefined) continue;
    measured += probes.measured;
    total += probes.total;
    missing.push(...probes.missing.map(({ probe, why }) => ({ instance, probe, why })));
  }
  if (total === 0 && missing.length === 0) return { state: status === 'queued' ? 'pending' : 'unreported' };
  if (measured === total && missing.length === 0) return { state: 'full', total };
  return { state: 'some', measured, total, missing };
}
