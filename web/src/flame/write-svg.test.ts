import { describe, expect, test } from 'vitest';
import { makeFlame, type WrittenStack } from '../../dev-server/make-flame.ts';
import { describePicture, type DrawnView } from './describe-picture.ts';
import { layOutPicture } from './flame-picture.ts';
import { layOut, readTree } from './flame-tree.ts';
import { enFlame } from './flame-words-en.ts';
import { placeFrames, rowHeight } from './place-frames.ts';
import { writeSvg } from './write-svg.ts';

function svgOf(stacks: readonly WrittenStack[], change: Partial<DrawnView> = {}): string {
  const graph = makeFlame(stacks, { before: { version: '1.0', captures: 2 }, after: { version: '2.0', captures: 2 } });
  const tree = readTree(graph);
  const view: DrawnView = {
    of: { workload: 'shop', env: 'prod' },
    graph,
    tree,
    layout: layOut(tree, 'after'),
    side: 'after',
    zoom: 0,
    find: '',
    matches: undefined,
    selected: undefined,
    selectedFrames: undefined,
    centre: undefined,
    isQuiet: () => false,
    hasVerdicts: true,
    words: enFlame,
    locale: 'en',
    ...change,
  };
  return writeSvg(layOutPicture(describePicture(view)));
}

const titles = (svg: string) =>
  [...svg.matchAll(/<g class="frame"><title>([^<]*)<\/title>/gu)].map(([, title]) => title);
const texts = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/gu)].map(([, text]) => text);
const stacks: WrittenStack[] = [
  ['main>serve>parse', 10, 30],
  ['main>serve>zip', 20, 20],
  ['main>idle', 1, 0.001],
];

describe('a picture of a flame graph', () => {
  test('has its title, what is drawn, each frame with its sentence, and the colours', () => {
    const svg = svgOf(stacks);
    expect(texts(svg)).toEqual(
      expect.arrayContaining([
        'shop (prod): 1.0 → 2.0',
        'Flame graph of 2.0 · Widths: 2.0, 50.0 CPU ms/s',
        '▲ more CPU time',
        'not beyond noise',
      ]),
    );
    expect(titles(svg).map((title) => title?.split(' ')[0])).toEqual(['2.0:', 'main', 'serve', 'parse', 'zip']);
    expect(titles(svg)[3]).toContain('▲ more');
  });

  test('lacks frames that are narrower than a pixel, and is as wide as they were placed', () => {
    const svg = svgOf(stacks);
    expect(svg).not.toContain('idle');
    const widths = [...svg.matchAll(/<\/title><rect x="[^"]*" y="[^"]*" width="([^"]*)"/gu)].map(([, width]) =>
      Number(width),
    );
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(1);
    expect(svg.match(/<path /gu)).toHaveLength(1);
  });

  test('shows the zoom, the search and the side that the page shows', () => {
    const graph = makeFlame(stacks, {
      before: { version: '1.0', captures: 2 },
      after: { version: '2.0', captures: 2 },
    });
    const tree = readTree(graph);
    const matches = Uint8Array.from(tree.frames, ({ key }) => (key.startsWith('zip') ? 1 : 0));
    const zip = tree.frame.findIndex((frame) => tree.frames[frame]?.key.startsWith('zip') === true);
    const svg = svgOf(stacks, { layout: layOut(tree, 'before'), side: 'before', zoom: zip, find: ' zip ', matches });
    const key = tree.frames[tree.frame[zip] ?? 0]?.key;
    expect(texts(svg)).toContain(`Flame graph of 1.0 · Widths: 1.0, 31.0 CPU ms/s · Zoomed in on ${key}`);
    expect(texts(svg)).toContainEqual(
      expect.stringMatching(/^Find a function: “zip”\. 1 function matches: 64\.5\s?% of 1\.0\.$/u),
    );
    expect(titles(svg)).toHaveLength(4);
  });

  test('of callers and callees has both halves, of which each begins where it is drawn', () => {
    const tree = readTree(makeFlame(stacks));
    const centre = tree.frames.findIndex(({ key }) => key.startsWith('serve'));
    const svg = svgOf(stacks, { centre });
    expect(texts(svg)).toEqual(expect.arrayContaining(['Callers of serve', 'Callees of serve']));
    expect(svg.match(/<g transform=/gu)).toHaveLength(2);
  });

  test('escapes names, and replaces what XML has no place for', () => {
    const svg = svgOf([['main>Vec<T&"]]\u0001\uD800\uFFFE', 10, 30]], { of: { workload: 'a>b', env: '' } });
    expect(svg).toContain('Vec&lt;T&amp;&quot;]]\uFFFD\uFFFD\uFFFD');
    expect(svg).toContain('<title>a&gt;b: 1.0 → 2.0</title>');
    expect(svg).toMatch(/^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]+$/u);
    expect(svg.isWellFormed()).toBe(true);
  });
});

test('the screen and a picture place frames by the same function', () => {
  const tree = readTree(makeFlame(stacks));
  const layout = layOut(tree, 'after');
  const scene = { tree, layout, zoom: 0, width: 1168, height: tree.levels * rowHeight, scrolled: 0, isFlipped: false };
  const { frames } = placeFrames(
    {
      ...scene,
      fillAt: () => 0,
      labelOf: () => '',
      matches: undefined,
      selected: undefined,
      selectedFrames: undefined,
      hovered: undefined,
    },
    7.5,
  );
  const svg = svgOf(stacks);
  for (const { x, y, width } of frames) {
    const [left, top, wide] = [x, y, width].map((value) => Math.round(value * 100) / 100);
    expect(svg).toContain(`<rect x="${left}" y="${top}" width="${wide}"`);
  }
});
