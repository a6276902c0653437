/** Portuguese for the sentences of the catalog, as one file that only the Ask page loads, and only in Portuguese. */
export { argumentNames } from './argument-names-pt-br.ts';
import { catalogHints } from './catalog-hints-pt-br.ts';
import { catalogSummaries } from './catalog-summaries-pt-br.ts';

export const catalogPtBr: ReadonlyMap<string, string> = new Map([
  ...Object.entries(catalogSummaries),
  ...Object.entries(catalogHints),
]);
