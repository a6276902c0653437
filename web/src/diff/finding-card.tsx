/** A finding: how much before and after, how sure, where in the source, and the ways to its row and its frame. */
import type { DiffSummary } from '../../../profiler/witness/diff/diff.ts';
import type { Observation } from '../../../profiler/witness/diff/verdict.ts';
import type { Finding } from '../../../profiler/witness/diff/summary.ts';
import { isPool } from '../../../profiler/witness/bundle/keys/key-text.ts';
import { listBrought, listOthers, partsOf, totalKey, writePlace } from '../../../profiler/witness/diff/read-diff.ts';
import { formatObserved, type FindingRow, rowOfFinding } from './finding-amounts.ts';
import { formatFigure, formatPercent } from '../reading/format-number.ts';
import { hasFrame, type RowChoice } from '../reading/row-choice.ts';
import { axisName, oneOfUnit, unitName } from '../words/describe-axis.ts';
import { allWords, locale } from '../words/words.ts';
import { RowLink } from './row-link.tsx';
import { Tag } from '../parts/tag.tsx';

interface FindingCardProps {
  readonly finding: Finding;
  readonly diff: DiffSummary;
}

export function FindingCard({ finding, diff }: FindingCardProps) {
  const w = allWords();
  const { finding: say } = w.comparison;
  const { axis, key, state, level, only, ratio, low, high, share, place, related, odds } = finding;
  const row = rowOfFinding(diff, finding);
  const figure = (value: number): string => formatFigure(value, locale.value);
  const frames = isPool(key) ? say.frames : say.frame;
  return (
    <li class="finding">
      <span class="tags">
        <span class="finding-axis">{axisName(axis)}</span>
        <Tag tone="note">{w.diff.axis.changes[state]}</Tag>
        {state === 'changed' && (
          <Tag tone="idle">
            {[w.verdict.levels[level], ...(odds === undefined ? [] : [w.verdict.odds(odds)])].join(' · ')}
          </Tag>
        )}
      </span>
      {key === totalKey ? <h3 class="finding-key">{say.whole}</h3> : <h3 class="mono finding-key">{key}</h3>}
      <OtherKeys finding={finding} />
      {related !== undefined && (
        <span class="small">{say.related[related.kind](partsOf(related).what.join(', '))}</span>
      )}
      {row !== undefined && <Amounts {...{ finding, row, diff }} />}
      {only !== undefined && <span class="figure">{w.diff.axis.oneSided[only]}</span>}
      {ratio !== undefined && low !== undefined && high !== undefined && (
        <span class="figure">{say.interval(figure(ratio), figure(low), figure(high))}</span>
      )}
      {share !== undefined && share > 0 && key !== totalKey && (
        <span class="small faint">{say.share(formatPercent(share, locale.value))}</span>
      )}
      <BroughtKeys finding={finding} />
      {place !== undefined && <span class="small mono">{writePlace(place)}</span>}
      <span class="tags small">
        <RowLink row={{ axis, key }} to="row" label={`${say.row}: ${key}`}>
          {say.row}
        </RowLink>
        {hasFrame({ axis, key }) && (
          <RowLink row={{ axis, key }} to="frame" label={`${frames}: ${key}`}>
            {frames}
          </RowLink>
        )}
      </span>
    </li>
  );
}

/** Its further keys, each with the way to its row. */
function OtherKeys({ finding }: { readonly finding: Finding }) {
  const { shown, more } = listOthers(finding);
  return <KeyLinks rows={shown.map((key) => ({ axis: finding.axis, key }))} more={more} />;
}

/** Its consequences, each with the way to its row. */
function BroughtKeys({ finding }: { readonly finding: Finding }) {
  const { shown, more } = listBrought(finding);
  return <KeyLinks lead={allWords().comparison.finding.brings} rows={shown} more={more} />;
}

interface KeyLinksProps {
  readonly lead?: string;
  readonly rows: readonly RowChoice[];
  /** Keys that are not shown. */
  readonly more: number;
}

function KeyLinks({ lead, rows, more }: KeyLinksProps) {
  const { finding: say } = allWords().comparison;
  if (rows.length === 0) return null;
  return (
    <span class="small finding-brings">
      {lead !== undefined && `${lead} `}
      {rows.map(({ axis, key }, at) => (
        <span key={`${axis} ${key}`}>
          {at > 0 && ', '}
          <RowLink row={{ axis, key }} to="row" label={`${say.row}: ${axisName(axis)}: ${key}`}>
            {key}
          </RowLink>
        </span>
      ))}
      {more > 0 && `; ${say.moreBrought(more)}`}
    </span>
  );
}

interface AmountsProps {
  readonly finding: Finding;
  readonly row: FindingRow;
  readonly diff: DiffSummary;
}

function Amounts({ finding: { per }, row: { axis, change }, diff }: AmountsProps) {
  const w = allWords();
  const { finding: say, perWork } = w.comparison;
  const work = per === 'work' ? diff.work_per_second : undefined;
  const show = (side: Observation, workPerSecond: number | undefined): string => {
    const { unit } = axis;
    const text = formatObserved(side, {
      unit,
      unitName: unitName(unit),
      one: oneOfUnit(unit),
      locale: locale.value,
      workPerSecond,
    });
    if (text !== undefined || side.seen) return text ?? '';
    const below = formatFigure(side.below, locale.value);
    return say.unseen(side.of, `${below}${axis.kind === 'set' ? '/s' : ` ${unitName(unit)}`}`);
  };
  const seen = change.after.seen ? change.after : change.before;
  return (
    <>
      <span class="figure finding-amounts">
        {show(change.before, work?.before)}{' '}
        <span aria-hidden="true" class="arrow">
          →
        </span>{' '}
        <strong>{show(change.after, work?.after)}</strong> {work !== undefined && perWork}
        {axis.kind === 'distribution' && <span class="small faint"> {say.mean}</span>}
      </span>
      {change.change !== 'changed' && seen.seen && (
        <span class="small faint">
          {[
            ...(change.first_seen_sec === undefined
              ? []
              : [w.diff.axis.firstSeen(formatFigure(change.first_seen_sec, locale.value))]),
            say.seenIn(seen.captures, seen.of),
          ].join(', ')}
        </span>
      )}
    </>
  );
}
