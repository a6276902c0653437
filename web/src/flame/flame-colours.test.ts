import { describe, expect, test } from 'vitest';
import { makeFlame } from '../../dev-server/make-flame.ts';
import { alwaysQuiet, directionOf, type QuietRule, signedPercent, strengthOf } from './change.ts';
import { fillByChange, fillByModule, fillOf, type FillRule, palettes } from './flame-colours.ts';
import { flameCatalogs } from './flame-words.ts';
import { paintTree } from './flame-paint.ts';
import { keyOf, readTree } from './flame-tree.ts';

const graph = makeFlame(
  [
    ['main>same', 50, 51],
    ['main>more', 10, 30],
    ['main>less', 30, 10],
    ['main>fresh', 0, 4],
    ['main>past', 4, 0],
  ],
  { before: { version: '1', captures: 2 }, after: { version: '2', captures: 2 } },
);
const tree = readTree(graph);

const isSame: QuietRule = ({ key }) => key.startsWith('same') || key.startsWith('main');

function fillsByName(fillAt: FillRule): Record<string, number> {
  return Object.fromEntries(
    Array.from(tree.frame, (_, node) => [keyOf(tree, node)?.split(' ')[0] ?? 'all', fillAt(node)]),
  );
}

describe('colours of a difference', () => {
  test('are grey where the rule says so, else by direction and strength', () => {
    expect(fillsByName(fillByChange(tree, isSame))).toEqual({
      all: fillOf.quiet,
      main: fillOf.quiet,
      same: fillOf.quiet,
      more: fillOf.more + 3,
      less: fillOf.less + 3,
      fresh: fillOf.more + 3,
      past: fillOf.less + 3,
    });
  });

  test('are grey everywhere where the caller says that there is no verdict', () => {
    expect(new Set(Object.values(fillsByName(fillByChange(tree, alwaysQuiet))))).toEqual(new Set([fillOf.quiet]));
  });

  test('follow the rule of the caller, which knows the function', () => {
    const fills = fillsByName(fillByChange(tree, ({ key }) => key !== 'less (app)'));
    expect([fills['less'], fills['more']]).toEqual([fillOf.less + 3, fillOf.quiet]);
  });

  test('come with a sign and a percentage in text, and quiet frames with the percentage alone', () => {
    const options = { graph, side: 'after', words: flameCatalogs.en, locale: 'en' } as const;
    const { labelOf, describe: say } = paintTree(tree, { ...options, isQuiet: isSame });
    const nodes = Array.from(tree.frame, (_, node) => node);
    const labels = nodes.map((node) => labelOf(node, 40));
    expect(labels).toEqual(
      expect.arrayContaining(['▲ +200\u00a0% more', '▼ −67\u00a0% less', '+ fresh', '− past', '+2\u00a0% same']),
    );
    expect(nodes.map((node) => labelOf(node, 12))).toEqual(expect.arrayContaining(['▲ more', '▼ less']));
    const more = nodes.find((node) => keyOf(tree, node) === 'more (app)') ?? 0;
    expect(say(more)).toBe('more (app): 30.0 CPU ms/s, 31.6\u00a0% of 2 · 10.0 → 30.0 CPU ms/s · +200\u00a0% · ▲ more');
    const same = nodes.find((node) => keyOf(tree, node) === 'same (app)') ?? 0;
    expect(say(same)).toMatch(/\+2\u00a0% · no change claimed$/u);
  });

  test('and signs are absent where the versions are not comparable', () => {
    const options = {
      graph: { ...graph, not_comparable: 'x' },
      side: 'after',
      words: flameCatalogs.en,
      locale: 'en',
    } as const;
    const { labelOf, describe: say, fillAt } = paintTree(tree, { ...options, isQuiet: isSame });
    const said = Array.from(tree.frame, (_, node) => `${labelOf(node, 40)} ${say(node)}`).join('\n');
    expect(said).not.toMatch(/[▲▼→+−]|more CPU|\bnew\b/u);
    expect(fillsByName(fillAt)).toEqual(fillsByName(fillByModule(tree)));
  });
});

test.each([
  [10, 20, ['more', 2, '+100\u00a0%']],
  [10, 12, ['more', 0, '+20\u00a0%']],
  [20, 10, ['less', 2, '−50\u00a0%']],
  [0, 10, ['new', 3, undefined]],
  [10, 0, ['unseen', 3, undefined]],
  [10, 10, ['same', 0, '0\u00a0%']],
])('from %d to %d has the direction, strength and percentage %j', (before, after, expected) => {
  const amounts = { before, after };
  expect([directionOf(amounts), strengthOf(amounts), signedPercent(amounts, 'en')]).toEqual(expected);
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  const { ink, ground, mark, fills } = palettes[theme];

  test('text is read on every fill', () => {
    for (const fill of fills) expect([fill, contrast(ink, fill) >= 4.5]).toEqual([fill, true]);
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test('what is selected or found is seen on every fill', () => {
    for (const fill of fills) expect([fill, contrast(mark, fill) >= 2.4]).toEqual([fill, true]);
    expect(contrast(mark, ground)).toBeGreaterThanOrEqual(3);
  });

  test('strengths of a direction differ, and directions from quiet', () => {
    expect(new Set(fills.slice(0, fillOf.module)).size).toBe(9);
    expect(new Set(fills.slice(fillOf.module)).size).toBe(8);
  });
});

test('both catalogs have the same words, with as many arguments, none empty', () => {
  const leaves = (value: unknown, path = ''): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) => leaves(part, `${path}.${key}`))
      : [[path, value]];
  const shape = (catalog: unknown) =>
    leaves(catalog).map(([path, word]) => [path, typeof word === 'function' ? word.length : word !== '']);
  expect(shape(flameCatalogs['pt-BR'])).toEqual(shape(flameCatalogs.en));
  expect(leaves(flameCatalogs.en).filter(([, word]) => word === '')).toEqual([]);
});

/** By WCAG 2. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
