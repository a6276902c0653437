/** What to do about a comparison: the replicates that it still needs, and until when they count. */
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import type { ReplicatesNeeded } from '../../../profiler/witness/diff/summary.ts';
import { isProfilerEnabled } from '../edge/session.ts';
import { formatSpan } from '../reading/format-time.ts';
import { allWords } from '../words/words.ts';
import { Fold } from '../parts/fold.tsx';
import { ReplicateOffer } from '../captures/replicate-offer.tsx';
import { WindowText } from './window-text.tsx';

export function DiffNext({ diff }: { readonly diff: DiffSummary }) {
  const { profiling, comparison } = allWords();
  const { next } = comparison;
  const { confirmation, head, summary, recorded } = diff;
  const needed = isProfilerEnabled() ? summary.replicates_needed : [];
  const isTooLate = confirmation?.state === 'closed' && confirmation.missing > 0;
  if (needed.length === 0 && !isTooLate) return null;
  const missing = (recorded ? [] : needed).map((one) =>
    profiling.due.missing(one.for_verdict, one.for_confirmed, one.version),
  );
  const note = [...missing, ...(isTooLate ? [next.nothing] : [])].join('; ');
  return (
    <Fold id="next" title={next.title} note={note}>
      {confirmation !== undefined && (
        <p>
          <WindowText confirmation={confirmation} version={head.version} />
        </p>
      )}
      {recorded && <p class="small">{next.recorded}</p>}
      {!recorded && (
        <div class="needed">
          {needed.map((one) => (
            <Needed key={one.version} {...{ diff, one }} />
          ))}
          {isTooLate && <p class="small measure">{next.tooLate(head.version)}</p>}
        </div>
      )}
      {diff.spacing_ms > 0 && <p class="small faint">{next.spacing(formatSpan(diff.spacing_ms))}</p>}
    </Fold>
  );
}

interface NeededProps {
  readonly diff: DiffSummary;
  readonly one: ReplicatesNeeded;
}

function Needed({ diff: { workload, env, baseline, head, confirmation }, one }: NeededProps) {
  const { next } = allWords().comparison;
  const { version, for_verdict: forVerdict, for_confirmed: forConfirmed, ...measured } = one;
  const isHead = version === head.version;
  const { request_id } = isHead ? head : baseline;
  const until = confirmation?.closes_at;
  return (
    <div class="panel panel-quiet">
      <ReplicateOffer
        due={{ workload, env, version, forVerdict, forConfirmed, until, head: { request_id, ...measured } }}
      />
      <p class="small faint">{next.whileRunning(version)}</p>
    </div>
  );
}
