/**
 * Who calls whom among the functions that cost most. A few callers and callees of each suffice to recognise a function
 * under another name; whole stacks stay in the bundle.
 */
import type { Bundle, Feature } from '../record/bundle.ts';
import { type Edges, smallest } from './capture-vector.ts';

/** Functions whose callers and callees a vector has: by what they did themselves, and by what ran under them. */
const mostBySelf = 128;
const mostByTotal = 64;
/** Callers, and callees, of one function: the most frequent ones. */
const mostOfOne = 4;

interface Edge {
  readonly caller: number;
  readonly callee: number;
  readonly samples: number;
}

/** `rankOf`: place of a feature in the columns. */
export function edgesOf(
  features: readonly Feature[],
  rankOf: ArrayLike<number>,
  { stacks }: NonNullable<Bundle['stacks']>,
): { edges?: Edges } {
  const edges = countEdges(stacks, rankOf, features.length);
  const isKept = keepLargest(features, rankOf);
  const kept = [...new Set([...mostOf(edges, 'callee', isKept), ...mostOf(edges, 'caller', isKept)])];
  if (kept.length === 0) return {};
  kept.sort((a, b) => a.caller - b.caller || a.callee - b.callee);
  return {
    edges: {
      caller: Uint32Array.from(kept, ({ caller }) => caller),
      callee: Uint32Array.from(kept, ({ callee }) => callee),
      samples: smallest(kept.map(({ samples }) => samples)),
    },
  };
}

/** In how many samples each edge occurs; a function that calls itself is no other place. */
function countEdges(
  stacks: NonNullable<Bundle['stacks']>['stacks'],
  rankOf: ArrayLike<number>,
  functions: number,
): Edge[] {
  const samples = new Map<number, number>();
  const lastSeenIn = new Map<number, number>();
  for (const [index, { frames, count }] of stacks.entries()) {
    for (let at = 1; at < frames.length; at++) {
      const [caller, callee] = [rankOf[frames[at - 1] ?? -1], rankOf[frames[at] ?? -1]];
      if (caller === undefined || callee === undefined || caller === callee) continue;
      const edge = caller * functions + callee;
      if (lastSeenIn.get(edge) === index) continue;
      lastSeenIn.set(edge, index);
      samples.set(edge, (samples.get(edge) ?? 0) + count);
    }
  }
  return [...samples]
    .filter(([, count]) => count > 0)
    .map(([edge, count]) => ({ caller: Math.floor(edge / functions), callee: edge % functions, samples: count }));
}

function keepLargest(features: readonly Feature[], rankOf: ArrayLike<number>): Set<number> {
  const ranked = (amountOf: (feature: Feature) => number, most: number): number[] =>
    features
      .flatMap((feature, at) => {
        const amount = amountOf(feature);
        return amount > 0 ? [{ rank: rankOf[at] ?? 0, amount }] : [];
      })
      .toSorted((a, b) => b.amount - a.amount || a.rank - b.rank)
      .slice(0, most)
      .map(({ rank }) => rank);
  return new Set([
    ...ranked(({ amount }) => amount, mostBySelf),
    ...ranked(({ inclusive = 0 }) => inclusive, mostByTotal),
  ]);
}

/** The most frequent edges of each of the largest functions, at one of their ends. */
function mostOf(edges: readonly Edge[], end: 'caller' | 'callee', isKept: ReadonlySet<number>): Edge[] {
  const groups = Map.groupBy(
    edges.filter((edge) => isKept.has(edge[end])),
    (edge) => edge[end],
  );
  return [...groups.values()].flatMap((some) =>
    some.toSorted((a, b) => b.samples - a.samples || a.caller - b.caller || a.callee - b.callee).slice(0, mostOfOne),
  );
}
