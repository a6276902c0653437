/** The headline of a comparison for a terminal: the sentence, the findings, how sure they are, and what is missing. */
import { countLevels, listBrought, listOthers, partsOf, writePlace } from '../../diff/read-diff.ts';
import type { Diff } from '../../diff/diff.ts';
import { renderAnswer } from './render-answer.ts';
import { quoteShell } from '../../diff/write-value.ts';
import { english, oneSidedOf } from '../summary/phrases.ts';
import { type Finding, Level, type RelatedNote, type ReplicatesNeeded } from '../../diff/summary.ts';

/** Axes without a comparison that are named; the rest is counted. */
const namedAxes = 3;

/** What is related and named; the rest is counted. */
const namedRelated = 3;

/** At most two dozen lines: the answer where there is one. Comparisons of earlier versions have findings alone. */
export function renderHeadline(diff: Diff): string[] {
  const { answer, replicates_needed: needed } = diff.summary;
  if (answer === undefined) return [diff.summary.sentence, '', ...renderFindings(diff)];
  return renderAnswer(
    diff,
    answer,
    needed.flatMap((one) => renderNeeded(diff, one)),
  );
}

/** What the answer rests on: the findings one by one, and what limits them. */
export function renderFindings(diff: Diff): string[] {
  const { summary, baseline_replicates: before, head_replicates: after } = diff;
  const captures = `${1 + before.length} → ${1 + after.length} captures`;
  const lines: string[] = [];
  for (const finding of summary.findings) {
    lines.push(`  ${renderFinding(finding)}${inBrackets(renderBrought(finding))}`);
  }
  if (summary.more > 0) lines.push(`  … and ${summary.more} more; ${sayLevels(summary)}`);
  const { related = [] } = summary;
  for (const note of related.slice(0, namedRelated)) {
    lines.push(`  ${renderRelated(note)} (${english.cost[note.cost]})`);
  }
  if (related.length > namedRelated) lines.push(`  … and ${related.length - namedRelated} more like this`);
  if (summary.findings.length + related.length > 0) lines.push('');
  lines.push(
    summary.judged === 0
      ? `No amount was judged (${captures}, at least ${seconds(diff.spacing_ms)} apart to count as two).`
      : `${summary.judged} rows judged, ${summary.undecided} undecided (${captures}, counted as two when ${seconds(diff.spacing_ms)} apart).`,
  );
  lines.push(...summary.notes.en);
  if (summary.answer === undefined) {
    for (const needed of summary.replicates_needed) lines.push(...renderNeeded(diff, needed));
  }
  lines.push(...renderWithdrawn(diff));
  for (const { axis, reason } of summary.not_comparable.slice(0, namedAxes)) {
    lines.push(`Not comparable: ${axis}: ${reason}`);
  }
  const hidden = summary.not_comparable.length - namedAxes;
  if (hidden > 0) lines.push(`… and ${hidden} more measurements that are not comparable`);
  return lines;
}

/** "in all 17 confirmed, 3 observed", as lists and SARIF count them. */
export function sayLevels({ findings, levels = countLevels(findings) }: Diff['summary']): string {
  const counts = Level.options
    .toReversed()
    .flatMap((level) => ((levels[level] ?? 0) > 0 ? [`${levels[level] ?? 0} ${level}`] : []));
  return `in all ${counts.join(', ')}`;
}

/** What two occasions had suggested and the third one did not confirm. */
export function renderWithdrawn({ confirmation }: Diff): string[] {
  const ends = { went_away: 'went away', not_confirmed: 'was not confirmed' };
  const { withdrawn = [] } = confirmation ?? {};
  const lines = withdrawn
    .slice(0, namedAxes)
    .map(({ axis, key, ended }) => `Two captures of each version had suggested ${axis}: ${key}; it ${ends[ended]}.`);
  return withdrawn.length > namedAxes ? [...lines, `… and ${withdrawn.length - namedAxes} more like this`] : lines;
}

/** Without what it costs together. */
export function renderRelated({
  axis,
  kind,
  from,
  to,
}: Pick<RelatedNote, 'kind' | 'from' | 'to'> & { axis?: string }): string {
  const { what, where } = partsOf({ kind, from, to });
  const parts = [
    kind.padEnd(8),
    ...(axis === undefined ? [] : [`${axis}:`]),
    what.join(', '),
    arrows[kind],
    where.join(', '),
  ];
  return parts.join(' ');
}

const arrows = { renamed: '→', inlined: 'into', outlined: 'out of', moved: '→' } as const;

/** "with it: connect ok, socket ok; 3 more"; empty where it brings nothing. */
export function renderBrought(finding: Finding): string {
  const { shown, more } = listBrought(finding);
  if (shown.length === 0) return '';
  return `with it: ${shown.map(({ key }) => key).join(', ')}${more > 0 ? `; ${more} more` : ''}`;
}

function inBrackets(text: string): string {
  return text === '' ? '' : ` (${text})`;
}

/** "a, b, c; 6 more". */
function renderKeys(finding: Finding): string {
  const { shown, more } = listOthers(finding);
  return `${[finding.key, ...shown].join(', ')}${more > 0 ? `; ${more} more` : ''}`;
}

/** Without what it brings. */
export function renderFinding(finding: Finding): string {
  const { axis, state, level, ratio, low, high, per, place, related } = finding;
  const key = renderKeys(finding);
  const stands = related === undefined ? '' : `, ${english.standsFor(related.kind, partsOf(related).what.join(', '))}`;
  const odds = finding.odds === undefined ? '' : ` (${finding.odds} to 1)`;
  const declared = `${odds}${stands}${place === undefined ? '' : `  ${writePlace(place)}`}`;
  const oneSided = oneSidedOf(finding);
  if (oneSided !== undefined) return `${level.padEnd(8)} ${axis}: ${key}: ${english.oneSided(oneSided)}${declared}`;
  if (state !== 'changed' || ratio === undefined) return `${state.padEnd(8)} ${axis}: ${key}${declared}`;
  const interval = low === undefined || high === undefined ? '' : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `${level.padEnd(8)} ${axis}: ${key} × ${ratio.toFixed(2)}${interval}${per === undefined ? '' : ` ${english.per[per]}`}${declared}`;
}

/** The baseline has to run still for its command to be of use. */
export function renderNeeded({ workload, env }: Diff, needed: ReplicatesNeeded): string[] {
  const { version, for_verdict: verdict, for_confirmed: confirmed, duration_sec: length, warmup_sec: warmup } = needed;
  const where = env === '' ? '' : ` --env ${quoteShell(env)}`;
  const image = needed.image === undefined ? '' : ` --image ${quoteShell(needed.image)}`;
  const count =
    verdict > 0 ? `${verdict} for a verdict, ${confirmed} for a confirmed one` : `${confirmed} for a confirmed verdict`;
  return [
    `Replicates of ${version} missing: ${count}. While it runs:`,
    `  farol capture request --workload ${quoteShell(workload)} --version ${quoteShell(version)}${where}${image} --kind replicate --duration ${length} --warmup ${warmup}`,
  ];
}

function seconds(milliseconds: number): string {
  const whole = Math.round(milliseconds / 1000);
  return whole >= 120 && whole % 60 === 0 ? `${whole / 60} min` : `${whole} s`;
}
