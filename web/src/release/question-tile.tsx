/** One saved question over the hours of a release: its curves with what happened meanwhile, or why there are none. */
import { useMemo, useState } from 'preact/hooks';
import { readData } from '../ask/ask-answer.ts';
import type { Marks } from '../ask/chart-marks.tsx';
import { CurveTable } from '../ask/curve-table.tsx';
import { RefusalPanel } from '../ask/refusal-panel.tsx';
import { askHref } from '../browser/page-addresses.ts';
import type { AskOutcome, Question } from '../edge/ask-operation.ts';
import { lazyPage } from '../parts/lazy-page.tsx';
import { allWords } from '../words/words.ts';
import { MedianLine } from './median-line.tsx';
import { cutCurves, type Period } from './release-period.ts';

/** The drawing is a library of its own. */
const charts = lazyPage(async () => (await import('../ask/curve-charts.tsx')).CurveCharts);

/** What all tiles of a page have in common. */
export interface Around {
  readonly period: Period;
  readonly marks: Marks;
  readonly atMs: number;
  readonly by: 'deploy' | 'capture';
}

interface QuestionTileProps {
  readonly id: string;
  readonly name: string;
  readonly question: Question;
  /** Undefined while it waits or is asked. */
  readonly outcome: AskOutcome | undefined;
  readonly around: Around;
  readonly onAgain: () => void;
}

export function QuestionTile({ id, name, question, outcome, around, onAgain }: QuestionTileProps) {
  const { metrics: say } = allWords().release;
  const { operation, args, source, instance } = question;
  return (
    <article class="release-tile" aria-labelledby={`release-${id}`}>
      <div class="release-tile-head">
        <h3 id={`release-${id}`}>{name}</h3>
        <a
          class="small"
          href={askHref(operation, { args: JSON.stringify(args), source, instance })}
          aria-label={say.openOf(name)}
        >
          {say.open}
        </a>
      </div>
      {outcome === undefined && (
        <p class="loading release-waiting" role="status">
          {say.waiting}
        </p>
      )}
      {outcome?.kind === 'answered' && <Answer question={question} result={outcome.response.result} around={around} />}
      {(outcome?.kind === 'refused' || outcome?.kind === 'failed') && (
        <RefusalPanel outcome={outcome} isWrite={false} onNewKey={() => undefined} onAgain={onAgain} />
      )}
    </article>
  );
}

interface AnswerProps {
  readonly question: Question;
  readonly result: Extract<AskOutcome, { readonly kind: 'answered' }>['response']['result'];
  readonly around: Around;
}

function Answer({ question, result, around: { period, marks, atMs, by } }: AnswerProps) {
  const { metrics: say } = allWords().release;
  const read = useMemo(() => readData(result.data, question.args).curves, [result, question.args]);
  const curves = useMemo(() => cutCurves(read, period), [read, period.fromMs, period.toMs]);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {(!result.complete || result.truncated) && (
        <p class="small probes-some">
          {!result.complete && say.incomplete} {result.truncated && say.cut}{' '}
          {result.because !== undefined && <span lang="en">{result.because}</span>}
        </p>
      )}
      {curves.length === 0 ? (
        <p class="small">
          {say.empty} <span class="faint">{say.emptyRemedy}</span>
        </p>
      ) : (
        <>
          <charts.Page
            curves={curves}
            onWindow={undefined}
            marks={marks}
            describe={(drawn, unit) => <MedianLine {...{ drawn, unit, atMs, by }} />}
          />
          <details class="disclosure small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>{say.table}</summary>
            {isOpen && <CurveTable curves={curves} />}
          </details>
        </>
      )}
    </>
  );
}
