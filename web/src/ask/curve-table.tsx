/** The legend of a chart with the figures of each curve, and on demand every point. */
import { useMemo, useState } from 'preact/hooks';
import { TableRegion } from '../parts/table-region.tsx';
import { type AnswerTable, type Curve, toTable } from './ask-answer.ts';
import { formatCount } from '../reading/format-number.ts';
import { allWords, locale } from '../words/words.ts';
import { drawnCurves } from './curve-colours.ts';
import { CurveSwatch } from './curve-swatch.tsx';
import { formatValue } from './metric-unit.ts';
import { RowsTable } from './rows-table.tsx';

/** A hundred times what a chart draws; the browser holds that many rows without being slow. */
const mostPoints = 100_000;
const mostRows = 200;

interface CurveTableProps {
  readonly curves: readonly Curve[];
  /** Which of several answers on the page it is. */
  readonly of?: string | undefined;
}

export function CurveTable({ curves, of }: CurveTableProps) {
  const w = allWords();
  const name = of === undefined ? w.ask.answer.series : `${w.ask.answer.series} · ${of}`;
  const [isOpen, setOpen] = useState(false);
  const figure = (value: number | undefined, unit: string): string =>
    value === undefined ? '–' : formatValue(value, unit, locale.value);
  return (
    <>
      <TableRegion name={name}>
        <thead>
          <tr>
            <th scope="col">{w.ask.answer.series}</th>
            <th scope="col">{w.ask.answer.unit}</th>
            {[w.ask.answer.latest, w.ask.answer.least, w.ask.answer.most, w.ask.answer.count].map((text) => (
              <th key={text} scope="col" class="number">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {curves.slice(0, mostRows).map((curve, at) => {
            const { latest, least, most } = figuresOf(curve);
            return (
              <tr key={at}>
                <th scope="row" class="break cell-text">
                  {at < drawnCurves && <CurveSwatch at={at} />} {curve.name}
                </th>
                <td>{curve.unit === '' ? '–' : curve.unit}</td>
                <td class="number">{figure(latest, curve.unit)}</td>
                <td class="number">{figure(least, curve.unit)}</td>
                <td class="number">{figure(most, curve.unit)}</td>
                <td class="number">{formatCount(curve.points.length, locale.value)}</td>
              </tr>
            );
          })}
        </tbody>
      </TableRegion>
      <details class="disclosure" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{w.ask.answer.points}</summary>
        {isOpen && <Points curves={curves} />}
      </details>
    </>
  );
}

function figuresOf({ points }: Curve) {
  let [least, most] = [Infinity, -Infinity];
  for (const [, value] of points) {
    if (value === undefined) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const isEmpty = least > most;
  return { latest: points.at(-1)?.[1], least: isEmpty ? undefined : least, most: isEmpty ? undefined : most };
}

function Points({ curves }: { readonly curves: readonly Curve[] }) {
  const w = allWords();
  const { table, isCut } = useMemo(() => toPointTable(curves, w.ask.answer), [curves, w.ask.answer]);
  return (
    <>
      {isCut && <p class="small">{w.ask.answer.pointsCut(formatCount(mostPoints, locale.value))}</p>}
      <RowsTable table={table} title={w.ask.answer.points} />
    </>
  );
}

type PointWords = Pick<ReturnType<typeof allWords>['ask']['answer'], 'series' | 'time' | 'value' | 'points'>;

function toPointTable(curves: readonly Curve[], w: PointWords): { table: AnswerTable; isCut: boolean } {
  const rows: Record<string, string | number>[] = [];
  const total = curves.reduce((sum, { points }) => sum + points.length, 0);
  for (const { name, points } of curves) {
    for (const [at, value] of points) {
      if (rows.length >= mostPoints) break;
      const time = new Date(at * 1000).toISOString().replace('T', ' ').replace('Z', '');
      rows.push({ [w.time]: time, [w.series]: name, [w.value]: value ?? '–' });
    }
  }
  return { table: toTable(w.points, rows), isCut: total > mostPoints };
}
