/**
 * A picture of a flame graph to paste elsewhere: its title, what is drawn, the frames, what the colours mean. In the light
 * colours, whatever the page has. Lengths are CSS pixels.
 */
import { palettes } from './flame-colours.ts';
import type { LegendEntry } from './flame-legend.ts';
import { cutLabel, type Drawing, placeFrames, rowHeight, type Scene } from './place-frames.ts';

export interface PicturePart extends Omit<Scene, 'width' | 'height' | 'scrolled' | 'hovered'> {
  /** Above it; empty for none. */
  readonly heading: string;
  readonly describe: (node: number) => string;
}

export interface PictureSubject {
  readonly title: string;
  /** Below the title. */
  readonly facts: readonly string[];
  readonly parts: readonly PicturePart[];
  /** Of the nodes of each part that are drawn. */
  readonly legend: (drawn: readonly (readonly number[])[]) => readonly LegendEntry[];
}

interface PictureText {
  readonly x: number;
  /** Of its middle. */
  readonly y: number;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly text: string;
}

export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly palette: typeof palettes.light;
  readonly texts: readonly PictureText[];
  readonly graphs: readonly {
    readonly top: number;
    readonly drawing: Drawing;
    readonly describe: (node: number) => string;
  }[];
  readonly swatches: readonly { readonly x: number; readonly y: number; readonly fill: number }[];
}

export const pictureFonts = {
  frame: "ui-monospace, 'Cascadia Mono', Menlo, 'DejaVu Sans Mono', monospace",
  text: "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif",
} as const;
export const frameSize = 12;
export const swatchSize = 14;

const pictureWidth = 1200;
export const pictureMargin = 16;
const inner = pictureWidth - 2 * pictureMargin;
/** Of a letter to its size: no font that is asked for is wider. */
const letterRatio = 0.625;

export function layOutPicture({ title, facts, parts, legend }: PictureSubject): Picture {
  const texts: PictureText[] = [];
  let y = pictureMargin;
  const write = (text: string, size: number, weight: PictureText['weight']): void => {
    const line = Math.ceil(size * 1.5);
    texts.push({
      x: pictureMargin,
      y: y + line / 2,
      size,
      weight,
      text: cutLabel(text, Math.floor(inner / (size * letterRatio))),
    });
    y += line;
  };
  write(title, 18, 600);
  for (const fact of facts) write(fact, 13, 400);
  const graphs = parts.map(({ heading, describe, ...part }) => {
    y += 8;
    if (heading !== '') write(heading, 13, 600);
    const { drawing, height } = placeWhole(part);
    const top = y;
    y += height;
    return { top, drawing, describe };
  });
  y += 12;
  const swatches: { x: number; y: number; fill: number }[] = [];
  let x = pictureMargin;
  for (const { fill, text } of legend(graphs.map(({ drawing }) => drawing.frames.map(({ node }) => node)))) {
    const shown = cutLabel(text, Math.floor((inner - swatchSize - 6) / (frameSize * letterRatio)));
    const width = swatchSize + 6 + shown.length * frameSize * letterRatio;
    if (x > pictureMargin && x + width > pictureWidth - pictureMargin) [x, y] = [pictureMargin, y + 22];
    swatches.push({ x, y: y + 4, fill });
    texts.push({ x: x + swatchSize + 6, y: y + 4 + swatchSize / 2, size: frameSize, weight: 400, text: shown });
    x += width + 16;
  }
  const height = y + (swatches.length > 0 ? 22 : 0) + pictureMargin;
  return { title, width: pictureWidth, height, palette: palettes.light, texts, graphs, swatches };
}

/** All rows, and of them those in which something is drawn: it begins at the top of the first. */
function placeWhole(part: Omit<PicturePart, 'heading' | 'describe'>): { drawing: Drawing; height: number } {
  const whole = { ...part, width: inner, height: part.tree.levels * rowHeight, hovered: undefined };
  let [first, last] = [whole.height, 0];
  for (const { y } of placeFrames({ ...whole, scrolled: 0 }, frameSize * letterRatio).frames) {
    [first, last] = [Math.min(first, y), Math.max(last, y)];
  }
  const scrolled = Math.min(first, last);
  const height = last + rowHeight - scrolled;
  return { drawing: placeFrames({ ...whole, height, scrolled }, frameSize * letterRatio), height };
}
