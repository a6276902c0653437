/** The page with drawings: what is drawn stands between two marks that stay, and people write the rest. */
export const drawingPage = 'ARCHITECTURE.md';

export interface Marks {
  readonly begin: string;
  readonly end: string;
}

/** @throws Error when the page does not have each mark once, in this order. */
export function fillBetween(page: string, { begin, end }: Marks, blocks: readonly string[]): string {
  const [before, rest, ...more] = page.split(begin);
  const [, after, ...others] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`${drawingPage} must hold each of these two lines once, in this order: ${begin} and ${end}`);
  }
  return before + [begin, ...blocks, end].join('\n\n') + after;
}
