/** The time that a release is shown around: its last deploy, else its first capture. */
import { useEffect, useState } from 'preact/hooks';
import { CaptureRecord, type Marker, MarkerList } from '../../../src/control/api/api.ts';
import { captureMoment, ofTarget, type TargetName } from './target-paths.ts';
import { type Answer, useAnswer } from '../edge/use-answer.ts';

export type Moment =
  | { readonly by: 'deploy'; readonly at: string; readonly marker: Marker }
  | { readonly by: 'capture'; readonly at: string; readonly capture: CaptureRecord }
  | { readonly by: 'none' };

interface Reading {
  readonly answer: Answer<Moment>;
  readonly reload: () => void;
}

/** `head`: the first capture of the version since its last deploy, where one is known. */
export function useMoment(target: TargetName, version: string, head: string | undefined): Reading {
  // The list has the deploys of all versions, the last one first.
  const [cursor, setCursor] = useState<string | undefined>(undefined);
  const deploys = useAnswer(
    ofTarget('/api/markers', target, { kind: 'deploy', limit: '200', cursor }),
    MarkerList,
    'marker',
  );
  const list = deploys.answer.state === 'ready' ? deploys.answer.value : undefined;
  const marker = list?.markers.find((one) => one.version === version);
  const next = marker === undefined ? list?.next_cursor : undefined;
  useEffect(() => {
    if (next !== undefined) setCursor(next);
  }, [next]);

  const hasNoDeploy = list !== undefined && marker === undefined && next === undefined;
  const path = hasNoDeploy && head !== undefined ? `/api/profiling/captures/${encodeURIComponent(head)}` : undefined;
  const first = useAnswer(path, CaptureRecord);

  if (marker !== undefined) return ready({ by: 'deploy', at: marker.started_at, marker }, deploys.reload);
  if (deploys.answer.state === 'failed') return { answer: deploys.answer, reload: deploys.reload };
  if (!hasNoDeploy) return { answer: { state: 'loading' }, reload: deploys.reload };
  if (path === undefined) return ready({ by: 'none' }, deploys.reload);
  if (first.answer.state !== 'ready') return { answer: first.answer, reload: first.reload };
  const capture = first.answer.value;
  return ready({ by: 'capture', at: captureMoment(capture), capture }, first.reload);
}

function ready(value: Moment, reload: () => void): Reading {
  return { answer: { state: 'ready', value, stale: false }, reload };
}
