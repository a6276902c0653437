/** How long things took by key of a view, in all occasions of both sides, as the judgement needs it. */
import { type KeyNames, leftOut, namesBy, Slots } from '../../bundle/keys/key-names.ts';
import { durationScale } from '../../bundle/record/duration-scale.ts';
import { addHistogram, valueOf } from '../../bundle/vector/capture-vector.ts';
import type { AxisView } from './views.ts';
import { MeasuredKeys, measureMoments, momentsOf } from '../statistics/measured-key.ts';
import { meanBetween } from '../statistics/sums.ts';
import type { Occasions, ViewKeys } from './view-keys.ts';

export function collectDurations({ keyOf }: Pick<AxisView, 'keyOf'>, occasions: Occasions): ViewKeys {
  const names = namesBy(keyOf);
  for (const { axis } of occasions.flat()) names.numbersOf(axis.columns.keys);
  const slots = new Slots(names.names.length);
  const parts = occasions.map((some) => listParts(some, names, slots));
  const size = slots.numbers.length;
  const timed = new Float64Array(size * occasions.length);
  const measured = new MeasuredKeys(size, occasions.length);
  /** Occasions that measured durations of the key. */
  const found = new Uint32Array(size);
  for (const [at, own] of parts.entries()) {
    for (const [slot, first] of own.first.entries()) {
      if (first === noPart) continue;
      const place = slot * occasions.length + at;
      const histogram: number[] = [];
      timed[place] = addParts(own, first, histogram);
      const moments = momentsOf(histogram, durationScale(histogram.length));
      if (moments.count > 0) found[slot] = (found[slot] ?? 0) + 1;
      [measured.values[place], measured.counting[place]] = measureMoments(moments, timed[place] ?? 0);
    }
  }
  const events = new Float64Array(size);
  for (let slot = 0; slot < size; slot += 1) {
    events[slot] = meanBetween(timed, slot * occasions.length, (slot + 1) * occasions.length);
    // What one of them did not measure at all is too rare.
    if (found[slot] === occasions.length) measured.events[slot] = events[slot] ?? 0;
  }
  return { keys: slots.numbers.map((number) => names.names[number] ?? ''), measured, pools: new Map(), events };
}

const noPart = -1;

/** What the captures of one occasion have under a name, each part with the next one. */
interface Parts {
  readonly captures: Occasions[number];
  /** By slot, of the names that the occasion knows. */
  readonly first: readonly number[];
  readonly next: Int32Array;
  /** For each part its capture and the place of its key. */
  readonly capture: Uint32Array;
  readonly key: Uint32Array;
}

function listParts(captures: Occasions[number], names: KeyNames, slots: Slots): Parts {
  let most = 0;
  for (const { axis } of captures) most += axis.columns.keys.length;
  const [capture, key] = [new Uint32Array(most), new Uint32Array(most)];
  const [first, last]: [number[], number[]] = [Array<number>(slots.numbers.length).fill(noPart), []];
  const next = new Int32Array(most).fill(noPart);
  let part = 0;
  for (const [at, { axis }] of captures.entries()) {
    const { keys, histograms } = axis.columns;
    const numbers = names.numbersOf(keys);
    for (let index = 0; histograms !== undefined && index < keys.length; index += 1) {
      const number = (histograms.lengths[index] ?? 0) === 0 ? leftOut : (numbers[index] ?? leftOut);
      if (number === leftOut) continue;
      const slot = slots.of(number);
      capture[part] = at;
      key[part] = index;
      if ((first[slot] ?? noPart) === noPart) first[slot] = part;
      else next[last[slot] ?? 0] = part;
      last[slot] = part;
      part += 1;
    }
  }
  return { captures, first, next, capture, key };
}

/** Adds the histograms of a name to `histogram`, in the order of the captures, and returns how many durations were measured. */
function addParts({ captures, next, capture, key }: Parts, first: number, histogram: number[]): number {
  let timed = 0;
  for (let part = first; part !== noPart; part = next[part] ?? noPart) {
    const columns = captures[capture[part] ?? 0]?.axis.columns;
    if (columns?.histograms === undefined) continue;
    const index = key[part] ?? 0;
    const count = addHistogram(histogram, columns.histograms, index);
    timed += valueOf(columns.timed, index) ?? count;
  }
  return timed;
}
