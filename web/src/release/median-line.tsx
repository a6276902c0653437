/** What one chart shows of the moment, in a line: the medians before it and after it. Never a cause. */
import { CurveSwatch } from '../ask/curve-swatch.tsx';
import { formatValue } from '../ask/metric-unit.ts';
import type { DrawnCurve } from '../ask/plot-options.ts';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { compareMedians, leastPoints } from './before-after.ts';

interface MedianLineProps {
  readonly drawn: readonly DrawnCurve[];
  readonly unit: string;
  readonly atMs: number;
  readonly by: 'deploy' | 'capture';
}

export function MedianLine({ drawn, unit, atMs, by }: MedianLineProps) {
  const { metrics: say } = allWords().release;
  const found = compareMedians(
    drawn.map(({ curve }) => curve),
    atMs / 1000,
  );
  const [sideBefore, sideAfter] = [say.before[by], say.after[by]];
  if (found.is === 'few') {
    const [before, after] = [say.points(found.before, sideBefore), say.points(found.after, sideAfter)];
    return <p class="small faint">{say.few(before, after, leastPoints)}</p>;
  }
  const { place, before, after, factor, of } = found;
  const changed = drawn[place];
  const figure = (value: number): string => formatValue(value, unit, locale.value);
  return (
    <p class="small release-median">
      {of > 1 && <>{say.largest(formatCount(of, locale.value))} </>}
      {changed !== undefined && (
        <>
          <CurveSwatch at={changed.at} /> <span class="mono break">{changed.curve.name}</span>:{' '}
        </>
      )}
      <strong>{say.median(figure(before), sideBefore, figure(after), sideAfter)}</strong>
      {factor !== undefined && ` ${say.factor(formatFigure(factor, locale.value))}`}
    </p>
  );
}
