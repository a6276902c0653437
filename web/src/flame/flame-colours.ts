/** Colours of the drawing. Each text colour keeps at least 4.5 : 1 against every fill of its palette. */
import { directionOf, strengthOf, type QuietRule } from './change.ts';
import type { FlameTree } from './flame-tree.ts';
import { splitKey } from './name-parts.ts';

export interface Palette {
  readonly ink: string;
  /** Behind the frames. */
  readonly ground: string;
  /** Where frames are too narrow to be drawn. */
  readonly dust: string;
  /** Around what is selected, and under what a search matches. */
  readonly mark: string;
  /** Fills by their number: see below. */
  readonly fills: readonly string[];
}

/** Fill 0 is quiet, 1 to 4 are more and 5 to 8 less, by strength; from 9 on a colour for each module. */
export const fillOf = { quiet: 0, more: 1, less: 5, module: 9 } as const;

const light = {
  quiet: '#dde3e1',
  more: ['#fde6cb', '#fbcf9b', '#f6b068', '#ee9142'],
  less: ['#dbeaf7', '#b7d5ef', '#8bbbe6', '#66a2da'],
  modules: ['#d6e4e0', '#e6e2d0', '#dcdfee', '#e9dcdc', '#d3e3ea', '#e3e0e6', '#dde7d2', '#eadfd0'],
};
const dark = {
  quiet: '#2d3942',
  more: ['#463426', '#5f4022', '#784a1b', '#8f5213'],
  less: ['#20333f', '#1f4058', '#1f4f75', '#1f5e92'],
  modules: ['#2a4039', '#423d2a', '#333a55', '#4b3336', '#27414d', '#403850', '#374a2d', '#4b3d2c'],
};

function fillsOf({ quiet, more, less, modules }: typeof light): readonly string[] {
  return [quiet, ...more, ...less, ...modules];
}

export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: { ink: '#16212a', ground: '#ffffff', dust: '#eef1f0', mark: '#0b5a8c', fills: fillsOf(light) },
  dark: { ink: '#e5ebee', ground: '#161f26', dust: '#202b33', mark: '#82c3ee', fills: fillsOf(dark) },
};

/** The number of a fill for a node. */
export type FillRule = (node: number) => number;

/** A calm colour for each module: the same one wherever the module is. */
export function fillByModule({ frames, frame }: FlameTree): FillRule {
  const ofFrame = Uint8Array.from(
    frames,
    ({ key }) => fillOf.module + (hash(splitKey(key).module) % light.modules.length),
  );
  return (node) => ofFrame[frame[node] ?? -1] ?? fillOf.quiet;
}

/** Grey where the rule says so, else by direction and strength of the node's own difference. */
export function fillByChange({ frames, frame, before, after }: FlameTree, isQuiet: QuietRule): FillRule {
  // Asked for what is drawn alone, which of a hundred thousand nodes are a few thousand.
  return (node) => {
    const key = frames[frame[node] ?? -1]?.key;
    if (key === undefined) return fillOf.quiet;
    const amounts = { key, before: before[node] ?? 0, after: after[node] ?? 0 };
    const direction = directionOf(amounts);
    if (direction === 'same' || isQuiet(amounts)) return fillOf.quiet;
    return (direction === 'more' || direction === 'new' ? fillOf.more : fillOf.less) + strengthOf(amounts);
  };
}

function hash(text: string): number {
  let value = 7;
  for (const letter of text) value = (Math.imul(value, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
