/** What a reader has to know before believing a comparison: one line, with the sentences behind it. */
import type { ComponentChildren } from 'preact';
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { groupIncomparable } from '../reading/count-states.ts';
import { formatFigure } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { DiffIncidents } from './diff-incidents.tsx';
import { Notice } from '../parts/notice.tsx';
import { ServedText } from '../parts/served-text.tsx';

interface Reservation {
  /** In the line. */
  readonly short: ComponentChildren;
  readonly whole: ComponentChildren;
  /** More than a sentence: behind a line of its own, even where it is the only one. */
  readonly isLong?: true;
}

/** Caveats that have a short form of their own, as `explainMixed` and `explainLoad` word them. */
const mixed = /ran different executables/u;
const load = /^the load of the two sides differs/u;
const servedLast = (text: string): boolean => !mixed.test(text) && !load.test(text);

export function DiffReservations({ diff }: { readonly diff: ComparisonSummary }) {
  const { title, more } = allWords().comparison.care;
  const all = listReservations(diff);
  const [first, ...further] = all;
  if (first === undefined) return null;
  if (further.length === 0 && first.isLong === undefined) {
    return (
      <Notice tone="warn">
        <div>
          {title} {first.whole}
        </div>
      </Notice>
    );
  }
  const named = all.filter(({ short }) => short !== undefined);
  const rest = all.length - named.length;
  return (
    <details class="disclosure notice notice-warn">
      <summary>
        {title}{' '}
        {named.map(({ short }, at) => (
          <span key={at}>
            {at > 0 && '; '}
            {short}
          </span>
        ))}
        {rest > 0 && `; ${more(rest)}`}
      </summary>
      <ul>
        {all.map(({ whole }, at) => (
          <li key={at}>{whole}</li>
        ))}
      </ul>
    </details>
  );
}

/** The gravest first. Of caveats without a short form one is in the line where there is nothing graver. */
function listReservations(diff: ComparisonSummary): Reservation[] {
  const w = allWords();
  const { care } = w.comparison;
  const { caveats, recorded, incidents = [], load_factor: factor = 1 } = diff;
  const reasons = groupIncomparable(diff.axes).flatMap(({ axes, first: { reason = '' } }) =>
    axes.length > diff.axes.length / 2 || mixed.test(reason) ? [reason] : [],
  );
  const graver: Reservation[] = [
    ...(recorded ? [{ short: care.recorded, whole: w.recordedExplained }] : []),
    ...[...reasons, ...caveats.filter((text) => mixed.test(text))].map((text) => ({
      short: mixed.test(text) ? care.mixed : care.incomparable,
      whole: <ServedText text={text} />,
    })),
    ...caveats
      .filter((text) => load.test(text))
      .map((text) => ({ short: care.load(formatFigure(factor, locale.value)), whole: <ServedText text={text} /> })),
    ...incidents.slice(0, 1).map(({ title }) => {
      const whole = <DiffIncidents diff={diff} />;
      return { short: care.incident(title), whole, isLong: true as const };
    }),
  ];
  const others = caveats.filter(servedLast).map((text, at) => {
    const whole = <ServedText text={text} />;
    return { short: graver.length + at === 0 ? whole : undefined, whole };
  });
  return [...graver, ...others];
}
