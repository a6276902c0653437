/**
 * Deploys and incidents as text. Titles and addresses come from outside: they are shown, and no address is a link. The
 * version of a deploy leads to the page of that release.
 */
import { releaseHref } from '../browser/addresses.ts';
import type { Marker } from '../../../src/control/api/api.ts';
import { allWords } from '../words/words.ts';
import { Tag } from '../parts/tag.tsx';
import { When } from '../parts/when.tsx';

export function MarkerList({ markers }: { readonly markers: readonly Marker[] }) {
  return (
    <ul class="markers">
      {markers.map((marker) => (
        <MarkerItem key={marker.id} marker={marker} />
      ))}
    </ul>
  );
}

export function MarkerItem({ marker }: { readonly marker: Marker }) {
  const w = allWords().markers;
  const { kind, workload, env, version, title, url, started_at: startedAt, ended_at: endedAt } = marker;
  const isOpen = kind === 'incident' && endedAt === undefined;
  return (
    <li>
      <Tag tone={isOpen ? 'bad' : 'note'}>{w.kinds[kind]}</Tag> <When at={startedAt} exact />
      {endedAt !== undefined && (
        <>
          {' '}
          {w.until} <When at={endedAt} exact />
        </>
      )}
      {isOpen && <span> ({w.open})</span>}{' '}
      <strong class="break">
        {version !== undefined && <a href={releaseHref(workload, env, version)}>{version}</a>}
        {version !== undefined && title !== undefined && ': '}
        {title}
      </strong>
      <span class="small faint block">{w.by(marker.recorded_by)}</span>
      {url !== undefined && <Address url={url} />}
    </li>
  );
}

function Address({ url }: { readonly url: string }) {
  const w = allWords().markers;
  return (
    <span class="small faint block">
      {w.address(URL.parse(url)?.host ?? '')} <span class="mono break">{url}</span>
    </span>
  );
}
