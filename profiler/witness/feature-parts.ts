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

/** Of what is not counted by the part of the window in which it was. */
export function noBlocks(): number[] {
  return Array<number>(12).fill(0);
}
