/** How long things took by key of a view, in all occasions of both sides, as the judgement needs it. */
import { type KeyNames, leftOut, namesBy, Slots } from '../../bundle/keys/key-names.ts';
import { durationScale } from '../../bundle/record/duration-scale.ts';
import { addHistogram, countDurations, valueOf } from '../../bundle/vector/capture-vector.ts';
import type { AxisView } from './views.ts';
import { measureMoments, momentsOf } from '../statistics/measured-key.ts';
import type { Occasions, ViewKeys } from './view-keys.ts';

export function collectDurations({ keyOf }: Pick<AxisView, 'keyOf'>, occasions: Occasions): ViewKeys {
  const names = namesBy(keyOf);
  for (const { axis } of occasions.flat()) names.numbersOf(axis.columns.keys);
  const slots = new Slots(names.names.length);
  const parts = occasions.map((some) => listParts(some, names, slots));
  const { numbers } = slots;
  const events = Float64Array.from(numbers, (number) => meanEvents(parts, number));
  const places = new Int32Array(names.names.length).fill(-1);
  for (let place = 0; place < numbers.length; place += 1) places[numbers[place] ?? 0] = place;
  return {
    keys: numbers.map((number) => names.names[number] ?? ''),
    names,
    places,
    measured: {
      size: numbers.length,
      // What one of them did not measure at all is too rare.
      events: events.map((one, place) =>
        parts.every(({ counts }) => (counts[numbers[place] ?? 0] ?? 0) > 0) ? one : 0,
      ),
      write: (key, { values, counting }) => {
        for (let at = 0; at < parts.length; at += 1) {
          const own = parts[at];
          const measured = own === undefined ? undefined : measureDurations(own, numbers[key] ?? 0);
          values[at] = measured?.[0] ?? 0;
          counting[at] = measured?.[1] ?? 0;
        }
      },
    },
    events,
  };
}

function meanEvents(parts: readonly Parts[], number: number): number {
  let sum = 0;
  for (let at = 0; at < parts.length; at += 1) sum += parts[at]?.timed[number] ?? 0;
  return sum / Math.max(1, parts.length);
}

const noPart = -1;

/** What the captures of one occasion have under a name, each part with the next one. By the number of the name where nothing else is said. */
interface Parts {
  readonly captures: Occasions[number];
  /** How many durations were measured, and how many the histograms have: these may be an estimate for more. */
  readonly timed: Float64Array;
  readonly counts: Float64Array;
  readonly first: Int32Array;
  /** For each part the next one, its capture and the place of its key. */
  readonly next: Int32Array;
  readonly capture: Uint32Array;
  readonly key: Uint32Array;
}

function listParts(captures: Occasions[number], names: KeyNames, slots: Slots): Parts {
  const size = names.names.length;
  let most = 0;
  for (const { axis } of captures) if (axis.columns.histograms !== undefined) most += axis.columns.keys.length;
  const [timed, counts] = [new Float64Array(size), new Float64Array(size)];
  const [first, last] = [new Int32Array(size).fill(noPart), new Int32Array(size)];
  const [next, capture, key] = [new Int32Array(most).fill(noPart), new Uint32Array(most), new Uint32Array(most)];
  const parts = { captures, timed, counts, first, next, capture, key };
  let part = 0;
  for (const [at, { axis }] of captures.entries()) {
    const numbers = names.numbersOf(axis.columns.keys);
    part = addCapture(parts, axis.columns, { numbers, slots, last, at, part });
  }
  return parts;
}

interface Listing {
  readonly numbers: Int32Array;
  readonly slots: Slots;
  /** By the number of a name its last part. */
  readonly last: Int32Array;
  /** Of the capture, and of its first part. */
  readonly at: number;
  readonly part: number;
}

/** Returns the first part of the next capture. */
function addCapture(
  { timed, counts, first, next, capture, key }: Parts,
  { histograms, timed: ofKeys }: Occasions[number][number]['axis']['columns'],
  { numbers, slots, last, at, part: from }: Listing,
): number {
  let part = from;
  if (histograms === undefined) return part;
  for (let index = 0; index < numbers.length; index += 1) {
    const number = (histograms.lengths[index] ?? 0) === 0 ? leftOut : (numbers[index] ?? leftOut);
    if (number === leftOut) continue;
    slots.of(number);
    const count = countDurations(histograms, index);
    counts[number] = (counts[number] ?? 0) + count;
    timed[number] = (timed[number] ?? 0) + (valueOf(ofKeys, index) ?? count);
    capture[part] = at;
    key[part] = index;
    if (first[number] === noPart) first[number] = part;
    else next[last[number] ?? 0] = part;
    last[number] = part;
    part += 1;
  }
  return part;
}

function measureDurations(own: Parts, number: number): readonly [number, number] {
  const histogram = addParts(own, number);
  return measureMoments(momentsOf(histogram, durationScale(histogram.length)), own.timed[number] ?? 0);
}

/** The histograms of a name, added up in the order of the captures. */
function addParts({ captures, first, next, capture, key }: Parts, number: number): number[] {
  const histogram: number[] = [];
  for (let part = first[number] ?? noPart; part !== noPart; part = next[part] ?? noPart) {
    const histograms = captures[capture[part] ?? 0]?.axis.columns.histograms;
    if (histograms !== undefined) addHistogram(histogram, histograms, key[part] ?? 0);
  }
  return histogram;
}
