/** What a judge is asked: pairs of sides, made of captures that no other pair has. */
import type { Bundle } from '../../profiler/witness/bundle/record/bundle.ts';
import { type CaptureEntry, type ServerName, serverNames } from './capture-index.ts';
import { readBundle } from './stored-captures.ts';
import { unchanged } from './variants.ts';

export interface ListedComparison {
  readonly server: ServerName;
  /** The planted variant; `unchanged` where both sides are of one version. */
  readonly variant: string;
  readonly baseline: readonly CaptureEntry[];
  readonly head: readonly CaptureEntry[];
}

/** Of each server, in order of time: so many captures of a baseline, and the ones right after them as the head. */
export function listSameVersion(entries: readonly CaptureEntry[], captures = 3): ListedComparison[] {
  return serverNames.flatMap((server) => {
    const own = inOrder(entries.filter((one) => one.server === server && one.pair === undefined));
    const whole = Math.floor(own.length / (2 * captures));
    return Array.from({ length: whole }, (_one, index) => {
      const from = 2 * captures * index;
      const middle = from + captures;
      const [baseline, head] = [own.slice(from, middle), own.slice(middle, middle + captures)];
      return { server, variant: unchanged.name, baseline, head };
    });
  });
}

/** Of each planted variant, all captures of its own baseline and all of the change. */
export function listPlanted(entries: readonly CaptureEntry[]): ListedComparison[] {
  const planted = Map.groupBy(
    entries.filter(({ pair }) => pair !== undefined),
    ({ pair }) => pair ?? '',
  );
  return [...planted].flatMap(([variant, own]) => {
    const [baseline, head] = [
      own.filter((one) => one.variant !== variant),
      own.filter((one) => one.variant === variant),
    ];
    const [first] = head;
    if (first === undefined || baseline.length !== head.length) return [];
    return [{ server: first.server, variant, baseline: inOrder(baseline), head: inOrder(head) }];
  });
}

/** Both sides, as they were stored. */
export function readSides(folder: string, comparison: ListedComparison): { baseline: Bundle[]; head: Bundle[] } {
  const read = (side: readonly CaptureEntry[]): Bundle[] => side.map((entry) => readBundle(folder, entry));
  return { baseline: read(comparison.baseline), head: read(comparison.head) };
}

/** How many times as many requests the head was really sent, by time. */
export function loadRatio({ baseline, head }: ListedComparison): number {
  return rateOf(head) / rateOf(baseline);
}

function rateOf(side: readonly CaptureEntry[]): number {
  let [requests, seconds] = [0, 0];
  for (const one of side) {
    requests += one.requests_sent;
    seconds += one.measured_sec;
  }
  return requests / seconds;
}

function inOrder(entries: readonly CaptureEntry[]): CaptureEntry[] {
  return entries.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
}
