import { translateCatalog } from '../words/translate-catalog.ts';
import { locale } from '../words/words.ts';

/** A sentence of the catalog: translated where the page knows it, else English and marked as such. */
export function CatalogText({ text }: { readonly text: string }) {
  if (locale.value === 'en') return <>{text}</>;
  const translated = translateCatalog(text);
  return translated === undefined ? <span lang="en">{text}</span> : <>{translated}</>;
}
