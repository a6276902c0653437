/** Joins the shots of one page into one picture: a row for each version, a column for each screen and language. */
import type { Browser } from 'playwright-core';
import { columns, type Shots } from './take-shots.ts';

interface Row {
  readonly title: string;
  readonly shots: Shots;
}

interface Drawing {
  readonly rows: readonly { readonly title: string; readonly shots: readonly string[] }[];
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  readonly height: number;
}

/** Pixels of a shot in the picture; its width follows. */
const height = 520;

/** Runs in a page. Base64 of a WebP. */
async function draw({ rows, columns: titled, height: shotHeight }: Drawing): Promise<string> {
  const [gap, line] = [16, 28];
  const width = titled.reduce((sum, column) => sum + column.width + gap, gap);
  const canvas = new OffscreenCanvas(width, line + rows.length * (line + shotHeight + gap));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws no canvas');
  context.fillStyle = '#d5dae1';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.textBaseline = 'middle';
  context.fillStyle = '#1b2430';
  const write = (text: string, x: number, y: number, weight: string): void => {
    context.font = `${weight} 16px sans-serif`;
    context.fillText(text, x, y + line / 2);
  };
  for (const [index, { title, shots }] of rows.entries()) {
    const top = line + index * (line + shotHeight + gap);
    write(title, gap, top, 'bold');
    let left = gap;
    for (const [at, column] of titled.entries()) {
      if (index === 0) write(column.title, left, 0, 'normal');
      const bytes = Uint8Array.from(atob(shots[at] ?? ''), (one) => one.codePointAt(0) ?? 0);
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      context.drawImage(bitmap, left, top + line, column.width, shotHeight);
      left += column.width + gap;
    }
  }
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.6 });
  const written = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(written, (one) => String.fromCodePoint(one)).join(''));
}

/** A WebP. Every row has a shot for each column. */
export async function joinShots(browser: Browser, rows: readonly Row[]): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    const drawn = await page.evaluate(draw, {
      rows: rows.map(({ title, shots }) => ({ title, shots: shots.map((shot) => shot.toString('base64')) })),
      columns: columns.map(({ title, viewport }) => ({
        title,
        width: Math.round((viewport.width / viewport.height) * height),
      })),
      height,
    });
    return Buffer.from(drawn, 'base64');
  } finally {
    await page.close();
  }
}
