/** How sure a comparison is: what limits all of it, what stayed undecided, and which axes could not be compared. */
import type { AxisSummary, DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import { countStates, groupIncomparable } from '../reading/count-states.ts';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { axisName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { AxisSides } from './axis-sides.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { WindowText } from './window-text.tsx';

export function DiffLimits({ diff }: { readonly diff: DiffSummary }) {
  const w = allWords();
  const { limits } = w.comparison;
  const { summary, caveats, confirmation, load_factor: load } = diff;
  const count = (value: number): string => formatCount(value, locale.value);
  const unjudged = diff.axes.filter((axis) => axis.no_noise_floor !== undefined).length;
  return (
    <>
      <ul>
        {summary.judged > 0 && <li>{w.diff.axis.judged(count(summary.judged), count(summary.undecided))}</li>}
        {unjudged > 0 && <li>{limits.unjudged(unjudged)}</li>}
        {summary.notes[locale.value].map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>{diff.identity_basis.sentences[locale.value]}</li>
        {caveats.map((caveat) => (
          <li key={caveat}>
            <ServedText text={caveat} />
          </li>
        ))}
        {confirmation?.missing === 0 && summary.replicates_needed.length === 0 && (
          <li>
            <WindowText confirmation={confirmation} version={diff.head.version} />
          </li>
        )}
        {confirmation?.withdrawn.map(({ axis, key, ended }) => (
          <li key={`${axis} ${key}`}>
            {axisName(axis)}: <span class="mono">{key}</span> {w.diff.axis.ended[ended]}
          </li>
        ))}
        <li>
          {load === undefined
            ? w.comparison.sides.loadNone
            : w.comparison.sides.loadText(formatFigure(load, locale.value))}
        </li>
      </ul>
      <Undecided axes={diff.axes} />
      <Incomparable diff={diff} />
    </>
  );
}

function Undecided({ axes }: { readonly axes: readonly AxisSummary[] }) {
  const { limits } = allWords().comparison;
  const count = (value: number): string => formatCount(value, locale.value);
  const rows = axes.flatMap((axis) => {
    const { undecided, too_rare: rare } = countStates(axis);
    return undecided + rare === 0 ? [] : [{ axis: axis.axis, undecided, rare }];
  });
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, { undecided, rare }) => sum + undecided + rare, 0);
  return (
    <details class="disclosure">
      <summary>{limits.undecided(count(total), count(rows.length))}</summary>
      <ul class="small">
        {rows.map(({ axis, undecided, rare }) => (
          <li key={axis}>
            {axisName(axis)}: {limits.ofAxis(count(undecided), count(rare))}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Reasons that are shown unfolded. */
const mostShown = 3;

/** Both facts of each axis, and no direction. */
function Incomparable({ diff }: { readonly diff: DiffSummary }) {
  const w = allWords();
  const groups = groupIncomparable(diff.axes);
  if (groups.length === 0) return null;
  const total = new Set(groups.flatMap(({ axes }) => axes.map(({ source }) => source))).size;
  return (
    <details class="disclosure incomparable" open={groups.length <= mostShown}>
      <summary>{w.comparison.limits.notComparable(formatCount(total, locale.value))}</summary>
      <ul class="plain-list">
        {groups.map(({ axes, first }) => (
          <li key={first.axis}>
            <strong>{axes.map(({ axis }) => axisName(axis)).join(', ')}</strong>
            {isWhole(first) && first.reason !== undefined ? (
              <>
                {': '}
                <ServedText text={first.reason} />
              </>
            ) : (
              <AxisSides axis={first} diff={diff} />
            )}
          </li>
        ))}
      </ul>
      <p class="small faint">{w.diff.axis.noDirection}</p>
    </details>
  );
}

/** Whether both sides measured all of it: then the reason says what differs, else what the sides lack. */
function isWhole({ baseline, head }: AxisSummary): boolean {
  return baseline.state === 'complete' && head.state === 'complete';
}
