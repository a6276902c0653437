/** What each of several sources answered: first all of them in one table, then each by itself. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CatalogOperation } from '../../../src/control/api/api.ts';
import type { AskOutcome, Question } from '../edge/ask-operation.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag } from '../parts/tag.tsx';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { AnswerBody } from './answer-panel.tsx';
import { readData } from './ask-answer.ts';
import type { JsonObject } from './ask-form.ts';
import type { Span } from './plot-options.ts';
import { useQuestion } from './use-question.ts';
import { useSourceAnswers } from './use-source-answers.ts';

interface SourceAnswersProps {
  readonly described: CatalogOperation;
  readonly asked: Question;
  readonly isStopped: boolean;
  readonly canPage: boolean;
  readonly onDone: () => void;
  readonly onAgain: () => void;
  /** Asks all of them for another window. Undefined where the operation takes none. */
  readonly onWindow: ((span: Span) => void) | undefined;
}

/** So many are shown open; of more, the table is read first. */
const mostOpen = 4;

export function SourceAnswers(props: SourceAnswersProps) {
  const { described, asked, isStopped, canPage, onDone, onAgain, onWindow } = props;
  const { answer, sides: w } = allWords().ask;
  const { questions: known, unreported, outcomes, failure } = useSourceAnswers(asked, isStopped);
  const questions = known ?? [];
  const answered = outcomes.filter((one) => one !== undefined).length;
  const isDone = failure !== undefined || (known !== undefined && answered === questions.length);
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  const isWhole = isDone && questions.length > 0 && unreported.length === 0 && outcomes.every(isWholeAnswer);
  return (
    <section class="ask-answer" aria-labelledby="ask-answer">
      <h2 id="ask-answer" tabIndex={-1}>
        {w.title}
      </h2>
      <p role="status" class="tags">
        {isDone ? (
          <Tag tone={isWhole ? 'good' : 'warn'}>{isWhole ? answer.complete : answer.incomplete}</Tag>
        ) : (
          <Tag tone="busy">{w.asking(answered, questions.length)}</Tag>
        )}
      </p>
      {failure !== undefined && <FailureNotice failure={failure} onAgain={onAgain} />}
      {known?.length === 0 && (
        <Notice tone="warn">
          <p>{w.none}</p>
        </Notice>
      )}
      {unreported.length > 0 && (
        <Notice tone="warn">
          <p>{w.unreported(unreported.join(', '))}</p>
        </Notice>
      )}
      {questions.length > 0 && <Overview questions={questions} outcomes={outcomes} />}
      {questions.map((question, at) => (
        <Side
          key={sideId(at)}
          id={sideId(at)}
          about={aboutOf(described, question)}
          asked={question}
          first={outcomes[at]}
          isOpen={questions.length <= mostOpen}
          canPage={canPage}
          onWindow={onWindow}
        />
      ))}
    </section>
  );
}

const sideId = (at: number): string => `ask-side-${at}`;

function isWholeAnswer(outcome: AskOutcome | undefined): boolean {
  if (outcome?.kind !== 'answered') return false;
  const { complete, truncated } = outcome.response.result;
  return complete && !truncated;
}

/** What the sources file says of it. */
function aboutOf({ connectors }: CatalogOperation, { source }: Question): string | undefined {
  return connectors.flatMap(({ sources }) => sources).find((one) => one.source === source)?.about;
}

/** Rows of its tables, and its curves. */
function countShown(data: unknown): number {
  const { tables, curves } = readData(data);
  return tables.reduce((sum, { rows }) => sum + rows.length, curves.length);
}

interface OverviewProps {
  readonly questions: readonly Question[];
  readonly outcomes: readonly (AskOutcome | undefined)[];
}

function Overview({ questions, outcomes }: OverviewProps) {
  const { answer, sides: w } = allWords().ask;
  return (
    <TableRegion name={w.title}>
      <thead>
        <tr>
          <th scope="col">{answer.source}</th>
          <th scope="col">{answer.instance}</th>
          <th scope="col">{w.state}</th>
          <th scope="col" class="number">
            {w.rows}
          </th>
          <th scope="col" class="number">
            {answer.duration}
          </th>
        </tr>
      </thead>
      <tbody>
        {questions.map((question, at) => (
          <OverviewRow key={sideId(at)} id={sideId(at)} question={question} outcome={outcomes[at]} />
        ))}
      </tbody>
    </TableRegion>
  );
}

interface OverviewRowProps {
  readonly id: string;
  readonly question: Question;
  readonly outcome: AskOutcome | undefined;
}

function OverviewRow({ id, question: { source, instance }, outcome }: OverviewRowProps) {
  const response = outcome?.kind === 'answered' ? outcome.response : undefined;
  // Large answers would be read again with each one that comes.
  const rows = useMemo(() => response && countShown(response.result.data), [response]);
  return (
    <tr>
      <th scope="row">
        <a href={`#${id}`} onClick={() => document.querySelector(`#${id}`)?.setAttribute('open', '')}>
          {source}
        </a>
      </th>
      <td class="break">{response?.instance ?? instance}</td>
      <td>
        <SideState outcome={outcome} />
      </td>
      <td class="number">{rows !== undefined && formatCount(rows, locale.value)}</td>
      <td class="number">{outcome !== undefined && `${formatCount(outcome.durationMs, locale.value)} ms`}</td>
    </tr>
  );
}

function SideState({ outcome }: { readonly outcome: AskOutcome | undefined }) {
  const { answer, sides: w } = allWords().ask;
  if (outcome === undefined) return <Tag tone="busy">{w.waiting}</Tag>;
  if (outcome.kind === 'cancelled') return <Tag tone="warn">{w.cancelled}</Tag>;
  if (outcome.kind === 'answered') {
    const { complete, truncated } = outcome.response.result;
    return (
      <span class="tags">
        <Tag tone={complete ? 'good' : 'warn'}>{complete ? answer.complete : answer.incomplete}</Tag>
        {truncated && <Tag tone="warn">{answer.truncated}</Tag>}
      </span>
    );
  }
  const code = outcome.kind === 'refused' ? outcome.fault.code : outcome.failure.facts.code;
  return (
    <>
      <Tag tone="bad">{w.noAnswer}</Tag> {code !== undefined && <code class="small break">{code}</code>}
    </>
  );
}

interface SideProps {
  readonly id: string;
  readonly about: string | undefined;
  readonly asked: Question;
  /** Of the question to all. */
  readonly first: AskOutcome | undefined;
  readonly isOpen: boolean;
  readonly canPage: boolean;
  readonly onWindow: SourceAnswersProps['onWindow'];
}

function Side({ id, about, asked, first, isOpen, canPage, onWindow }: SideProps) {
  // What is asked of this source alone afterwards: again, or further pages.
  const own = useQuestion();
  const outcome = own.asked === undefined ? first : own.outcome;
  const [page, setPage] = useState(1);
  const ask = (cursor: string | undefined): void => {
    setPage(cursor === undefined ? 1 : page + 1);
    own.start({ ...asked, args: { ...(asked.args as JsonObject), ...(cursor !== undefined && { cursor }) } });
  };
  return (
    <details id={id} class="disclosure ask-side" open={isOpen}>
      <summary>
        {asked.source}
        {about !== undefined && <span class="faint"> · {about}</span>}
        {asked.instance !== '' && <span class="faint"> · {asked.instance}</span>}
      </summary>
      <div class="ask-answer">
        <AnswerBody
          asked={asked}
          outcome={outcome}
          isWrite={false}
          of={asked.instance === '' ? asked.source : `${asked.source}, ${asked.instance}`}
          page={page}
          canPage={canPage}
          onPage={ask}
          onNewKey={() => undefined}
          onAgain={() => ask(undefined)}
          onWindow={onWindow}
        />
      </div>
    </details>
  );
}
