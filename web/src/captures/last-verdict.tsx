/** How the latest two versions of a process compare, in one sentence, with how sure its findings are. */
import type { ProfilingVerdicts } from '../../../src/control/api/api.ts';
import { diffHref } from '../browser/addresses.ts';
import { findComparison, type Target } from './find-replicates-due.ts';
import { locale, words } from '../words/words.ts';
import { Tag, type Tone } from '../parts/tag.tsx';

export type TargetVerdict = ProfilingVerdicts['targets'][number];
type Headline = NonNullable<TargetVerdict['headline']>;

const tones = {
  confirmed: 'good',
  provisional: 'idle',
  suspected: 'idle',
  likely: 'idle',
  observed: 'idle',
} as const satisfies Record<keyof Headline['levels'], Tone>;
const levels = Object.keys(tones) as (keyof typeof tones)[];

interface LastVerdictProps {
  readonly target: Target;
  /** Undefined where the control plane has not answered, or answers for newer processes only. */
  readonly verdict: TargetVerdict | undefined;
}

export function LastVerdict({ target, verdict }: LastVerdictProps) {
  const w = words();
  const state = findComparison(target);
  if (verdict?.headline !== undefined) return <Headlined target={target} headline={verdict.headline} />;
  if (state.is === 'none') return <span class="faint">{w.profiling.targets.recordedOnly}</span>;
  if (state.is === 'first') return <>{w.profiling.targets.first(state.version)}</>;
  return (
    <>
      <CompareLink target={target} from={state.from} to={state.to} />
      {verdict?.state === 'pending' && <span class="small faint block">{w.profiling.targets.comparing}</span>}
      {verdict?.state === 'failed' && <span class="small probes-some block">{w.profiling.targets.notCompared}</span>}
    </>
  );
}

function Headlined({ target, headline }: { readonly target: Target; readonly headline: Headline }) {
  const w = words();
  const { from, to, lead, sentences, levels: counts } = headline;
  const shown = levels.flatMap((level) => {
    const count = counts[level] ?? 0;
    return count > 0 ? [{ level, count }] : [];
  });
  return (
    <>
      <span class="tags">
        <CompareLink target={target} from={from} to={to} />
        {shown.map(({ level, count }) => (
          <Tag key={level} tone={tones[level]}>
            {w.profiling.targets.level(count, w.verdict.levels[level])}
          </Tag>
        ))}
      </span>
      <p class="row-sentence">{(lead ?? sentences)[locale.value]}</p>
    </>
  );
}

interface CompareLinkProps {
  readonly target: Target;
  readonly from: string;
  readonly to: string;
}

function CompareLink({ target: { workload, env }, from, to }: CompareLinkProps) {
  return <a href={diffHref({ workload, env, from, to })}>{words().profiling.targets.compare(from, to)}</a>;
}
