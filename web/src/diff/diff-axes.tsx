/** Every axis of a comparison, folded to a line; those with a finding are open. A filter opens those with a key that matches. */
import { useState } from 'preact/hooks';
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { hasFinding, orderAxes } from '../reading/count-states.ts';
import { axisName } from '../words/describe-axis.ts';
import { allWords } from '../words/words.ts';
import { DiffAxis } from './diff-axis.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { TextField } from '../parts/text-field.tsx';

export function DiffAxes({ diff }: { readonly diff: Diff }) {
  const w = allWords();
  const [filter, setFilter] = useState('');
  const { findings } = diff.summary;
  return (
    <section class="axes" aria-labelledby="axes-title">
      <h2 id="axes-title">{w.diff.axes}</h2>
      <p class="small faint measure">
        {w.diff.counts(diff.axes.length, new Set(diff.axes.map(({ source }) => source)).size)}
      </p>
      <div class="axis-filter" role="search">
        <TextField name="filter" label={w.diff.filterKeys} value={filter} onInput={setFilter} />
      </div>
      <div class="axis-list">
        {orderAxes(diff.axes, findings).map((axis) =>
          axis.state === 'not_comparable' ? (
            <p key={axis.axis} id={`axis-${axis.axis}`} class="axis axis-line axis-refused">
              <strong>{axisName(axis.axis)}</strong>{' '}
              <span class="small">
                {w.diff.axis.not_comparable}
                {axis.reason !== undefined && (
                  <>
                    {': '}
                    <ServedText text={axis.reason} />
                  </>
                )}
              </span>
            </p>
          ) : (
            <DiffAxis
              key={axis.axis}
              {...{ axis, diff }}
              filter={filter.trim().toLowerCase()}
              isOpenAtFirst={hasFinding(axis, findings)}
            />
          ),
        )}
      </div>
    </section>
  );
}
