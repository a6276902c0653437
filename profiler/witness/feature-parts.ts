/** What features of several axes are made of. */
import type { Feature } from './bundle.ts';

export function functionKey({ name, module }: { readonly name: string; readonly module: string }): string {
  return `${name} (${module})`;
}

/** Where a function is declared, as far as that is known. */
export function placeOf(
  declared: { readonly file?: string | undefined; readonly line?: number | undefined } | undefined,
): Pick<Feature, 'place'> {
  if (declared?.file === undefined) return {};
  const { file, line } = declared;
  return { place: { file, ...(line !== undefined && { line }) } };
}

/** An outcome belongs to a key when it is not the usual one. */
export function failure(outcome: string): string[] {
  return outcome === 'ok' ? [] : [outcome];
}

/** Blocks exist where they are the amount's own: what was counted in another unit, or in part, has none. */
export function inBlocks(amount: number, blocks: readonly number[]): Pick<Feature, 'blocks'> {
  let sum = 0;
  for (const one of blocks) sum += one;
  return sum === amount ? { blocks: [...blocks] } : {};
}

/** Something that was counted one by one. */
export function counted(key: string, { count, blocks }: { count: number; blocks: readonly number[] }): Feature {
  return { key, amount: count, unit: 'events', events: count, ...inBlocks(count, blocks) };
}

/** How many of the drawn stacks a part of the weight represents: at least the one that it was drawn with. */
export function drawnWith(weight: number, { samples, all }: { samples: number; all: number }): number {
  return all === 0 ? 0 : (samples * weight) / all;
}
