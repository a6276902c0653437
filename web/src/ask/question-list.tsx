/** Who asked what: the questions of the organization, newest first. The filter is in the address. */
import { useEffect, useState } from 'preact/hooks';
import { QuestionList as QuestionListForm, type QuestionView } from '../../../src/control/api/api.ts';
import { useAnswer } from '../edge/use-answer.ts';
import { AnswerView } from '../parts/answer-view.tsx';
import { FilterFold } from '../parts/filter-fold.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { TableRegion } from '../parts/table-region.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { TextField } from '../parts/text-field.tsx';
import { When } from '../parts/when.tsx';
import { formatCount } from '../reading/format-number.ts';
import { hrefOf, navigate, place } from '../browser/router.ts';
import { allWords, locale } from '../words/words.ts';
import { askHref, questionsPath } from '../browser/page-addresses.ts';
import { AskNav } from './ask-nav.tsx';

const pageSize = '50';
const filters = ['operation', 'outcome', 'via', 'from', 'to', 'by'] as const;
type Filter = Readonly<Record<(typeof filters)[number], string>>;

function readFilter(query: URLSearchParams): Filter {
  const entries = filters.map((name) => [name, query.get(name) ?? '']);
  return Object.fromEntries(entries) as Record<(typeof filters)[number], string>;
}

export function QuestionList() {
  const w = allWords();
  const { query } = place.value;
  const filter = readFilter(query);
  const cursor = query.get('cursor') ?? undefined;
  const { answer, reload } = useAnswer(
    hrefOf('/api/questions', { ...filter, limit: pageSize, cursor }),
    QuestionListForm,
  );
  const isFiltered = filters.some((name) => filter[name] !== '');
  return (
    <>
      <PageHead title={w.ask.questions.title} lede={w.ask.questions.lede} />
      <AskNav />
      <FilterForm filter={filter} />
      <AnswerView answer={answer} onAgain={reload}>
        {({ questions, next_cursor: next }) => (
          <>
            {questions.length === 0 ? (
              <p class="empty">{emptyText(isFiltered, next !== undefined)}</p>
            ) : (
              <Questions questions={questions} filter={filter} />
            )}
            <p class="pages">
              {cursor !== undefined && <a href={hrefOf(questionsPath, filter)}>{w.ask.questions.newest}</a>}
              {next !== undefined && (
                <a href={hrefOf(questionsPath, { ...filter, cursor: next })}>{w.ask.questions.older}</a>
              )}
            </p>
          </>
        )}
      </AnswerView>
    </>
  );
}

function emptyText(isFiltered: boolean, hasNext: boolean): string {
  const w = allWords();
  if (hasNext) return w.ask.questions.noneSoFar;
  return isFiltered ? w.ask.questions.noneFiltered : w.ask.questions.none;
}

function FilterForm({ filter }: { readonly filter: Filter }) {
  const w = allWords();
  const [values, setValues] = useState(filter);
  const text = filters.map((name) => filter[name]).join('\n');
  useEffect(() => setValues(filter), [text]);
  const set = (change: Partial<Filter>): void => setValues((before) => ({ ...before, ...change }));
  const isFiltered = filters.some((name) => filter[name] !== '');
  const form = (
    <form
      class="form-row filter"
      role="search"
      aria-label={w.ask.questions.filter}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(hrefOf(questionsPath, values));
      }}
    >
      <TextField
        name="operation"
        label={w.ask.questions.operation}
        value={values.operation}
        onInput={(operation) => set({ operation })}
      />
      <TextField
        name="outcome"
        label={w.ask.questions.outcome}
        hint={w.ask.questions.outcomeHint}
        value={values.outcome}
        onInput={(outcome) => set({ outcome })}
      />
      <SelectField
        name="via"
        label={w.ask.questions.viaLabel}
        value={values.via}
        options={[
          ['', w.ask.questions.anyVia],
          ['page', w.ask.questions.via.page],
          ['api', w.ask.questions.via.api],
          ['mcp', w.ask.questions.via.mcp],
        ]}
        onChange={(via) => set({ via })}
      />
      {(['from', 'to'] as const).map((name) => (
        <MomentField
          key={name}
          name={name}
          label={w.ask.questions[name]}
          value={values[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <button type="submit">{w.ask.questions.apply}</button>
      {isFiltered && <a href={questionsPath}>{w.ask.questions.clear}</a>}
      {filter.by !== '' && <p class="small ask-by break">{w.ask.questions.by(filter.by)}</p>}
    </form>
  );
  return (
    <FilterFold title={w.ask.questions.filter} isFiltered={isFiltered}>
      {form}
    </FilterFold>
  );
}

function Questions({ questions, filter }: { readonly questions: readonly QuestionView[]; readonly filter: Filter }) {
  const w = allWords().ask.questions;
  return (
    <TableRegion name={w.title}>
      <thead>
        <tr>
          <th scope="col">{w.when}</th>
          <th scope="col">{w.who}</th>
          <th scope="col">{w.operation}</th>
          <th scope="col">{w.outcome}</th>
          <th scope="col">{w.source}</th>
          <th scope="col">{w.digest}</th>
          <th scope="col" class="number">
            {w.duration}
          </th>
          <th scope="col" class="number">
            {w.calls}
          </th>
          <th scope="col" class="number">
            {w.rows}
          </th>
        </tr>
      </thead>
      <tbody>
        {questions.map((one) => (
          <Row key={one.id} one={one} filter={filter} />
        ))}
      </tbody>
    </TableRegion>
  );
}

function Row({ one, filter }: { readonly one: QuestionView; readonly filter: Filter }) {
  const all = allWords();
  const w = all.ask.questions;
  const count = (value: number | undefined): string => (value === undefined ? '–' : formatCount(value, locale.value));
  return (
    <tr>
      <th scope="row" class="nowrap">
        <When at={one.at} />
      </th>
      <td>
        <a href={hrefOf(questionsPath, { ...filter, by: one.by.id })} aria-label={w.only(one.by.name)}>
          {one.by.name}
        </a>{' '}
        <span class="small faint">{w.via[one.via]}</span>
      </td>
      <td>
        <span class="tags">
          {one.access === undefined ? (
            <span class="mono nowrap">{one.operation}</span>
          ) : (
            <a href={askHref(one.operation)} class="mono nowrap">
              {one.operation}
            </a>
          )}
          {one.access === 'write' && <Tag tone="note">{all.ask.search.writes}</Tag>}
        </span>
      </td>
      <td>
        <Tag tone={toneOf(one.outcome)}>{one.outcome === 'unknown' ? w.unknown : one.outcome}</Tag>
        {one.outcome === 'unknown' && <span class="small block">{w.unknownText}</span>}
      </td>
      <td>
        {one.source}
        <span class="small faint block break">{one.instance ?? w.notAsked}</span>
      </td>
      <td class="mono small" title={one.arguments_digest}>
        {one.arguments_digest === undefined ? '–' : shortDigest(one.arguments_digest)}
      </td>
      <td class="number nowrap">{one.duration_ms === undefined ? '–' : `${count(one.duration_ms)} ms`}</td>
      <td class="number">{count(one.upstream_calls)}</td>
      <td class="number">{count(one.rows)}</td>
    </tr>
  );
}

function toneOf(outcome: string): Tone {
  if (outcome === 'ok') return 'good';
  return outcome === 'unknown' || outcome === 'outcome_unknown' ? 'warn' : 'bad';
}

/** Enough to find it in the audit log. */
function shortDigest(digest: string): string {
  return digest.replace(/^sha256:/u, '').slice(0, 12);
}
