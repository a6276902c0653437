/** From the findings of a comparison to its headline. Pure. */
import { partsOf } from '../../diff/read-diff.ts';
import type { Finding, Summary } from '../../diff/summary.ts';
import { cutTo } from '../../diff/write-value.ts';
import { mostFindings, rankFindings } from '../findings/rank-findings.ts';
import { englishNotes, portugueseNotes, writeNotes } from './notes.ts';
import { english, type Phrases, portuguese } from './phrases.ts';
import type { SummaryFacts } from './summary-facts.ts';

export function summarise(facts: SummaryFacts): Summary {
  const { listed, more, levels } = rankFindings(facts.findings);
  const related = (facts.related ?? []).slice(0, mostFindings);
  const sentences = {
    en: writeSentence(facts, listed, more, english),
    'pt-BR': writeSentence(facts, listed, more, portuguese),
  };
  return {
    ...withLimits(facts),
    sentence: sentences.en,
    sentences,
    notes: { en: writeNotes(facts, englishNotes), 'pt-BR': writeNotes(facts, portugueseNotes) },
    findings: listed,
    more,
    levels,
    ...(related.length > 0 && { related }),
    ...(facts.window !== undefined && { window: facts.window }),
    judged: facts.judged,
    undecided: facts.undecided,
    replicates_needed: [...facts.replicatesNeeded],
    not_comparable: facts.notComparable,
  };
}

/** Keys of one kind that are named; of more, their number says the rest. */
const namedKeys = 2;
const longestKey = 60;

/** One sentence from the findings, and what limits it behind it. The same facts give the same words. */
function writeSentence(facts: SummaryFacts, listed: readonly Finding[], more: number, say: Phrases): string {
  const { undecided, judged, incomparableAxes } = facts;
  return [
    sayFindings(facts, listed, more, say),
    ...sayLimits(facts, say),
    ...(lackingOf(facts).length === 0 && undecided > 0 ? [say.undecided(undecided, judged)] : []),
    ...(incomparableAxes > 0 ? [say.notComparable(incomparableAxes)] : []),
  ].join(' ');
}

function sayFindings(facts: SummaryFacts, listed: readonly Finding[], more: number, say: Phrases): string {
  const { from, to, judged } = facts;
  const detectable = facts.detectable === undefined ? undefined : say.percent(facts.detectable - 1);
  const hasVerdict = lackingOf(facts).length === 0 && judged > 0;
  if (listed.length > 0) {
    const nothingElse = hasVerdict && detectable !== undefined ? say.nothingElse(detectable) : '';
    const rest = more > 0 ? say.more(more) : nothingElse;
    return `${say.subject(to)}${join(clausesOf(listed, say), say.and)}${rest}.`;
  }
  return hasVerdict ? say.nothing(from, to, detectable) : `${from} → ${to}.`;
}

/** Versions without a verdict for want of captures. */
function lackingOf({ replicatesNeeded }: SummaryFacts): SummaryFacts['replicatesNeeded'] {
  return replicatesNeeded.filter(({ for_verdict: needed }) => needed > 0);
}

function withLimits(facts: SummaryFacts): Pick<Summary, 'answer'> {
  if (facts.answer === undefined) return {};
  return {
    answer: { ...facts.answer, limits: { en: sayLimits(facts, english), 'pt-BR': sayLimits(facts, portuguese) } },
  };
}

/** What an answer and a sentence have to say of themselves. */
function sayLimits(facts: SummaryFacts, say: Phrases): string[] {
  const lacking = lackingOf(facts).map(({ for_verdict: needed, version }) => say.lacking(needed, version));
  return [
    ...sayRelated(facts, say),
    ...(facts.isSameBinary && facts.findings.length > 0 ? [say.sameBinary] : []),
    ...sayUnread(facts, say),
    ...(lacking.length > 0 ? [say.noVerdict(join(lacking, say.and))] : []),
    ...sayWindow(facts, say),
  ];
}

/** Nothing where it is less than half a per cent on both sides. */
export function sayUnread({ from, to, unread }: Pick<SummaryFacts, 'from' | 'to' | 'unread'>, say: Phrases): string[] {
  const shares = [say.percent(unread?.before ?? 0), say.percent(unread?.after ?? 0)] as const;
  if (shares.every((share) => share === say.percent(0))) return [];
  return [say.unread(`${say.ofVersion(shares[0], from)}${say.and}${say.ofVersion(shares[1], to)}`)];
}

/** What may still come, and which axes have no verdict. */
function sayWindow({ to, window, tooNoisy = [] }: SummaryFacts, say: Phrases): string[] {
  const sentences: string[] = [];
  if (window?.state === 'open' && window.missing > 0) {
    const until = `${window.until.slice(0, 16).replace('T', ' ')} UTC`;
    sentences.push(say.confirms(window.missing, to, until));
  }
  if (window?.ended !== undefined) sentences.push(...say.ended[window.ended](to));
  if (tooNoisy.length > 0) sentences.push(say.tooNoisy(tooNoisy.map((axis) => axis.replaceAll('_', ' ')).join(', ')));
  return sentences;
}

/** What looks like two findings and is none, in one sentence. */
function sayRelated({ related = [] }: SummaryFacts, say: Phrases): string[] {
  if (related.length === 0) return [];
  const clauses = related.slice(0, namedKeys).map((note) => {
    const { what, where } = partsOf(note);
    return `${say.related(note.kind, nameAll(what, say), nameAll(where, say))} (${say.cost[note.cost]})`;
  });
  const more = related.length - clauses.length;
  return [`${[...clauses, ...(more > 0 ? [say.moreRelated(more)] : [])].join('; ')}.`];
}

function standsFor({ related }: Finding, say: Phrases): string {
  return related === undefined ? '' : ` (${say.standsFor(related.kind, nameAll(partsOf(related).what, say))})`;
}

function sayOdds({ level, odds, earlier = 0 }: Finding, say: Phrases): string {
  return level === 'likely' && odds !== undefined ? `, ${say.likely(odds, earlier)}` : '';
}

function nameAll(keys: readonly string[], say: Phrases): string {
  const names = keys.slice(0, namedKeys).map(shorten);
  return keys.length > namedKeys ? `${names.join(', ')}, …` : join(names, say.and);
}

/** In the order of the findings. */
function clausesOf(findings: readonly Finding[], say: Phrases): string[] {
  const clauses = new Map<string, string>();
  for (const finding of findings) {
    const { axis, state, only, per } = finding;
    if (state === 'changed') {
      // Behind an amount it is said already.
      const unit = per === undefined || only !== undefined ? '' : ` ${say.per[per]}`;
      const words = say.changed(finding, shorten(finding.key));
      clauses.set(`${axis} ${finding.key}`, `${words}${unit}${standsFor(finding, say)}${sayOdds(finding, say)}`);
      continue;
    }
    const all = [finding.key, ...(finding.others ?? [])];
    const names = all.slice(0, namedKeys).map(shorten);
    const keys = `${names.join(', ')}${all.length > namedKeys ? ', …' : ''}`;
    clauses.set(`${state} ${axis}`, (state === 'new' ? say.added : say.stopped)(axis, all.length, keys));
  }
  return [...clauses.values()];
}

function shorten(key: string): string {
  return cutTo(key, longestKey);
}

function join(parts: readonly string[], and: string): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')}${and}${last}`;
}
