/** The two sides of a difference: which captures represent each version, and why this baseline. */
import type { CaptureRef, DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import { captureHref, diffHref } from '../browser/addresses.ts';
import { allWords } from '../words/words.ts';
import { ServedText } from '../parts/served-text.tsx';
import { When } from '../parts/when.tsx';

export function DiffSides({ diff }: { readonly diff: DiffSummary }) {
  const w = allWords();
  const { skipped, why } = diff.baseline_choice;
  return (
    <section aria-labelledby="sides-title" class="sides">
      <h2 id="sides-title" class="unseen">
        {w.diff.baseline}
      </h2>
      <div class="side">
        <h3>{w.comparison.sides.baselineHead}</h3>
        <Side head={diff.baseline} replicates={diff.baseline_replicates} />
        <p class="small">
          <ServedText text={why} />
        </p>
        {skipped.length > 0 && (
          <details class="disclosure">
            <summary>{w.comparison.sides.skipped}</summary>
            <ul>
              {skipped.map((one) => (
                <li key={one.request_id}>
                  <a href={captureHref(one.request_id)}>{one.version}</a>: <ServedText text={one.why} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <div class="side">
        <h3>{w.diff.head}</h3>
        <Side head={diff.head} replicates={diff.head_replicates} />
        <p class="small">
          <a
            href={diffHref({
              workload: diff.workload,
              env: diff.env,
              from: diff.head.version,
              to: diff.baseline.version,
            })}
          >
            {w.comparison.sides.swap}
          </a>
        </p>
      </div>
    </section>
  );
}

function Side({ head, replicates }: { readonly head: CaptureRef; readonly replicates: readonly CaptureRef[] }) {
  const w = allWords();
  return (
    <>
      <p class="side-version">
        <a href={captureHref(head.request_id)}>{head.version}</a>
      </p>
      <p class="small faint">
        <When at={head.requested_at} exact /> · {head.instance}
      </p>
      <p class="small">
        {replicates.length === 0 ? w.comparison.sides.noReplicates : w.comparison.sides.replicates(replicates.length)}
        {replicates.map((one, index) => (
          <span key={one.request_id}>
            {index === 0 ? ': ' : ', '}
            <a href={captureHref(one.request_id)}>
              <When at={one.requested_at} />
            </a>
          </span>
        ))}
      </p>
    </>
  );
}
