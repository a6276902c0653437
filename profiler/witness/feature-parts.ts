/** What features of several axes are made of. */

export function functionKey({ name, module }: { readonly name: string; readonly module: string }): string {
  return `${name} (${module})`;
}

/** An outcome belongs to a key when it is not the usual one. */
export function failure(outcome: string): string[] {
  return outcome === 'ok' ? [] : [outcome];
}

/** Of what is not counted by the part of the window in which it was. */
export function noBlocks(): number[] {
  return Array<number>(12).fill(0);
}
