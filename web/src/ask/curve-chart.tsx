/**
 * Curves of one unit over time, with the values under the pointer. By keyboard it is a slider over the times, which
 * reads out the values of each. The table beside it has all of them.
 */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { useScheme } from '../parts/use-scheme.ts';
import { formatMoment } from '../reading/format-time.ts';
import { allWords, locale } from '../words/words.ts';
import { ChartMarks, type Frame, frameOf, type Marks } from './chart-marks.tsx';
import { CurveSwatch } from './curve-swatch.tsx';
import { formatValue } from './metric-unit.ts';
import { type DrawnCurve, joinCurves, plotOptions, type Span } from './plot-options.ts';

/** A small one has no buttons: the keys and the pointer zoom it. */
const heights = { usual: 260, small: 150 };

interface CurveChartProps {
  readonly drawn: readonly DrawnCurve[];
  readonly unit: string;
  /** Asks again, for the window that is zoomed to. Undefined where the operation takes none. */
  readonly onWindow: ((span: Span) => void) | undefined;
  /** What happened meanwhile. The chart is then a small one, over the times of the marks. */
  readonly marks?: Marks | undefined;
}

/** What the pointer or the keyboard is at. */
interface Pointed {
  readonly index: number;
  readonly left: number;
}

export function CurveChart({ drawn, unit, onWindow, marks }: CurveChartProps) {
  const w = allWords();
  const language = locale.value;
  const scheme = useScheme();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const [pointed, setPointed] = useState<Pointed | undefined>(undefined);
  const [zoom, setZoom] = useState<Span | undefined>(undefined);
  const [frame, setFrame] = useState<Frame | undefined>(undefined);
  const isMarked = marks !== undefined;
  const data = useMemo(() => joinCurves(drawn, marks?.span), [drawn, marks?.span]);
  const [times] = data;
  const whole: Span = { least: times[0] ?? 0, most: times.at(-1) ?? 0 };

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const hooks: uPlot.Hooks.Arrays = {
      setCursor: [
        ({ cursor: { idx, left = 0 } }) =>
          setPointed(idx === null || idx === undefined || left < 0 ? undefined : { index: idx, left }),
      ],
      setScale: [
        ({ scales }, key) => {
          const { min, max } = scales['x'] ?? {};
          if (key !== 'x' || min === undefined || max === undefined) return;
          setZoom(min <= whole.least && max >= whole.most ? undefined : { least: min, most: max });
        },
      ],
      ...(isMarked && { draw: [(chart) => setFrame(frameOf(chart))] }),
    };
    const chart = new uPlot(
      plotOptions(drawn, { unit, scheme, language, height: isMarked ? heights.small : heights.usual }, hooks),
      data,
      element,
    );
    plot.current = chart;
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: Math.max(240, element.clientWidth), height: chart.height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [data, unit, scheme, language, isMarked]);

  const point = (index: number): void => {
    const chart = plot.current;
    const at = times[Math.min(Math.max(index, 0), times.length - 1)];
    if (chart === undefined || at === undefined) return;
    if (zoom !== undefined && (at < zoom.least || at > zoom.most)) {
      const half = (zoom.most - zoom.least) / 2;
      // At once: where the cursor goes depends on it.
      chart.batch(() => chart.setScale('x', { min: at - half, max: at + half }));
    }
    chart.setCursor({ left: chart.valToPos(at, 'x'), top: 0 });
  };
  /** `by`: the new width of what is shown, as a share of the present one. */
  const rescale = (by: number): void => {
    const { least, most } = zoom ?? whole;
    const middle = (pointed === undefined ? undefined : times[pointed.index]) ?? (least + most) / 2;
    const half = ((most - least) / 2) * by;
    const [min, max] = [Math.max(whole.least, middle - half), Math.min(whole.most, middle + half)];
    if (max > min) plot.current?.setScale('x', { min, max });
  };
  const readout = pointed === undefined ? undefined : describePoint(drawn, data, pointed.index, unit);
  const moves = keyMoves(pointed?.index ?? -1, times.length);
  return (
    <figure class="ask-chart">
      <div
        class="ask-plot"
        role="slider"
        tabIndex={0}
        aria-label={w.ask.chart.label(
          formatMoment(iso(whole.least), language),
          formatMoment(iso(whole.most), language),
        )}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, times.length - 1)}
        aria-valuenow={pointed?.index ?? 0}
        aria-valuetext={
          readout === undefined
            ? w.ask.chart.none
            : [readout.time, ...readout.values.map(({ name, text }) => `${name} ${text}`)].join('; ')
        }
        onKeyDown={(event) => {
          // The browser's own, such as its zoom.
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const next = moves.get(event.key);
          if (next !== undefined) point(next);
          else if (event.key === '+' || event.key === '=') rescale(0.5);
          else if (event.key === '-') rescale(2);
          else return;
          event.preventDefault();
        }}
        onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
      >
        <div ref={box} />
        {isMarked && frame !== undefined && <ChartMarks marks={marks} frame={frame} />}
        {readout !== undefined && pointed !== undefined && (
          <Readout {...readout} isLeft={pointed.left > (plot.current?.over.clientWidth ?? 0) / 2} />
        )}
      </div>
      {!isMarked && (
        <div class="actions">
          <button type="button" class="small-button" onClick={() => rescale(0.5)}>
            {w.ask.chart.zoomIn}
          </button>
          <button type="button" class="small-button" disabled={zoom === undefined} onClick={() => rescale(2)}>
            {w.ask.chart.zoomOut}
          </button>
          {zoom !== undefined && onWindow !== undefined && (
            <button type="button" class="small-button" onClick={() => onWindow(zoom)}>
              {w.ask.chart.askWindow}
            </button>
          )}
          <span class="small faint">{w.ask.chart.hint}</span>
        </div>
      )}
    </figure>
  );
}

interface ReadoutProps {
  readonly time: string;
  readonly values: readonly { readonly name: string; readonly text: string; readonly at: number }[];
}

/** At the side of the chart where the pointer is not. */
function Readout({ time, values, isLeft }: ReadoutProps & { readonly isLeft: boolean }) {
  return (
    <div class={isLeft ? 'ask-readout ask-readout-left' : 'ask-readout'} aria-hidden="true">
      <strong>{time}</strong>
      <ul class="plain-list">
        {values.map(({ name, text, at }) => (
          <li key={at}>
            <CurveSwatch at={at} /> <span class="ask-readout-name">{name}</span> <b>{text}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of the curves that have a value at that time. */
function describePoint(
  drawn: readonly DrawnCurve[],
  [times, ...columns]: uPlot.AlignedData,
  index: number,
  unit: string,
): ReadoutProps {
  const values = drawn.flatMap(({ curve: { name }, at }, column) => {
    const value = columns[column]?.[index];
    return typeof value === 'number' ? [{ name, at, text: formatValue(value, unit, locale.value) }] : [];
  });
  return { time: formatMoment(iso(times[index] ?? 0), locale.value), values };
}

function keyMoves(index: number, count: number): ReadonlyMap<string, number> {
  const page = Math.max(1, Math.round(count / 10));
  return new Map([
    ['ArrowLeft', index < 0 ? count - 1 : index - 1],
    ['ArrowDown', index < 0 ? count - 1 : index - 1],
    ['ArrowRight', index + 1],
    ['ArrowUp', index + 1],
    ['PageDown', index - page],
    ['PageUp', index + page],
    ['Home', 0],
    ['End', count - 1],
  ]);
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
