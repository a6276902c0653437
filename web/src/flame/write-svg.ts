/** A picture as SVG: text that can be searched, and for each frame its sentence, which viewers show under the pointer. */
import { frameSize, type Picture, pictureFonts, pictureMargin, swatchSize } from './flame-picture.ts';
import { type Bar, padding, rowHeight } from './place-frames.ts';

export function writeSvg({ title, width, height, palette, texts, graphs, swatches }: Picture): string {
  const fillOf = (fill: number): string => palette.fills[fill] ?? palette.ground;
  const rect = (bar: Bar, fill: string): string => `<rect ${placeOf(bar)} fill="${fill}"/>`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${round(height)}" viewBox="0 0 ${width} ${round(height)}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    rect({ x: 0, y: 0, width, height }, palette.ground),
    ...graphs.flatMap(({ top, drawing: { frames, dust, marks, outlines }, describe }) => [
      `<g transform="translate(${pictureMargin} ${round(top)})" font-family="${escapeXml(pictureFonts.frame)}" font-size="${frameSize}" fill="${palette.ink}">`,
      ...(dust.length === 0
        ? []
        : [
            `<path fill="${palette.dust}" d="${dust.map(({ x, y }) => `M${round(x)} ${round(y)}h1v${rowHeight - 1}h-1z`).join('')}"/>`,
          ]),
      ...frames.map(({ node, x, y, width: own, fill, label }) => {
        const text =
          label === ''
            ? ''
            : `<text x="${round(x + padding)}" y="${round(y + rowHeight / 2)}" dominant-baseline="central" xml:space="preserve">${escapeXml(label)}</text>`;
        return `<g class="frame"><title>${escapeXml(describe(node))}</title>${rect({ x, y, width: own, height: rowHeight - 1 }, fillOf(fill))}${text}</g>`;
      }),
      ...marks.map((bar) => rect(bar, palette.mark)),
      ...outlines.map(
        ({ line, colour, ...bar }) =>
          `<rect ${placeOf(bar)} fill="none" stroke="${palette[colour]}" stroke-width="${line}"/>`,
      ),
      '</g>',
    ]),
    `<g font-family="${escapeXml(pictureFonts.text)}" fill="${palette.ink}">`,
    ...swatches.map(({ x, y, fill }) => rect({ x, y, width: swatchSize, height: swatchSize }, fillOf(fill))),
    ...texts.map(
      ({ x, y, size, weight, text }) =>
        `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" dominant-baseline="central">${escapeXml(text)}</text>`,
    ),
    '</g>',
    '</svg>',
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`;
}

function placeOf({ x, y, width, height }: Bar): string {
  return `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML 1.0 has no place for, even as an entity, becomes U+FFFD. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll(/[&<>"]/gu, (one) => entities[one] ?? one);
}
