/** The sentences of the catalog in the language of the page. They are served in English. */
import { signal } from '@preact/signals';
import { type Locale, locale } from './words.ts';

const portuguese = signal<ReadonlyMap<string, string> | undefined>(undefined);

/** Without its file the sentences stay English, and are marked as such. */
export async function loadCatalogWords(wanted: Locale): Promise<void> {
  if (wanted !== 'pt-BR' || portuguese.peek() !== undefined) return;
  try {
    portuguese.value = (await import('./catalog-pt-br.ts')).catalogPtBr;
  } catch {
    // Tried again when a page of the catalog is opened.
  }
}

/** Undefined in English, and for a sentence that is not known, as of a newer control plane. */
export function translateCatalog(english: string): string | undefined {
  return locale.value === 'pt-BR' ? portuguese.value?.get(english) : undefined;
}
