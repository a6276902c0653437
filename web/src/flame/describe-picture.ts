/** What a picture of the graph shows, of the view that the page has: its title, its trees, and the words around them. */
import type { MeasuredFlame } from '../../../profiler/witness/say/flame/flame-graph.ts';
import { formatAligned } from '../reading/format-number.ts';
import type { QuietRule } from './change.ts';
import { sayMatched } from './find-frames.ts';
import { legendOf } from './flame-legend.ts';
import { isCompared, paintTree } from './flame-paint.ts';
import type { PicturePart, PictureSubject } from './flame-picture.ts';
import { type FlameLayout, type FlameSideName, type FlameTree, keyOf, layOut, sideOf } from './flame-tree.ts';
import type { FlameWords } from './flame-words.ts';
import { splitKey } from './name-parts.ts';
import { calleesOf, callersOf } from './sandwich.ts';

/** Of what a graph is. */
export interface FlameOwner {
  readonly workload: string;
  readonly env: string;
}

export interface DrawnView {
  readonly of: FlameOwner;
  readonly graph: MeasuredFlame;
  readonly tree: FlameTree;
  readonly layout: FlameLayout;
  readonly side: FlameSideName;
  readonly zoom: number;
  readonly find: string;
  readonly matches: Uint8Array | undefined;
  readonly selected: number | undefined;
  readonly selectedFrames: Uint8Array | undefined;
  /** Place of the function in the middle of a sandwich; undefined for the whole graph. */
  readonly centre: number | undefined;
  readonly isQuiet: QuietRule;
  readonly hasVerdicts: boolean;
  readonly words: FlameWords;
  readonly locale: string;
}

export function versionsOf({ before, after }: MeasuredFlame): string[] {
  return [...(before === undefined ? [] : [before.version]), after.version];
}

export function describePicture(view: DrawnView): PictureSubject {
  const { of, graph, tree, centre, words, hasVerdicts } = view;
  const where = of.env === '' ? '' : ` (${of.env})`;
  const parts = centre === undefined ? [wholePart(view)] : sandwichParts(view, centre);
  return {
    title: `${of.workload}${where}: ${versionsOf(graph).join(' → ')}`,
    facts: listFacts(view),
    parts,
    legend: (drawn) =>
      legendOf(
        { graph, words, hasVerdicts },
        drawn.map((nodes, at) => ({ tree: parts[at]?.tree ?? tree, nodes })),
      ),
  };
}

function listFacts({ graph, side, tree, layout, zoom, find, matches, centre, words: w, locale }: DrawnView): string[] {
  const { version, total } = sideOf(graph, side);
  const widths = w.picture.widths(version, formatAligned(total, locale));
  const zoomed = centre === undefined ? keyOf(tree, zoom) : undefined;
  return [
    [w.graphOf(version), widths, ...(zoomed === undefined ? [] : [w.picture.zoomed(zoomed)])].join(' · '),
    ...(graph.before !== undefined && !isCompared(graph) ? [w.notComparable] : []),
    ...(matches === undefined
      ? []
      : [`${w.find}: “${find.trim()}”. ${sayMatched({ graph, side, tree, layout, matches }, w, locale)}`]),
  ];
}

function wholePart(view: DrawnView): PicturePart {
  const { tree, layout, zoom, matches, selected, selectedFrames } = view;
  return {
    heading: '',
    tree,
    layout,
    zoom,
    isFlipped: false,
    matches,
    selected,
    selectedFrames,
    ...paintTree(tree, view),
  };
}

function sandwichParts(view: DrawnView, centre: number): PicturePart[] {
  const { tree, side, matches, words } = view;
  const { name } = splitKey(tree.frames[centre]?.key ?? '');
  const half = (heading: string, own: FlameTree, isFlipped: boolean): PicturePart => ({
    heading,
    tree: own,
    layout: layOut(own, side),
    zoom: 0,
    isFlipped,
    matches,
    selected: undefined,
    selectedFrames: undefined,
    ...paintTree(own, view),
  });
  return [
    half(words.callers(name), callersOf(tree, centre), true),
    half(words.callees(name), calleesOf(tree, centre), false),
  ];
}
