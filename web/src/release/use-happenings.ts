/** What happened in the hours of a release: deploys, incidents, captures of the version and of the one before it. */
import { useMemo } from 'preact/hooks';
import { CaptureList, type CaptureRecord, type Marker, MarkerList } from '../../../src/control/api/api.ts';
import type { Marks } from '../ask/chart-marks.tsx';
import type { ApiFailure } from '../edge/api-failure.ts';
import { type Answer, useAnswer } from '../edge/use-answer.ts';
import { isWithin, type Period, periodText } from './release-period.ts';
import { captureMoment, ofTarget, type TargetName } from './target-paths.ts';

export interface Happenings {
  readonly markers: readonly Marker[];
  readonly captures: readonly CaptureRecord[];
  /** A list is cut: there are earlier entries. */
  readonly isCut: boolean;
  readonly isLoading: boolean;
  readonly failure: ApiFailure | undefined;
  readonly reload: () => void;
}

const most = '200';

/** `previous` undefined: there is none, or it is not known yet. */
export function useHappenings(
  target: TargetName,
  versions: { readonly version: string; readonly previous: string | undefined },
  period: Period,
): Happenings {
  const { version, previous } = versions;
  const markers = useAnswer(
    ofTarget('/api/markers', target, { ...periodText(period), limit: most }),
    MarkerList,
    'marker',
  );
  const pathOf = (one: string): string => ofTarget('/api/profiling/captures', target, { version: one, limit: most });
  const own = useAnswer(pathOf(version), CaptureList, 'capture');
  const before = useAnswer(previous === undefined ? undefined : pathOf(previous), CaptureList, 'capture');
  const [marked, taken, takenBefore] = [valueOf(markers.answer), valueOf(own.answer), valueOf(before.answer)];
  const captures = [...(taken?.captures ?? []), ...(takenBefore?.captures ?? [])];
  const answers = [markers.answer, own.answer, ...(previous === undefined ? [] : [before.answer])];
  return {
    markers: marked?.markers ?? [],
    captures: captures.filter((one) => isWithin(period, Date.parse(captureMoment(one)))),
    isCut: [marked, taken, takenBefore].some((one) => one?.next_cursor !== undefined),
    isLoading: answers.some(({ state }) => state === 'loading'),
    failure: answers.find((one) => one.state === 'failed')?.failure,
    reload: () => {
      for (const one of [markers, own, before]) one.reload();
    },
  };
}

function valueOf<T>(answer: Answer<T>): T | undefined {
  return answer.state === 'ready' ? answer.value : undefined;
}

/** As marks of a chart. `atMs`: the moment of the release, which has a line whether or not a deploy was reported. */
export function useMarks(
  { markers, captures }: Happenings,
  { fromMs, toMs }: Period,
  main: { readonly atMs: number; readonly version: string },
): Marks {
  const { atMs, version } = main;
  // The chart is made again for other hours, and not for another mark.
  const span = useMemo(() => ({ least: fromMs / 1000, most: toMs / 1000 }), [fromMs, toMs]);
  const seconds = (at: string): number => Date.parse(at) / 1000;
  const others = markers.filter(({ kind, started_at: at }) => kind === 'deploy' && Date.parse(at) !== atMs);
  return {
    span,
    deploys: [
      ...others.map((one) => ({ at: seconds(one.started_at), label: one.version ?? '', isMain: false })),
      { at: atMs / 1000, label: version, isMain: true },
    ],
    incidents: markers
      .filter(({ kind }) => kind === 'incident')
      .map(({ started_at: from, ended_at: to }) => ({
        least: seconds(from),
        most: to === undefined ? span.most : seconds(to),
      })),
    captures: captures.map((one) => seconds(captureMoment(one))),
  };
}
