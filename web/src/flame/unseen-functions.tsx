/** Functions of the older version that the newer one was never seen in: they have no width in its drawing. */
import type { MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { formatAligned, formatCount } from '../reading/format-number.ts';
import { locale } from '../words/words.ts';
import { flameWords } from './flame-words.ts';

interface UnseenFunctionsProps {
  readonly graph: MeasuredFlame;
  readonly onSelect: (key: string) => void;
}

const mostListed = 50;

export function UnseenFunctions({ graph: { frames, before: older, after: newer }, onSelect }: UnseenFunctionsProps) {
  const w = flameWords();
  const unseen = frames
    .flatMap(({ key, before, after }) =>
      before !== undefined && before.total > 0 && after.total === 0 ? [{ key, total: before.total }] : [],
    )
    .toSorted((a, b) => b.total - a.total);
  if (older === undefined || unseen.length === 0) return null;
  const further = unseen.length - mostListed;
  return (
    <details class="disclosure">
      <summary>{w.unseenIn(formatCount(unseen.length, locale.value), older.version, newer.version)}</summary>
      <ul class="plain-list flame-unseen small">
        {unseen.slice(0, mostListed).map(({ key, total }) => (
          <li key={key}>
            <button type="button" class="flame-name mono" onClick={() => onSelect(key)}>
              {key}
            </button>{' '}
            <span class="faint figure nowrap">{formatAligned(total, locale.value)} CPU ms/s</span>
          </li>
        ))}
      </ul>
      {further > 0 && <p class="small faint">{w.unseenMore(formatCount(further, locale.value))}</p>}
    </details>
  );
}
