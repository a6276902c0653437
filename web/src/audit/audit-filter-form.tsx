/** Filters the audit list by what is in the address. A native form: Enter applies it. */
import { useState } from 'preact/hooks';
import { type Option, SelectField } from '../parts/select-field.tsx';
import { FilterFold } from '../parts/filter-fold.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { navigate } from '../browser/router.ts';
import { allWords, locale } from '../words/words.ts';
import { type AuditFilter, auditFilters, auditHref, auditSpans } from '../browser/page-addresses.ts';

const outcomes = ['ok', 'refused', 'unknown'] as const;

/** Give it a key of the filter: what was typed and not applied goes with another address. */
export function AuditFilterForm({ filter }: { readonly filter: AuditFilter }) {
  const w = allWords().audit;
  const [values, setValues] = useState(filter);
  const [period, setPeriod] = useState(filter.from === '' && filter.to === '' ? filter.last : 'between');
  const set = (change: Partial<AuditFilter>): void => setValues((before) => ({ ...before, ...change }));
  const text = (name: 'by' | 'subject' | 'address', hint?: string) => (
    <TextField
      name={name}
      label={w[name]}
      {...(hint !== undefined && { hint })}
      value={values[name]}
      onInput={(value) => set({ [name]: value })}
    />
  );
  // A code of a refusal comes by a link only.
  const codes = outcomes.some((one) => one === filter.outcome) || filter.outcome === '' ? [] : [filter.outcome];
  const isMore = [filter.subject, filter.way, filter.address].some((one) => one !== '');
  const isFiltered = auditFilters.some((name) => filter[name] !== '');
  const form = (
    <form
      class="form-row filter"
      role="search"
      aria-label={w.filter}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(auditHref(values));
      }}
    >
      <SelectField
        name="last"
        label={w.period}
        value={period}
        options={[
          ['', w.anyTime],
          ...auditSpans.map((span): Option => [span, w.spans[span] ?? span]),
          ['between', w.between],
        ]}
        onChange={(next) => {
          setPeriod(next);
          set({ last: next === 'between' ? '' : next, from: '', to: '' });
        }}
      />
      {period === 'between' &&
        (['from', 'to'] as const).map((name) => (
          <MomentField
            key={name}
            name={name}
            label={w[name]}
            value={values[name]}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
      {text('by', w.byHint)}
      <SelectField
        name="kind"
        label={w.kind}
        value={values.kind}
        options={[['', w.anyKind], ['question', w.question], ...Object.entries(w.kinds).toSorted(byText)]}
        onChange={(kind) => set({ kind })}
      />
      <SelectField
        name="outcome"
        label={w.outcome}
        value={values.outcome}
        options={[
          ['', w.outcomes.any],
          ...outcomes.map((one): Option => [one, w.outcomes[one]]),
          ...codes.map((code): Option => [code, code]),
        ]}
        onChange={(outcome) => set({ outcome })}
      />
      <button type="submit">{w.apply}</button>
      {isFiltered && <a href={auditHref()}>{w.clear}</a>}
      <details class="disclosure more-filters" open={isMore}>
        <summary>{w.more}</summary>
        <div class="form-row filter">
          {text('subject', w.subjectHint)}
          <SelectField
            name="way"
            label={w.way}
            value={values.way}
            options={[['', w.anyWay], ...Object.entries(w.ways)]}
            onChange={(way) => set({ way })}
          />
          {text('address')}
        </div>
      </details>
      {filter.about !== '' && <p class="small break">{w.about(filter.about)}</p>}
    </form>
  );
  return (
    <FilterFold title={w.filter} isFiltered={isFiltered}>
      {form}
    </FilterFold>
  );
}

function byText([, a]: Option, [, b]: Option): number {
  return a.localeCompare(b, locale.value);
}
