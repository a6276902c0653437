/** A comparison as plain text for a terminal: the headline, then what it rests on, then every axis. */
import type { AxisDiff, Change, Diff, Related } from '../../diff/diff.ts';
import type { Observation, Quantile, Verdict } from '../../diff/verdict.ts';
import { printable } from '../../../../src/core/text/hidden-characters.ts';
import { renderDuration, renderNumber } from '../../diff/write-value.ts';
import { english } from '../summary/phrases.ts';
import { renderFindings, renderHeadline, renderRelated } from './render-headline.ts';
import { sayIncidents } from '../../judge/captures/open-incidents.ts';
import { isEmpty, writePlace } from '../../diff/read-diff.ts';

/** Rows of a rate axis that are printed; the rest is counted. */
const shownRates = 10;
/** Of what is related, as of rows. */
const shownRelated = 10;

/** `tables`: every axis below the headline; without them only what somebody has to read. */
export function renderDiff(diff: Diff, { tables = true }: { readonly tables?: boolean } = {}): string {
  const lines = [
    ...renderHeadline(diff),
    '',
    ...(diff.summary.answer === undefined ? [] : [...renderFindings(diff), '']),
    `${diff.workload}${diff.env === '' ? '' : ` in ${diff.env}`}: ${diff.baseline.version} → ${diff.head.version}`,
    `Baseline: ${diff.baseline_choice.why}. Captures: ${1 + diff.baseline_replicates.length} → ${1 + diff.head_replicates.length}.`,
    diff.identity_basis.sentences.en,
    ...(diff.recorded ? ['RECORDED: a replay of recorded captures; nothing was measured on this machine.'] : []),
    ...(diff.load_factor === undefined ? [] : [`Load of the second over the first: ${diff.load_factor.toFixed(2)}.`]),
    ...sayIncidents(diff),
    ...diff.caveats.map((caveat) => `Caveat: ${caveat}.`),
  ];
  const rest = tables ? [renderAxes(diff.axes)] : [];
  return [lines.map(printable).join('\n'), ...rest].join('\n\n');
}

export function renderAxes(axes: readonly AxisDiff[]): string {
  const empty = axes.filter(isEmpty).map(({ axis }) => axis);
  const parts = axes.filter((axis) => !isEmpty(axis)).map((axis) => renderAxis(axis).map(printable).join('\n'));
  return [...parts, ...(empty.length === 0 ? [] : [`Nothing seen: ${empty.join(', ')}.`])].join('\n\n');
}

function renderAxis(axis: AxisDiff): string[] {
  const title = axis.axis.toUpperCase();
  if (axis.state === 'not_comparable') return [title, `  not comparable: ${axis.reason ?? 'no reason was given'}`];
  const lines = [`${title} (${axis.kind === 'distribution' ? 'durations' : axis.unit})`];
  if (axis.no_noise_floor !== undefined) lines.push(`  ${axis.no_noise_floor}`);
  for (const caveat of axis.caveats) lines.push(`  caveat: ${caveat}`);
  lines.push(...renderTotals(axis), ...renderTestable(axis));
  const { related = [] } = axis;
  for (const one of related.slice(0, shownRelated)) lines.push(`  ${renderRelated(one)}${renderCost(one)}`);
  if (related.length > shownRelated) lines.push(`  … and ${related.length - shownRelated} more like this`);
  const shown = axis.kind === 'set' ? axis.changes : axis.changes.slice(0, shownRates);
  for (const change of shown) lines.push(renderChange(change, axis.kind));
  const hidden = axis.changes.length - shown.length;
  if (hidden > 0) lines.push(`  … and ${hidden} more with smaller differences`);
  if (axis.kind === 'set') {
    lines.push(`  ${axis.changes.length} listed, ${axis.unchanged} seen in both${renderExpected(axis)}`);
  }
  return lines;
}

function renderTotals({ totals }: AxisDiff): string[] {
  if (totals === undefined) return [];
  const { before, after, change = 'not_judged', verdict } = totals;
  return [`  total  ${renderNumber(before)} → ${renderNumber(after)}${renderVerdict({ change, verdict })}`];
}

function renderTestable({ testable }: AxisDiff): string[] {
  if (testable === undefined || testable.keys === testable.of) return [];
  const { keys, of, next } = testable;
  const more = next === undefined ? '' : `; a window of ${next.window_sec} s would add ${next.keys}`;
  return [`  ${keys} of ${of} rows judged alone${more}`];
}

function renderChange(row: Change, kind: AxisDiff['kind']): string {
  const { key, change, before, after, first_seen_sec: first, place } = row;
  const values = `${renderObservation(before)} → ${renderObservation(after)}`;
  const declared = place === undefined ? '' : `  ${writePlace(place)}`;
  if (kind !== 'set') return `  ${values}  ${key}${declared}${renderVerdict(row)}`;
  const word = change.replace('_', ' ').padEnd(8);
  const when = change === 'new' && first !== undefined ? `, first at +${first} s` : '';
  return `  ${word}  ${key}  ${values}${when}${renderChance(row)}`;
}

/** Behind a row of a set. */
export function renderChance({ comes_and_goes: isChance }: Change): string {
  return isChance === true ? ', may be chance: rows of one version come and go as much' : '';
}

/** Of all keys together; nothing of sets, whose keys are only the same thing. */
export function renderCost({ before, after, change, verdict }: Related): string {
  if (change === undefined) return '';
  const row = { change, ...(verdict !== undefined && { verdict }) };
  return `  ${renderObservation(before)} → ${renderObservation(after)}${renderVerdict(row)}`;
}

/** Behind a row of amounts: nothing where nothing was judged. */
export function renderVerdict({ change, verdict }: Pick<Change, 'change' | 'verdict'>): string {
  if (change === 'not_judged') return '';
  const word = change.replace('_', ' ');
  if (verdict === undefined) return `  ${word}`;
  const { one_sided: oneSided } = verdict;
  const effect = oneSided === undefined ? renderEffect(verdict) : `: ${english.oneSided(oneSided)}`;
  if (change === 'changed') return `  ${word}${effect}, ${verdict.level}`;
  if (oneSided !== undefined) return `  ${word}${effect}`;
  const { smallest_detectable: least } = verdict;
  return `  ${word}${least === undefined ? '' : ` (smallest detectable × ${renderNumber(least)})`}`;
}

function renderEffect({ per_work: work, per_second: second }: Verdict): string {
  const effect = work ?? second;
  if (effect === undefined) return '';
  const unit = work === undefined ? 'per second' : 'for each request';
  return ` × ${renderNumber(effect.ratio)} (${renderNumber(effect.low)} to ${renderNumber(effect.high)}) ${unit}`;
}

export function renderExpected({ expected_new: expected, changes }: AxisDiff): string {
  const count = changes.filter(({ change }) => change === 'new').length;
  return expected === undefined || count === 0 ? '' : `; ${count} new, ${renderNumber(expected)} expected by chance`;
}

export function renderObservation(observation: Observation): string {
  if (!observation.seen) return `not seen (0 of ${observation.of} captures; ≤ ${renderNumber(observation.below)}/s)`;
  const { rate, count, captures, of, quantiles, spread } = observation;
  const figure = quantiles?.map(renderQuantile).join(', ') ?? renderNumber(rate);
  const steady = spread === undefined ? '' : `; ±${Math.round(spread * 100)} % inside the window`;
  return `${figure} (${count}; ${captures} of ${of} captures${steady})`;
}

function renderQuantile({ percent, from, to }: Quantile): string {
  return `p${percent} ${to === undefined ? `≥ ${renderDuration(from)}` : `${renderDuration(from)}–${renderDuration(to)}`}`;
}
