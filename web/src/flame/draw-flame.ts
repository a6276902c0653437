/** Draws what was placed on a canvas. */
import type { Palette } from './flame-colours.ts';
import { type Drawing, padding, placeFrames, type PlacedFrame, rowHeight, type Scene } from './place-frames.ts';

type Context = CanvasRenderingContext2D;

interface Style {
  readonly palette: Palette;
  readonly font: string;
  /** Device pixels of a CSS pixel. */
  readonly ratio: number;
}

export function drawFlame(context: Context, scene: Scene, { palette, font, ratio }: Style): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, scene.width, scene.height);
  context.font = font;
  drawPlaced(context, placeFrames(scene, context.measureText('m').width), palette);
}

/** With the font that the context has. */
export function drawPlaced(context: Context, { frames, dust, marks, outlines }: Drawing, palette: Palette): void {
  context.textBaseline = 'middle';
  context.fillStyle = palette.dust;
  for (const { x, y } of dust) context.fillRect(x, y, 1, rowHeight - 1);
  drawFills(context, frames, palette);
  context.fillStyle = palette.ink;
  for (const { x, y, label } of frames) if (label !== '') context.fillText(label, x + padding, y + rowHeight / 2);
  context.fillStyle = palette.mark;
  for (const { x, y, width, height } of marks) context.fillRect(x, y, width, height);
  for (const { x, y, width, height, line, colour } of outlines) {
    context.strokeStyle = palette[colour];
    context.lineWidth = line;
    context.strokeRect(x, y, width, height);
  }
}

/** One colour after the other: changing it costs more than filling. */
function drawFills(context: Context, frames: readonly PlacedFrame[], palette: Palette): void {
  for (const [fill, own] of Map.groupBy(frames, (frame) => frame.fill)) {
    context.fillStyle = palette.fills[fill] ?? palette.ground;
    for (const { x, y, width } of own) context.fillRect(x, y, width, rowHeight - 1);
  }
}
