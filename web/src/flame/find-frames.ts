/** Which functions a search matches, and how much of the whole ran in them. */
import type { FlameFrame, MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { formatCount } from '../reading/format-number.ts';
import { formatShare } from './change.ts';
import { type FlameLayout, type FlameSideName, type FlameTree, sideOf } from './flame-tree.ts';
import type { FlameWords } from './flame-words.ts';

/** One place for each function, 1 where it matches; undefined for an empty search. Upper and lower case are alike. */
export function findFrames(frames: readonly FlameFrame[], text: string): Uint8Array | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  return Uint8Array.from(frames, ({ key }) => (key.toLowerCase().includes(wanted) ? 1 : 0));
}

interface Searched {
  readonly graph: MeasuredFlame;
  readonly side: FlameSideName;
  readonly tree: FlameTree;
  readonly layout: FlameLayout;
  readonly matches: Uint8Array;
}

/** How much a search found, in words. */
export function sayMatched(
  { graph, side, tree, layout, matches }: Searched,
  words: FlameWords,
  locale: string,
): string {
  const found = matches.reduce((all, one) => all + one, 0);
  const share = formatShare(matchedShare(tree, layout, matches), locale);
  return words.matched(formatCount(found, locale), share, sideOf(graph, side).version);
}

/** Share of the whole that ran in a function that matches, or was called from one. */
export function matchedShare({ frame, end }: FlameTree, { width }: FlameLayout, matches: Uint8Array): number {
  let matched = 0;
  for (let node = 1; node < frame.length;) {
    const isMatch = matches[frame[node] ?? -1] === 1;
    if (isMatch) matched += width[node] ?? 0;
    node = isMatch ? (end[node] ?? node + 1) : node + 1;
  }
  const whole = width[0] ?? 0;
  return whole === 0 ? 0 : matched / whole;
}

/**
 * One place for each function, 1 where it is the one of that key, or was judged together with others under that key.
 * Undefined where none is.
 */
export function selectFrames(
  frames: readonly FlameFrame[],
  selected: string | undefined,
  rowOf: (key: string) => string,
): Uint8Array | undefined {
  if (selected === undefined) return undefined;
  const found = Uint8Array.from(frames, ({ key }) => (key === selected ? 1 : 0));
  if (!found.includes(1)) for (const [at, { key }] of frames.entries()) found[at] = rowOf(key) === selected ? 1 : 0;
  return found.includes(1) ? found : undefined;
}
