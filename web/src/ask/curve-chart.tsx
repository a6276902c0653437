/** Curves over time with both axes. The table beside it has the same values for those who do not see the drawing. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Curve } from './ask-answer.ts';
import { drawCurves } from './draw-curves.ts';
import { formatCount, formatFigure } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';

/** With more lines nobody can tell which is which. */
export const drawnCurves = 20;
const height = 260;

export function CurveChart({ curves }: { readonly curves: readonly Curve[] }) {
  const w = allWords();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const shown = curves.slice(0, drawnCurves);
  const units = [...new Set(shown.map(({ unit }) => unit).filter((unit) => unit !== ''))];
  const frame = { width, height, left: 64, right: 28, top: 24, bottom: 28 };
  const drawn = drawCurves(shown, frame);
  return (
    <figure class="ask-chart" ref={box}>
      {drawn === undefined ? (
        <figcaption>{w.ask.answer.noValues}</figcaption>
      ) : (
        <>
          <figcaption class="small">
            {units.length === 0 ? w.ask.answer.noUnit : `${w.ask.answer.unit}: ${units.join(', ')}`}
            {curves.length > drawnCurves && (
              <> · {w.ask.answer.drawn(drawnCurves, formatCount(curves.length, locale.value))}</>
            )}
          </figcaption>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            role="img"
            aria-label={w.ask.answer.chartOf(curves.length, moment(drawn.span.least), moment(drawn.span.most))}
          >
            {drawn.values.map(({ at, value }) => (
              <g key={value}>
                <line class="ask-grid" x1={frame.left} x2={width - frame.right} y1={at} y2={at} />
                <text x={frame.left - 8} y={at + 4} text-anchor="end">
                  {formatFigure(value, locale.value)}
                </text>
              </g>
            ))}
            {drawn.times.map(({ at, value }) => (
              <g key={value}>
                <line class="ask-grid" x1={at} x2={at} y1={frame.top} y2={height - frame.bottom} />
                <text x={at} y={height - 8} text-anchor="middle">
                  {tick(value, drawn.span.most - drawn.span.least)}
                </text>
              </g>
            ))}
            {drawn.lines.map((lines, at) =>
              lines.map((line) => <polyline key={`${at} ${line.slice(0, 24)}`} class={curveClass(at)} points={line} />),
            )}
          </svg>
        </>
      )}
    </figure>
  );
}

/** Six colours, and a pattern for each further round of them. */
export function curveClass(at: number): string {
  return `ask-curve ask-curve-${at % 6} ask-dash-${Math.trunc(at / 6)}`;
}

export function CurveSwatch({ at }: { readonly at: number }) {
  return (
    <svg class="ask-swatch" viewBox="0 0 24 8" aria-hidden="true" focusable="false">
      <line class={curveClass(at)} x1="0" x2="24" y1="4" y2="4" />
    </svg>
  );
}

function moment(seconds: number): string {
  return new Intl.DateTimeFormat(locale.value, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(seconds * 1000);
}

/** Days where the window has several, seconds where it is short. */
function tick(seconds: number, span: number): string {
  const parts: Intl.DateTimeFormatOptions =
    span > 2 * 86_400
      ? { month: 'short', day: 'numeric' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(span < 300 && { second: '2-digit' }) };
  return new Intl.DateTimeFormat(locale.value, parts).format(seconds * 1000);
}
