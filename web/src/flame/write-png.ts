/** A picture as PNG: what the SVG has, drawn by the canvas. */
import { drawPlaced } from './draw-flame.ts';
import { frameSize, type Picture, pictureFonts, pictureMargin, swatchSize } from './flame-picture.ts';

/** Device pixels of a CSS pixel, and what every browser can make: of one side, and in all. */
const most = { ratio: 2, side: 16_384, area: 16_777_216 } as const;

/** Rejects where the browser cannot make a picture of that size. */
export async function writePng(picture: Picture): Promise<Blob> {
  const { width, height, palette, texts, graphs, swatches } = picture;
  const ratio = Math.min(most.ratio, most.side / height, Math.sqrt(most.area / (width * height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * ratio);
  canvas.height = Math.floor(height * ratio);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  context.font = `${frameSize}px ${pictureFonts.frame}`;
  for (const { top, drawing } of graphs) {
    context.setTransform(ratio, 0, 0, ratio, pictureMargin * ratio, top * ratio);
    drawPlaced(context, drawing, palette);
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const { x, y, fill } of swatches) {
    context.fillStyle = palette.fills[fill] ?? palette.ground;
    context.fillRect(x, y, swatchSize, swatchSize);
  }
  context.fillStyle = palette.ink;
  for (const { x, y, size, weight, text } of texts) {
    context.font = `${weight} ${size}px ${pictureFonts.text}`;
    context.fillText(text, x, y);
  }
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error(`${canvas.width} × ${canvas.height}`);
  return blob;
}
