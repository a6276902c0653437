/**
 * Where each thing of a drawn tree lies, for the screen and for pictures. What is narrower than a pixel is left out, with
 * all it calls: see `dust`. Lengths are CSS pixels.
 */
import type { FillRule } from './flame-colours.ts';
import type { FlameLayout, FlameTree } from './flame-tree.ts';

export const rowHeight = 20;
export const padding = 4;
const leastWidth = 1;

export interface Scene {
  readonly tree: FlameTree;
  readonly layout: FlameLayout;
  /** The node that takes the whole width. */
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  /** What is scrolled away at the top. */
  readonly scrolled: number;
  /** The root at the bottom: callers above the function that they call. */
  readonly isFlipped: boolean;
  readonly fillAt: FillRule;
  readonly labelOf: (node: number, letters: number) => string;
  /** Functions that a search matches, by their place. */
  readonly matches: Uint8Array | undefined;
  readonly selected: number | undefined;
  /** Functions that are selected, by their place. */
  readonly selectedFrames: Uint8Array | undefined;
  readonly hovered: number | undefined;
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface Box extends Rectangle {
  readonly node: number;
}

export interface PlacedFrame extends Box {
  /** Its number in a palette. */
  readonly fill: number;
  /** Empty where there is no room for one. */
  readonly label: string;
}

export interface Bar extends Rectangle {
  readonly height: number;
}

interface Outline extends Bar {
  readonly line: number;
  readonly colour: 'ink' | 'mark';
}

export interface Drawing {
  readonly frames: readonly PlacedFrame[];
  /** One pixel for all frames that are too narrow beside each other. */
  readonly dust: readonly Rectangle[];
  /** Above what is selected, and under what a search matches. */
  readonly marks: readonly Bar[];
  readonly outlines: readonly Outline[];
}

/** `letter`: the width of one. */
export function placeFrames(scene: Scene, letter: number): Drawing {
  const { visible, dust } = findVisible(scene);
  const frames = visible.map(({ node, x, y, width }) => {
    const letters = Math.floor((width - 2 * padding) / letter);
    const label = letters < 3 ? '' : cutLabel(scene.labelOf(node, letters), letters);
    return { node, x, y, width: width > 3 ? width - 1 : width, fill: scene.fillAt(node), label };
  });
  return { frames, dust, marks: placeMarks(scene, visible), outlines: placeOutlines(scene) };
}

export function cutLabel(label: string, letters: number): string {
  return label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
}

/** Where a node is drawn, cut to the drawing; ancestors of the zoomed node fill it. */
function rectangleOf({ tree, layout, zoom, width, scrolled, isFlipped }: Scene, node: number): Rectangle {
  const scale = width / Math.max(layout.width[zoom] ?? 0, 1e-12);
  const from = ((layout.start[node] ?? 0) - (layout.start[zoom] ?? 0)) * scale;
  const x = Math.max(0, from);
  const level = tree.depth[node] ?? 0;
  const y = (isFlipped ? tree.levels - 1 - level : level) * rowHeight - scrolled;
  return { x, y, width: Math.min(width, from + (layout.width[node] ?? 0) * scale) - x };
}

function findVisible(scene: Scene): { readonly visible: readonly Box[]; readonly dust: readonly Box[] } {
  const { tree, height, width: whole, isFlipped } = scene;
  const { depth, end } = tree;
  const visible: Box[] = [];
  const dust: Box[] = [];
  const lastDust = new Int32Array(tree.levels).fill(-1);
  for (let node = 0; node < depth.length;) {
    const { x, y, width } = rectangleOf(scene, node);
    // Rows below a node are further from the root: past the edge nothing of it is seen.
    const isPast = isFlipped ? y + rowHeight <= 0 : y >= height;
    const isSeen = !isPast && y + rowHeight > 0 && y < height;
    if (width >= leastWidth && !isPast) {
      if (isSeen) visible.push({ node, x, y, width });
      node++;
      continue;
    }
    const level = depth[node] ?? 0;
    const pixel = Math.floor(x);
    if (isSeen && width > 0 && pixel < whole && lastDust[level] !== pixel) {
      lastDust[level] = pixel;
      dust.push({ node, x: pixel, y, width });
    }
    node = end[node] ?? node + 1;
  }
  return { visible, dust };
}

function placeMarks({ tree, matches, selectedFrames }: Scene, visible: readonly Box[]): Bar[] {
  if (matches === undefined && selectedFrames === undefined) return [];
  return visible.flatMap(({ node, x, y, width }) => {
    const frame = tree.frame[node] ?? -1;
    const own = { x, width: Math.max(1, width - 1) };
    return [
      ...(matches?.[frame] === 1 ? [{ ...own, y: y + rowHeight - 4, height: 3 }] : []),
      ...(selectedFrames?.[frame] === 1 ? [{ ...own, y, height: 2 }] : []),
    ];
  });
}

function placeOutlines(scene: Scene): Outline[] {
  const { hovered, selected } = scene;
  return [
    ...(hovered === undefined ? [] : outline(scene, hovered, { line: 1, colour: 'ink' })),
    ...(selected === undefined ? [] : outline(scene, selected, { line: 2, colour: 'mark' })),
  ];
}

/** Also of a node that is too narrow to be filled. */
function outline(scene: Scene, node: number, style: Pick<Outline, 'line' | 'colour'>): Outline[] {
  const { x, y, width } = rectangleOf(scene, node);
  if (width <= 0) return [];
  const { line } = style;
  const half = line / 2;
  return [{ x: x + half, y: y + half, width: Math.max(2, width - 1) - line, height: rowHeight - 1 - line, ...style }];
}
