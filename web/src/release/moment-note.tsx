/** When the release was deployed; where nobody reported that, which time is used instead, and the command that reports it. */
import { Copyable } from '../parts/copyable.tsx';
import { When } from '../parts/when.tsx';
import { hasOwnAuthority } from '../edge/session.ts';
import { allWords } from '../words/words.ts';
import { renderMarker } from './render-marker.ts';
import type { TargetName } from './target-paths.ts';
import type { Moment } from './use-moment.ts';

interface MomentNoteProps {
  readonly moment: Moment;
  readonly target: TargetName;
  readonly version: string;
}

export function MomentNote({ moment, target, version }: MomentNoteProps) {
  const { markers, release: say } = allWords();
  if (moment.by === 'deploy') {
    return (
      <p class="release-moment">
        {say.deployed} <When at={moment.at} exact />{' '}
        <span class="small faint">{markers.by(moment.marker.recorded_by)}</span>
      </p>
    );
  }
  const command = renderMarker({ origin: location.origin, ...target, version, ownAuthority: hasOwnAuthority() });
  return (
    <div class="release-moment">
      {moment.by === 'capture' && (
        <p>
          {say.captured} <When at={moment.at} exact />
        </p>
      )}
      <details class="disclosure notice notice-info">
        <summary>{moment.by === 'capture' ? say.noDeploy(version) : say.noMoment(version)}</summary>
        <p class="small">{say.marker}</p>
        <Copyable text={command} name={say.markerCommand} />
      </details>
    </div>
  );
}
