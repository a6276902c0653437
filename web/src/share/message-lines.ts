/** What a message about a comparison says, in the language of the page: the answer, what to do, how sure it is. */
import type { ComparisonSummary } from '../../../src/control/api/comparison.ts';
import { certaintyOf } from '../diff/how-sure.tsx';
import { allWords, locale } from '../words/words.ts';

export function messageLines(diff: ComparisonSummary): string[] {
  const w = allWords();
  const { message } = w.share;
  const { workload, env, baseline, head, summary, recorded } = diff;
  const { answer } = summary;
  const where = env === '' ? workload : `${workload} (${env})`;
  const look = answer?.names_cause === true ? answer.causes[0]?.look[locale.value] : undefined;
  const needed = recorded ? [] : summary.replicates_needed;
  return [
    message.versions(where, baseline.version, head.version),
    answer === undefined ? summary.sentences[locale.value] : answer.lead[locale.value],
    ...(look === undefined ? [] : [`${w.comparison.cause.look} ${look}`]),
    sayHowSure(diff),
    ...needed.map((one) => `${w.profiling.due.missing(one.for_verdict, one.for_confirmed, one.version)}.`),
  ];
}

function sayHowSure({ summary, baseline_replicates: before, head_replicates: after, recorded }: ComparisonSummary) {
  const w = allWords();
  const { sure } = w.comparison;
  const { level = certaintyOf(summary), odds } = summary.answer ?? {};
  const names: Readonly<Record<string, string>> = { ...sure.states, ...w.verdict.levels };
  const words = [
    names[level] ?? level,
    ...(odds === undefined ? [] : [w.verdict.odds(odds)]),
    ...(recorded ? [w.share.message.recorded] : []),
  ];
  return `${w.share.message.sure(sure.label, words.join(', '), 1 + before.length, 1 + after.length)}.`;
}
