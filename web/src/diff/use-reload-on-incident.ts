/** Reads a comparison again when an incident of its workload began or ended: it says during which captures one was open. */
import { useEffect, useRef } from 'preact/hooks';
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import { MarkerList } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { hrefOf } from '../browser/router.ts';

/** The list is cheap; the comparison is read only when the list differs. */
export function useReloadOnIncident(compared: DiffSummary | undefined, reload: () => void): void {
  const path = compared && hrefOf('/api/markers', { workload: compared.workload, kind: 'incident' });
  const address = path && `${path}&env=${encodeURIComponent(compared.env)}`;
  const { answer } = useAnswer(address, MarkerList, 'marker');
  const known = useRef<{ readonly address: string | undefined; readonly text: string } | undefined>(undefined);
  useEffect(() => {
    if (answer.state !== 'ready') return;
    const text = JSON.stringify(answer.value.markers);
    const before = known.current;
    known.current = { address, text };
    if (before !== undefined && before.address === address && before.text !== text) reload();
  }, [answer, address, reload]);
}
