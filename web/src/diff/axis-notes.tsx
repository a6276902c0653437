/** How much of an axis could be judged key by key, and how often its verdicts are wrong on this workload. */
import type { AxisDiff } from '../../../profiler/witness/diff/diff.ts';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';

export function AxisNotes({ axis: { testable, own_false_alarms: own } }: { readonly axis: AxisDiff }) {
  const { axes } = allWords().comparison;
  const count = (value: number): string => formatCount(value, locale.value);
  const isPart = testable !== undefined && testable.keys < testable.of;
  const isKnown = own !== undefined && own.state !== 'not_known';
  if (!isPart && !isKnown) return null;
  return (
    <p class="small faint">
      {isPart && axes.testable(count(testable.keys), count(testable.of))}
      {isPart &&
        testable.next !== undefined &&
        ` ${axes.testableNext(formatFigure(testable.next.window_sec, locale.value), testable.next.keys)}`}
      {isKnown && ` ${axes.ownRate(count(own.false), count(own.comparisons))}`}
    </p>
  );
}
