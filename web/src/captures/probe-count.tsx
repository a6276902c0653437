/** `20 of 20` in a table: how much of the instrumentation measured. */
import type { CaptureRecord } from '../../../src/control/api/api.ts';
import { declareInstrumentation } from './declare-instrumentation.ts';
import { words } from '../words/words.ts';

export function ProbeCount({ capture }: { readonly capture: CaptureRecord }) {
  const w = words();
  const declaration = declareInstrumentation(capture);
  if (declaration.state === 'full') return <>{w.probes.full}</>;
  if (declaration.state === 'some') {
    return <strong class="probes-some">{w.probes.some(declaration.measured, declaration.total)}</strong>;
  }
  return <span class="faint">{w.time.none}</span>;
}
