/** What each side measured of an axis, and why it is not everything. */
import type { AxisSummary, DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import { allWords } from '../words/words.ts';
import { ServedText } from '../parts/served-text.tsx';

interface AxisSidesProps {
  readonly axis: AxisSummary;
  readonly diff: Pick<DiffSummary, 'baseline' | 'head'>;
}

export function AxisSides({ axis, diff: { baseline, head } }: AxisSidesProps) {
  const w = allWords();
  return (
    <dl class="axis-sides">
      <Side name={w.diff.axis.before(baseline.version)} side={axis.baseline} />
      <Side name={w.diff.axis.after(head.version)} side={axis.head} />
    </dl>
  );
}

function Side({ name, side }: { readonly name: string; readonly side: AxisSummary['head'] }) {
  const w = allWords();
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
