/** The curves of an answer: a chart for each unit, so that no axis mixes them. */
import { type ComponentChildren, Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Marks } from './chart-marks.tsx';
import type { Curve } from './ask-answer.ts';
import { CurveChart } from './curve-chart.tsx';
import { drawnCurves } from './curve-colours.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import type { DrawnCurve, Span } from './plot-options.ts';

interface CurveChartsProps {
  readonly curves: readonly Curve[];
  readonly onWindow: ((span: Span) => void) | undefined;
  readonly marks?: Marks | undefined;
  /** What is said below the chart of one unit. Default: nothing. */
  readonly describe?: (drawn: readonly DrawnCurve[], unit: string) => ComponentChildren;
}

export function CurveCharts({ curves, onWindow, marks, describe }: CurveChartsProps) {
  const w = allWords();
  const groups = useMemo(() => groupByUnit(curves), [curves]);
  return (
    <>
      {groups.length === 0 && <p>{w.ask.answer.noValues}</p>}
      {curves.length > drawnCurves && (
        <p class="small">{w.ask.answer.drawn(drawnCurves, formatCount(curves.length, locale.value))}</p>
      )}
      {groups.map(([unit, drawn]) => (
        <Fragment key={unit}>
          <CurveChart unit={unit} drawn={drawn} onWindow={onWindow} marks={marks} />
          {describe?.(drawn, unit)}
        </Fragment>
      ))}
    </>
  );
}

function groupByUnit(curves: readonly Curve[]): (readonly [string, readonly DrawnCurve[]])[] {
  const groups = new Map<string, DrawnCurve[]>();
  for (const [at, curve] of curves.slice(0, drawnCurves).entries()) {
    if (curve.points.every(([, value]) => value === undefined)) continue;
    groups.set(curve.unit, [...(groups.get(curve.unit) ?? []), { curve, at }]);
  }
  return [...groups];
}
