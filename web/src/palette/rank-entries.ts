/** Which entries a search finds, the best first. Pure. */

export type EntryKind = 'page' | 'workload' | 'release' | 'capture' | 'operation' | 'instance';

export interface Entry {
  readonly kind: EntryKind;
  /** Its address, by which it is known too. */
  readonly href: string;
  readonly label: string;
  /** Searched too, and counted for less. */
  readonly detail: string;
}

/** More are not shown: who does not find it there writes another word. */
export const mostShown = 40;

/** A tie is decided by what is opened most often. */
const kindOrder: Readonly<Record<EntryKind, number>> = {
  page: 0,
  workload: 1,
  operation: 2,
  instance: 3,
  capture: 4,
  release: 5,
};

/**
 * Every word of the search must be found. Found at the start of the label counts most, then at the start of one of its
 * words, inside it, in the detail. `recent`: addresses opened before, the latest first; they win a tie, and without a
 * search they come first, before the pages.
 */
export function rankEntries(entries: readonly Entry[], search: string, recent: readonly string[]): Entry[] {
  const words = fold(search).split(/\s+/u).filter(Boolean);
  const recentAt = new Map(recent.map((href, at) => [href, at]));
  const placeOf = ({ href }: Entry): number => recentAt.get(href) ?? recent.length;
  const found = entries.flatMap((entry) => {
    const score = scoreOf(entry, words);
    const isListed = words.length > 0 || entry.kind === 'page' || recentAt.has(entry.href);
    return score === undefined || !isListed ? [] : [{ entry, score }];
  });
  return found
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        placeOf(a.entry) - placeOf(b.entry) ||
        kindOrder[a.entry.kind] - kindOrder[b.entry.kind] ||
        a.entry.label.length - b.entry.label.length,
    )
    .slice(0, mostShown)
    .map(({ entry }) => entry);
}

/** Lower case, without accents: `permissoes` finds `Permissões`. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Undefined where a word is not found. */
function scoreOf({ label, detail }: Entry, words: readonly string[]): number | undefined {
  const [inLabel, inDetail] = [fold(label), fold(detail)];
  let score = 0;
  for (const word of words) {
    const points = pointsOf(word, inLabel, inDetail);
    if (points === 0) return undefined;
    score += points;
  }
  return score;
}

function pointsOf(word: string, label: string, detail: string): number {
  if (label === word) return 10;
  const at = label.indexOf(word);
  if (at === 0) return 8;
  if (at > 0) return startsWord(label, word) ? 6 : 4;
  return detail.includes(word) ? 1 : 0;
}

/** `query` in `metrics.query`, `listZones` in `dns.listZones`. */
function startsWord(label: string, word: string): boolean {
  for (let at = label.indexOf(word); at >= 0; at = label.indexOf(word, at + 1)) {
    if (/[^\p{L}\p{N}]/u.test(label.charAt(at - 1))) return true;
  }
  return false;
}
