/** Portuguese for the sentences of the catalog, by their English text. */
const sentences: ReadonlyMap<string, string> = new Map([['Most series to return', 'Máximo de séries a devolver']]);

/** Undefined for a sentence that is not known, as of a newer control plane. */
export function translateCatalog(english: string): string | undefined {
  return sentences.get(english);
}
