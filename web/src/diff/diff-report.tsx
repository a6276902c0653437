/** A comparison in the order in which somebody acts on it; what it rests on is folded. */
import type { ComponentChildren } from 'preact';
import type { Diff } from '../../../profiler/witness/diff/diff.ts';
import { functionAxis } from '../reading/row-choice.ts';
import { allWords, locale } from '../words/words.ts';
import { DiffLimits } from './diff-limits.tsx';
import { DiffNext } from './diff-next.tsx';
import { DiffSides } from './diff-sides.tsx';
import { FlameSection } from '../flame/flame-section.tsx';
import { Notice } from '../parts/notice.tsx';
import { formatCount } from '../reading/format-number.ts';
import { FindingCard } from './finding-card.tsx';
import { useState } from 'preact/hooks';
import { hasFinding, orderAxes } from '../reading/count-states.ts';
import { axisName } from '../words/describe-axis.ts';
import { DiffAxis } from './diff-axis.tsx';
import { ServedText } from '../parts/served-text.tsx';
import { TextField } from '../parts/text-field.tsx';
import { When } from '../parts/when.tsx';

interface DiffReportProps {
  readonly diff: Diff;
  readonly flamePath: string;
  /** Chooses other versions. */
  readonly chooser: ComponentChildren;
}

export function DiffReport({ diff, flamePath, chooser }: DiffReportProps) {
  const w = allWords();
  const functions = diff.axes.find(({ axis }) => axis === functionAxis);
  const hasChanged = functions?.changes.some(({ change }) => change === 'changed') ?? false;
  return (
    <>
      {diff.recorded && (
        <Notice tone="warn">
          <p>{w.recordedExplained}</p>
        </Notice>
      )}
      <DiffIncidents diff={diff} />
      <DiffVerdict diff={diff} />
      <DiffNext diff={diff} />
      <Basis diff={diff} chooser={chooser} />
      <DiffLimits diff={diff} />
      <FlameSection
        // With further captures the graph is another one.
        key={`${flamePath} ${diff.baseline_replicates.length} ${diff.head_replicates.length}`}
        sources={[{ name: '', path: flamePath }]}
        judged={functions}
        isOpenAtFirst={hasChanged}
      />
      <DiffAxes key={`axes ${flamePath}`} diff={diff} />
    </>
  );
}

function Basis({ diff, chooser }: Pick<DiffReportProps, 'diff' | 'chooser'>) {
  const w = allWords();
  const { line, captures, other } = w.comparison.basis;
  const { baseline, baseline_replicates: before, head, head_replicates: after } = diff;
  return (
    <details class="disclosure basis">
      <summary>{line(baseline.version, captures(1 + before.length), head.version, captures(1 + after.length))}</summary>
      <div class="basis-body">
        <DiffSides diff={diff} />
        <h3>{other}</h3>
        {chooser}
      </div>
    </details>
  );
}

/** What a comparison says first: one sentence, and the findings as cards. */
function DiffVerdict({ diff }: { readonly diff: Diff }) {
  const w = allWords();
  const { sentences, findings, more } = diff.summary;
  return (
    <section class="verdict" aria-label={w.diff.verdict}>
      <h2 class="verdict-sentence">{sentences[locale.value]}</h2>
      {findings.length > 0 && (
        <ol class="findings">
          {findings.map((finding) => (
            <FindingCard key={`${finding.axis} ${finding.key}`} {...{ finding, diff }} />
          ))}
        </ol>
      )}
      {more > 0 && <p class="small">{w.comparison.finding.more(formatCount(more, locale.value))}</p>}
    </section>
  );
}

/** Every axis of a comparison, folded to a line; those with a finding are open. A filter opens those with a key that matches. */
function DiffAxes({ diff }: { readonly diff: Diff }) {
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

/** Above a comparison: the incidents that were open while its captures measured. */
function DiffIncidents({ diff }: { readonly diff: Diff }) {
  const w = allWords().markers;
  const { incidents = [], further_incidents: further, baseline, head, head_replicates: after } = diff;
  if (incidents.length === 0) return null;
  const newer = new Set([head, ...after].map(({ request_id: id }) => id));
  return (
    <Notice tone="warn">
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
    </Notice>
  );
}
