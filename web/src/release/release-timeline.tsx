/** What happened in the hours of a release, the first thing first. */
import type { CaptureRecord, Marker } from '../../../src/control/api/api.ts';
import { captureHref } from '../browser/addresses.ts';
import { MarkerItem } from '../captures/marker-list.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Tag } from '../parts/tag.tsx';
import { When } from '../parts/when.tsx';
import { formatMoment } from '../reading/format-time.ts';
import { allWords, locale } from '../words/words.ts';
import { type Period, periodText } from './release-period.ts';
import { captureMoment } from './target-paths.ts';
import type { Happenings } from './use-happenings.ts';

interface ReleaseTimelineProps {
  readonly period: Period;
  readonly happenings: Happenings;
}

type Entry = { readonly at: string } & ({ readonly marker: Marker } | { readonly capture: CaptureRecord });

export function ReleaseTimeline({ period, happenings }: ReleaseTimelineProps) {
  const { app, release } = allWords();
  const { timeline: say } = release;
  const { markers, captures, isCut, isLoading, failure, reload } = happenings;
  const entries: Entry[] = [
    ...markers.map((marker) => ({ at: marker.started_at, marker })),
    ...captures.map((capture) => ({ at: captureMoment(capture), capture })),
  ];
  const sorted = entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const { from, to } = periodText(period);
  return (
    <section class="release-timeline" aria-labelledby="release-timeline">
      <h2 id="release-timeline">{say.title}</h2>
      <p class="small faint">{say.text(formatMoment(from, locale.value), formatMoment(to, locale.value))}</p>
      {failure !== undefined && <FailureNotice failure={failure} onAgain={reload} />}
      {isLoading && (
        <p class="loading" role="status">
          {app.loading}
        </p>
      )}
      {sorted.length === 0 && !isLoading && failure === undefined && <p class="faint">{say.none}</p>}
      <ol class="markers">
        {sorted.map((one) =>
          'marker' in one ? (
            <MarkerItem key={one.marker.id} marker={one.marker} />
          ) : (
            <CaptureItem key={one.capture.request_id} capture={one.capture} />
          ),
        )}
      </ol>
      {isCut && <p class="small faint">{say.more}</p>}
    </section>
  );
}

function CaptureItem({ capture }: { readonly capture: CaptureRecord }) {
  const { release, status: states } = allWords();
  const { request_id: id, version, status } = capture;
  return (
    <li>
      <Tag tone="idle">{release.metrics.marks.capture}</Tag> <When at={captureMoment(capture)} exact />{' '}
      <a href={captureHref(id)}>{release.timeline.capture(version)}</a>
      {status !== 'pushed' && ` (${states[status]})`}
    </li>
  );
}
