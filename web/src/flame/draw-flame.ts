/** Draws the part of a tree that can be seen. What is narrower than a pixel is left out, with all it calls: see `dust`. */
import type { FillRule, Palette } from './flame-colours.ts';
import type { FlameLayout, FlameTree } from './flame-tree.ts';

/** CSS pixels. */
export const rowHeight = 20;
const leastWidth = 1;
const padding = 4;

export interface Scene {
  readonly tree: FlameTree;
  readonly layout: FlameLayout;
  /** The node that takes the whole width. */
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  /** CSS pixels that are scrolled away at the top. */
  readonly scrolled: number;
  /** The root at the bottom: callers above the function that they call. */
  readonly isFlipped: boolean;
  readonly palette: Palette;
  readonly fillAt: FillRule;
  readonly labelOf: (node: number, letters: number) => string;
  /** Functions that a search matches, by their place. */
  readonly matches: Uint8Array | undefined;
  readonly selected: number | undefined;
  /** Functions that are selected, by their place. */
  readonly selectedFrames: Uint8Array | undefined;
  readonly hovered: number | undefined;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

type Context = CanvasRenderingContext2D;

/** `ratio`: device pixels of a CSS pixel. */
export function drawFlame(context: Context, scene: Scene, font: string, ratio: number): void {
  const { palette, width, height } = scene;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  context.font = font;
  context.textBaseline = 'middle';
  const letter = context.measureText('m').width;
  const { visible, dust } = findVisible(scene);
  context.fillStyle = palette.dust;
  for (const { x, y } of dust) context.fillRect(x, y, 1, rowHeight - 1);
  drawFills(context, scene, visible);
  context.fillStyle = palette.ink;
  for (const { node, x, y, width: room } of visible) {
    const letters = Math.floor((room - 2 * padding) / letter);
    if (letters < 3) continue;
    const label = scene.labelOf(node, letters);
    const text = label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
    context.fillText(text, x + padding, y + rowHeight / 2);
  }
  drawMarks(context, scene, visible);
}

/** Where a node is drawn, cut to the drawing; ancestors of the zoomed node fill it. */
export function rectangleOf({ tree, layout, zoom, width, scrolled, isFlipped }: Scene, node: number): Rectangle {
  const scale = width / Math.max(layout.width[zoom] ?? 0, 1e-12);
  const from = ((layout.start[node] ?? 0) - (layout.start[zoom] ?? 0)) * scale;
  const x = Math.max(0, from);
  const level = tree.depth[node] ?? 0;
  const y = (isFlipped ? tree.levels - 1 - level : level) * rowHeight - scrolled;
  return { x, y, width: Math.min(width, from + (layout.width[node] ?? 0) * scale) - x };
}

interface Box extends Rectangle {
  readonly node: number;
}

interface Visible {
  readonly visible: readonly Box[];
  /** One pixel for all frames that are too narrow beside each other. */
  readonly dust: readonly Box[];
}

function findVisible(scene: Scene): Visible {
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

/** One colour after the other: changing it costs more than filling. */
function drawFills(context: Context, scene: Scene, visible: readonly Box[]): void {
  const byFill = Map.groupBy(visible, ({ node }) => scene.fillAt(node));
  for (const [fill, boxes] of byFill) {
    context.fillStyle = scene.palette.fills[fill] ?? scene.palette.ground;
    for (const { x, y, width } of boxes) context.fillRect(x, y, width > 3 ? width - 1 : width, rowHeight - 1);
  }
}

function drawMarks(context: Context, scene: Scene, visible: readonly Box[]): void {
  const { tree, matches, palette, selected, selectedFrames, hovered } = scene;
  context.fillStyle = palette.mark;
  if (matches !== undefined || selectedFrames !== undefined) {
    for (const { node, x, y, width } of visible) {
      const frame = tree.frame[node] ?? -1;
      if (matches?.[frame] === 1) context.fillRect(x, y + rowHeight - 4, Math.max(1, width - 1), 3);
      if (selectedFrames?.[frame] === 1) context.fillRect(x, y, Math.max(1, width - 1), 2);
    }
  }
  if (hovered !== undefined) outline(context, rectangleOf(scene, hovered), palette.ink, 1);
  if (selected !== undefined) outline(context, rectangleOf(scene, selected), palette.mark, 2);
}

/** Also of a node that is too narrow to be filled. */
function outline(context: Context, { x, y, width }: Rectangle, colour: string, line: number): void {
  if (width <= 0) return;
  context.strokeStyle = colour;
  context.lineWidth = line;
  const half = line / 2;
  context.strokeRect(x + half, y + half, Math.max(2, width - 1) - line, rowHeight - 1 - line);
}
