/**
 * One axis. Order is part of the meaning: what each side measured, then the sentence about the missing
 * noise floor, and only then numbers. An axis that cannot be compared has no numbers at all.
 */
import type { AxisDiff, Diff } from '../../../profiler/witness/diff.ts';
import { formatCount, formatFigure, formatMeasure, formatSigned } from '../reading/format-number.ts';
import { axisName } from '../words/axis-name.ts';
import { locale, words } from '../words/words.ts';
import { ChangeTable } from './change-table.tsx';
import { DiffRelated } from './diff-related.tsx';
import { ServedText } from './served-text.tsx';

interface DiffAxisProps {
  readonly axis: AxisDiff;
  readonly diff: Diff;
  /** Lower case; empty shows every key. */
  readonly filter: string;
}

export function DiffAxis({ axis, diff, filter }: DiffAxisProps) {
  const w = words();
  const titleId = `axis-${axis.axis}`;
  return (
    <section class="axis" aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1}>
        {axisName(axis.axis)} <span class="axis-kind small faint">{w.diff.axis.kinds[axis.kind]}</span>
      </h2>
      <dl class="axis-sides">
        <Side name={w.diff.axis.before(diff.baseline.version)} side={axis.baseline} />
        <Side name={w.diff.axis.after(diff.head.version)} side={axis.head} />
      </dl>
      {axis.state === 'not_comparable' ? (
        <p class="not-comparable">
          <strong>{w.diff.axis.not_comparable}</strong>
          {axis.reason !== undefined && (
            <>
              {': '}
              <ServedText text={axis.reason} />
            </>
          )}
          <span class="block small">{w.diff.axis.noDirection}</span>
        </p>
      ) : (
        <Compared axis={axis} filter={filter} />
      )}
    </section>
  );
}

function Compared({ axis, filter }: { readonly axis: AxisDiff; readonly filter: string }) {
  const w = words();
  const changes = filter === '' ? axis.changes : axis.changes.filter(({ key }) => key.toLowerCase().includes(filter));
  const hidden = axis.changes.length - changes.length;
  return (
    <>
      {axis.no_noise_floor !== undefined && (
        <p class="no-floor">
          <ServedText text={axis.no_noise_floor} />
        </p>
      )}
      {axis.caveats.map((caveat) => (
        <p key={caveat} class="small">
          <ServedText text={caveat} />
        </p>
      ))}
      {axis.kind === 'distribution' && <p class="small faint">{w.diff.axis.durationsNote}</p>}
      <Totals axis={axis} />
      <DiffRelated related={axis.related} />
      {axis.changes.length === 0 ? (
        <p class="faint">{axis.kind === 'set' ? w.diff.axis.noChanges : w.diff.axis.noRows}</p>
      ) : (
        <ChangeTable axis={axis} changes={changes} name={axisName(axis.axis)} />
      )}
      {axis.kind === 'set' && (
        <p class="small faint">{w.diff.axis.unchanged(formatCount(axis.unchanged, locale.value))}</p>
      )}
      {axis.expected_new !== undefined && axis.changes.some(({ change }) => change === 'new') && (
        <p class="small faint">{w.diff.axis.expectedNew(formatFigure(axis.expected_new, locale.value))}</p>
      )}
      {hidden > 0 && <p class="small faint">{w.diff.filteredOut(formatCount(hidden, locale.value))}</p>}
    </>
  );
}

function Totals({ axis: { totals, unit } }: { readonly axis: AxisDiff }) {
  const w = words();
  if (totals === undefined) return null;
  const delta = totals.after - totals.before;
  const show = (value: number): string => formatMeasure(value, unit, locale.value);
  return (
    <p class="totals">
      <span class="faint">{w.diff.axis.totals}</span> <strong class="figure">{show(totals.before)}</strong>
      <span class="arrow" aria-hidden="true">
        {' '}
        →{' '}
      </span>
      <strong class="figure">{show(totals.after)}</strong>{' '}
      <span class="faint figure">({formatSigned(show(Math.abs(delta)), delta)})</span>
    </p>
  );
}

function Side({ name, side }: { readonly name: string; readonly side: AxisDiff['head'] }) {
  const w = words();
  return (
    <div class={`axis-side axis-side-${side.state}`}>
      <dt>{name}</dt>
      <dd>
        {w.diff.axis.states[side.state]}
        {side.why.length === 0 && side.state === 'complete' && <span class="faint">, {w.diff.axis.complete}</span>}
        {side.why.length > 0 && (
          <ul>
            {side.why.map((why) => (
              <li key={why}>
                <ServedText text={why} />
              </li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  );
}
