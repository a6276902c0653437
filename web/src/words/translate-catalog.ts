/** The sentences of the catalog in the language of the page. They are served in English. */
import { signal } from '@preact/signals';
import { type Locale, locale } from './words.ts';

interface CatalogWords {
  readonly sentences: ReadonlyMap<string, string>;
  readonly names: Readonly<Record<string, string>>;
}

const portuguese = signal<CatalogWords | undefined>(undefined);

/** Without its file the sentences stay English, and are marked as such. */
export async function loadCatalogWords(wanted: Locale): Promise<void> {
  if (wanted !== 'pt-BR' || portuguese.peek() !== undefined) return;
  try {
    const { catalogPtBr, argumentNames } = await import('./catalog-pt-br.ts');
    portuguese.value = { sentences: catalogPtBr, names: argumentNames };
  } catch {
    // Tried again when a page of the catalog is opened.
  }
}

/** Undefined in English, and for a sentence that is not known, as of a newer control plane. */
export function translateCatalog(english: string): string | undefined {
  return locale.value === 'pt-BR' ? portuguese.value?.sentences.get(english) : undefined;
}

/** What an argument is called; the name that is sent itself in English, and where no other is known. */
export function translateArgument(name: string): string {
  const names = portuguese.value?.names;
  return locale.value === 'pt-BR' && names !== undefined && Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}
