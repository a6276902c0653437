/**
 * A comparison as Markdown, for the summary of a job and a comment on a pull request. Names come from the target and
 * sentences from its node: they are shown as text and can neither format, link nor mention anybody.
 */
import type { AxisDiff, Change, Diff } from '../../diff/diff.ts';
import { isEmpty } from '../../diff/read-diff.ts';
import { sayIncidents } from '../../judge/captures/open-incidents.ts';
import { printable } from '../../../../src/core/text/hidden-characters.ts';
import { renderNumber } from '../../diff/write-value.ts';
import { renderChance, renderCost, renderExpected, renderObservation, renderVerdict } from './render.ts';
import {
  renderBrought,
  renderFinding,
  renderNeeded,
  renderRelated,
  renderWithdrawn,
  sayLevels,
} from './render-headline.ts';
import type { Answer } from '../../diff/summary.ts';
import { sayLevel, splitCauses } from './render-answer.ts';
import { english } from '../summary/phrases.ts';

/** GitHub accepts 65,536 characters in a comment; the rest is for the lines around it. */
const mostCharacters = 60_000;
const mostRows = { set: 40, other: 10 } as const;

export function renderMarkdown(diff: Diff): string {
  const { workload, env, baseline, head, baseline_choice: choice } = diff;
  const where = env === '' ? '' : ` in ${escapeMarkdown(env)}`;
  const facts = [
    `Baseline: ${escapeMarkdown(choice.why)}. Captures: ${1 + diff.baseline_replicates.length} → ${1 + diff.head_replicates.length}.`,
    escapeMarkdown(diff.identity_basis.sentences.en),
    ...(diff.load_factor === undefined ? [] : [`Load of the second over the first: ${diff.load_factor.toFixed(2)}.`]),
  ];
  const intro = [
    `### ${escapeMarkdown(workload)}${where}: ${escapeMarkdown(baseline.version)} → ${escapeMarkdown(head.version)}`,
    ...(diff.summary.answer === undefined ? sayFindings(diff) : sayAnswer(diff, diff.summary.answer)),
    ...listMissing(diff),
    facts.join(' '),
    ...(diff.summary.notes.en.length === 0 ? [] : [diff.summary.notes.en.map(escapeMarkdown).join(' ')]),
    ...(diff.recorded ? ['**RECORDED**: a replay of recorded captures; nothing was measured.'] : []),
    ...sayIncidents(diff).map(escapeMarkdown),
    ...(diff.caveats.length === 0 ? [] : [diff.caveats.map((one) => `- Caveat: ${escapeMarkdown(one)}.`).join('\n')]),
  ].join('\n\n');
  return `${fit(intro, [...diff.axes.filter(isSet), ...diff.axes.filter((axis) => !isSet(axis))])}\n`;
}

/** Of comparisons of earlier versions. */
function sayFindings(diff: Diff): string[] {
  return [`**${escapeMarkdown(diff.summary.sentence)}**`, ...listFindings(diff)];
}

/** Short lines without tables, which fit a phone; the findings one by one are folded. */
function sayAnswer(diff: Diff, answer: Answer): string[] {
  const { lead, more_causes: more, fresh, account, limits } = answer;
  const { named, others } = splitCauses(answer);
  const also = others.map(({ sentence, look }) => `- ${escapeMarkdown(sentence.en)} ${escapeMarkdown(look.en)}`);
  const asked = fresh.map(
    ({ text, others: further }) => `- ${escapeMarkdown(text.en)}${further > 0 ? ` and ${further} more` : ''}`,
  );
  const findings = listFindings(diff);
  return [
    `**${escapeMarkdown(lead.en)}**`,
    ...(named === undefined ? [] : [escapeMarkdown(named.look.en)]),
    ...sayLevel(diff, answer),
    ...(also.length === 0 ? [] : [['Also:', '', ...also, ...(more > 0 ? [`- … and ${more} more`] : [])].join('\n')]),
    ...(asked.length === 0
      ? []
      : [[`New in ${escapeMarkdown(diff.head.version)}, ask whether it is meant:`, '', ...asked].join('\n')]),
    escapeMarkdown([account.en, ...limits.en].join(' ')),
    ...(findings.length === 0
      ? []
      : [`<details><summary>Differences one by one</summary>\n\n${findings.join('\n')}\n\n</details>`]),
  ];
}

function listFindings({ summary }: Diff): string[] {
  const { findings, more, related = [] } = summary;
  if (findings.length + related.length === 0) return [];
  const rows = findings.flatMap((one) => {
    const brought = renderBrought(one);
    const row = `- ${escapeMarkdown(oneSpace(renderFinding(one)))}`;
    return brought === '' ? [row] : [row, `  - ${escapeMarkdown(brought)}`];
  });
  const notes = related.map(
    (one) => `- ${escapeMarkdown(`${oneSpace(renderRelated(one))} (${english.cost[one.cost]})`)}`,
  );
  const rest = more > 0 ? [`- … and ${more} more; ${sayLevels(summary)}`] : [];
  return [[...rows, ...rest, ...notes].join('\n')];
}

/** What did not become a finding, and the commands for what is missing. */
function listMissing(diff: Diff): string[] {
  const { summary } = diff;
  const commands = summary.replicates_needed.map((needed) => {
    const [why = '', command = ''] = renderNeeded(diff, needed);
    return `${escapeMarkdown(why)}\n\n${codeBlock(command.trim())}`;
  });
  return [...renderWithdrawn(diff).map(escapeMarkdown), ...commands];
}

function oneSpace(text: string): string {
  return text.replaceAll(/ +/gu, ' ');
}

function isSet({ kind }: AxisDiff): boolean {
  return kind === 'set';
}

/** Whole axes only, so that what is opened is closed. */
function fit(intro: string, axes: readonly AxisDiff[]): string {
  const parts = [intro];
  const leftOut: string[] = [];
  let length = intro.length;
  const empty = axes.filter(isEmpty);
  for (const axis of axes.filter((one) => !isEmpty(one))) {
    const part = renderAxis(axis);
    if (length + part.length > mostCharacters) leftOut.push(titleOf(axis));
    else {
      parts.push(part);
      length += part.length + 2;
    }
  }
  if (empty.length > 0) parts.push(`Nothing seen: ${empty.map(titleOf).join(', ')}.`);
  if (leftOut.length > 0) parts.push(`Left out for length: ${leftOut.join(', ')}.`);
  return parts.join('\n\n');
}

function renderAxis(axis: AxisDiff): string {
  if (axis.state === 'not_comparable') {
    return `**${titleOf(axis)}**: not comparable: ${escapeMarkdown(axis.reason ?? 'no reason was given')}`;
  }
  const notes = [axis.no_noise_floor ?? [], ...axis.caveats.map((one) => `Caveat: ${one}.`)].flat();
  const most = isSet(axis) ? mostRows.set : mostRows.other;
  const rows = axis.changes.slice(0, most).map((change) => `- ${renderChange(change, axis)}`);
  const hidden = axis.changes.length - rows.length;
  if (hidden > 0) rows.push(`- … and ${hidden} more`);
  const { related = [] } = axis;
  for (const one of related.slice(0, most)) {
    rows.push(`- ${escapeMarkdown(oneSpace(renderRelated(one) + renderCost(one)))}`);
  }
  if (related.length > most) rows.push(`- … and ${related.length - most} more like this`);
  const body = [notes.map(escapeMarkdown).join(' '), rows.join('\n')].filter((one) => one !== '').join('\n\n');
  if (isSet(axis)) {
    const title = `**${titleOf(axis)}**: ${axis.changes.length} listed, ${axis.unchanged} seen in both${renderExpected(axis)}`;
    return body === '' ? title : `${title}\n\n${body}`;
  }
  const { totals } = axis;
  const total =
    totals === undefined
      ? ''
      : `: ${renderNumber(totals.before)} → ${renderNumber(totals.after)} ${axis.unit}${renderVerdict({ change: totals.change ?? 'not_judged', verdict: totals.verdict })}`;
  return `<details><summary>${titleOf(axis)}${total}</summary>\n\n${body}\n\n</details>`;
}

function renderChange(row: Change, axis: AxisDiff): string {
  const { key, change, before, after, first_seen_sec: first } = row;
  const values = `${renderObservation(before)} → ${renderObservation(after)}`;
  if (!isSet(axis)) return `${codeSpan(key)} ${values}${renderVerdict(row)}`;
  const when = change === 'new' && first !== undefined ? `, first at +${first} s` : '';
  return `${change.replace('_', ' ')}: ${codeSpan(key)} ${values}${when}${renderChance(row)}`;
}

function titleOf({ axis }: AxisDiff): string {
  const words = axis.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Text in which nothing is formatted, linked, or a mention. */
export function escapeMarkdown(text: string): string {
  return printable(text)
    .replaceAll(/[\\`*_{}[\]<>()|~!&]/gu, (one) => `\\${one}`)
    .replaceAll(/(?<sign>[@#])(?=[\w-])/gu, '$<sign>\u200b')
    .replaceAll(/(?<scheme>https?|www)(?<rest>:\/\/|\.)/giu, '$<scheme>\u200b$<rest>');
}

function codeBlock(text: string): string {
  const fence = '`'.repeat(1 + Math.max(2, ...Array.from(text.matchAll(/`+/gu), ([run]) => run.length)));
  return `${fence}sh\n${printable(text)}\n${fence}`;
}

/** The fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const inside = printable(text);
  let longest = 0;
  for (const [run] of inside.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || inside.trim() === '' ? ' ' : '';
  return `${fence}${pad}${inside}${pad}${fence}`;
}
