/** How long things took by key of a view, in all occasions of both sides, as the judgement needs it. */
import { leftOut, namesBy } from '../keys/key-names.ts';
import { Slots } from '../keys/slots.ts';
import { addHistogram, valueOf } from '../vector/capture-vector.ts';
import type { AxisView } from '../views.ts';
import { measureDurations, type Moments, momentsOf } from './measured-key.ts';
import { MeasuredKeys } from './measured-keys.ts';
import { meanOf } from './sums.ts';
import type { Occasions, ViewKeys } from './view-keys.ts';

interface Durations {
  /** By occasion. */
  readonly moments: (Moments | undefined)[];
  readonly timed: number[];
}

export function collectDurations({ keyOf }: Pick<AxisView, 'keyOf'>, occasions: Occasions): ViewKeys {
  const names = namesBy(keyOf);
  const captures = occasions.flat().map(({ axis }) => axis.columns);
  for (const { keys, histograms } of captures) if (histograms !== undefined) names.numbersOf(keys);
  const slots = new Slots(names.names.length);
  const rows: Durations[] = [];
  for (const [at, some] of occasions.entries()) {
    for (const [slot, parts] of partsOf(some, names, slots).entries()) {
      if (parts === undefined) continue;
      const row = (rows[slot] ??= emptyRow(occasions.length));
      addParts(row, at, parts);
    }
  }
  const measured = new MeasuredKeys(rows.length, occasions.length);
  for (const [at, { moments, timed }] of rows.entries()) measured.set(at, measureDurations(moments, timed));
  return {
    keys: slots.numbers.map((number) => names.names[number] ?? ''),
    measured,
    pools: new Map(),
    events: rows.map(({ timed }) => meanOf(timed)),
  };
}

type Columns = Occasions[number][number]['axis']['columns'];

interface Part {
  readonly columns: Columns;
  readonly index: number;
}

/** Of one occasion, by slot: what its captures have under the name, in their order. */
function partsOf(some: Occasions[number], names: ReturnType<typeof namesBy>, slots: Slots): (Part[] | undefined)[] {
  const parts: (Part[] | undefined)[] = [];
  for (const { axis } of some) {
    const { columns } = axis;
    const { keys, histograms } = columns;
    if (histograms === undefined) continue;
    const numbers = names.numbersOf(keys);
    for (let index = 0; index < keys.length; index += 1) {
      const number = (histograms.lengths[index] ?? 0) === 0 ? leftOut : (numbers[index] ?? leftOut);
      if (number === leftOut) continue;
      const slot = slots.of(number);
      const own = parts[slot];
      if (own === undefined) parts[slot] = [{ columns, index }];
      else own.push({ columns, index });
    }
  }
  return parts;
}

function addParts({ moments, timed }: Durations, at: number, parts: readonly Part[]): void {
  const histogram: number[] = [];
  for (const { columns, index } of parts) {
    if (columns.histograms === undefined) continue;
    const count = addHistogram(histogram, columns.histograms, index);
    timed[at] = (timed[at] ?? 0) + (valueOf(columns.timed, index) ?? count);
  }
  moments[at] = momentsOf(histogram);
}

function emptyRow(size: number): Durations {
  return { moments: Array<Moments | undefined>(size).fill(undefined), timed: Array<number>(size).fill(0) };
}
