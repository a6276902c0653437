/** A cause: what the newer version does, where, and where to look first. What says so is folded. */
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import type { Cause } from '../../../profiler/witness/diff/summary.ts';
import { totalKey, writePlace } from '../../../profiler/witness/diff/read-diff.ts';
import { formatAmount } from './finding-amounts.ts';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { functionAxis } from '../reading/row-choice.ts';
import { axisName, oneOfUnit, unitName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { HowSure } from './how-sure.tsx';
import { RowLink } from './row-link.tsx';

interface CauseCardProps {
  readonly cause: Cause;
  readonly diff: DiffSummary;
}

export function CauseCard({ cause, diff }: CauseCardProps) {
  const { cause: say } = allWords().comparison;
  const { sentence, look, level, odds, evidence, findings } = cause;
  const more = findings - evidence.length;
  return (
    <li class="cause">
      <h3>{sentence[locale.value]}</h3>
      <HowSure level={level} odds={odds} diff={diff} />
      <Where cause={cause} />
      <p class="small">
        <strong>{say.look}</strong> {look[locale.value]}
      </p>
      <details class="disclosure small">
        <summary>{say.evidence}</summary>
        <ul class="evidence">
          {evidence.map((row) => (
            <Evidence key={`${row.axis} ${row.key}`} row={row} />
          ))}
        </ul>
        {more > 0 && <p class="faint">{say.moreEvidence(formatCount(more, locale.value))}</p>}
      </details>
    </li>
  );
}

/** The function leads to its frames in the flame graph. */
function Where({ cause: { function: key, place } }: Pick<CauseCardProps, 'cause'>) {
  const { frame } = allWords().comparison.finding;
  if (key === undefined && place === undefined) return null;
  return (
    <p class="small mono">
      {key !== undefined && (
        <RowLink row={{ axis: functionAxis, key }} to="frame" label={`${frame}: ${key}`}>
          {key}
        </RowLink>
      )}{' '}
      {place !== undefined && <span class="faint">{writePlace(place).replace(/^\.\//u, '')}</span>}
    </p>
  );
}

function Evidence({ row }: { readonly row: Cause['evidence'][number] }) {
  const { axis, key, before, after, unit, per, ratio, low, high } = row;
  const w = allWords();
  const { finding, cause } = w.comparison;
  const each = `${unit}/s`;
  const ofUnit = { unit, unitName: unitName(each).replace(/\/s$/u, ''), one: oneOfUnit(each), locale: locale.value };
  const figure = (value: number): string => formatFigure(value, locale.value);
  const show = (value: number): string => (value === 0 ? cause.none : formatAmount(value, ofUnit));
  return (
    <li>
      <span class="evidence-what">
        <span class="faint">{axisName(axis)}</span>{' '}
        <RowLink row={{ axis, key }} to="row" label={`${finding.row}: ${axisName(axis)}: ${key}`}>
          {key === totalKey ? finding.whole : <span class="mono">{key}</span>}
        </RowLink>
      </span>
      <span class="figure">
        {show(before)}{' '}
        <span aria-hidden="true" class="arrow">
          →
        </span>{' '}
        <strong>{show(after)}</strong> <span class="faint">{per === 'each' ? finding.mean : w.verdict.per[per]}</span>
      </span>
      {ratio !== undefined && low !== undefined && high !== undefined && (
        <span class="figure faint">{finding.interval(figure(ratio), figure(low), figure(high))}</span>
      )}
    </li>
  );
}
