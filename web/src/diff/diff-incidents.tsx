/** The incidents that were open while captures of a comparison measured. */
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { allWords } from '../words/words.ts';
import { When } from '../parts/when.tsx';

export function DiffIncidents({ diff }: { readonly diff: ComparisonSummary }) {
  const w = allWords().markers;
  const { incidents = [], further_incidents: further, baseline, head, head_replicates: after } = diff;
  if (incidents.length === 0) return null;
  const newer = new Set([head, ...after].map(({ request_id: id }) => id));
  return (
    <>
      <p>
        <strong>{w.compared}</strong>
      </p>
      <p>{w.duringText}</p>
      <ul class="markers">
        {incidents.map(({ title, started_at: startedAt, ended_at: endedAt, captures }) => {
          const count = captures.filter((id) => newer.has(id)).length;
          return (
            <li key={`${startedAt} ${title}`}>
              <When at={startedAt} exact />{' '}
              {endedAt === undefined ? (
                `(${w.open})`
              ) : (
                <>
                  {w.until} <When at={endedAt} exact />
                </>
              )}{' '}
              <strong class="break">{title}</strong>
              <span class="small faint block">
                {w.comparedIn(captures.length - count, baseline.version, count, head.version)}
              </span>
            </li>
          );
        })}
      </ul>
      {further !== undefined && <p>{w.further(further)}</p>}
    </>
  );
}
