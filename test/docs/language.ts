/** Phrases that a reader has to translate, and the places in which they fail the suite. */
export interface Phrase {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly better: string;
}

export const phrases: readonly Phrase[] = [
  { pattern: /\b(?:is|are|was|were|be|been) told\b/giu, better: 'is returned, is reported, receives' },
  { pattern: /\btells? (?:of|nothing|nobody|whose)\b/giu, better: 'reports, names' },
  { pattern: /\bstands? (?:in|at|for|above|below|beside|there)\b/giu, better: 'is, means, is printed' },
  { pattern: /\bof then\b/giu, better: 'the stored result, of that time' },
  { pattern: /\bby lot\b/giu, better: 'at random' },
  { pattern: /\bwhat is no\b(?! longer)/giu, better: 'anything that is not' },
  { pattern: /\bas to nobody\b/giu, better: 'as anonymous' },
  { pattern: /\blook(?:s|ed) (?:at|through)\b/giu, better: 'checks, reads, searches' },
  { pattern: /\banew\b/giu, better: 'again' },
  { pattern: /\bat once no longer\b/giu, better: 'is dropped immediately' },
  { pattern: /\bwhoever\b/giu, better: 'the caller, anybody who' },
  { pattern: /\b(?:lends?|lent|borrow(?:s|ed)?)\b/giu, better: 'grants, a permit' },
  { pattern: /\bby turns\b/giu, better: 'alternately' },
  { pattern: /\b(?:is|are) kept\b(?! out of)/giu, better: 'is cached, is stored' },
  { pattern: /\btakes? the token\b/giu, better: 'accepts the token' },
  { pattern: /\bvisit (?:has|is|was)\b/giu, better: 'the session has' },
];

/** Documents, and the strings of code that people read. */
export const places = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/{adr,guides}/*.md',
  'docs/reference/**/*.md',
  'connectors/*/guide.md',
  'connectors/*/**/*.ts',
  'src/**/*.ts',
  'profiler/host/**/*.ts',
  'web/src/**/*.{ts,tsx}',
] as const;

/** Folders whose comments and test titles fail the suite too. */
export const sourceFolders = ['bench', 'catalog', 'demo', 'profiler', 'scripts', 'src', 'test', 'web'] as const;

/** Connectors that still have phrases in comments and test titles, and the most of them. Every other one has none. */
export const mostLeft: Readonly<Record<string, number>> = { datadog: 22, gcp: 50, github: 29 };

/** `<file>: <the words>` → why they stay. */
const ofCatalog = 'A sentence of the catalog is part of its digest, which customers have locked.';
export const exceptions: Readonly<Record<string, string>> = {
  'docs/reference/operations.md: stands in': ofCatalog,
  'docs/reference/operations/code.md: stands in': ofCatalog,
  'docs/reference/operations/cost.md: is told': ofCatalog,
  'docs/reference/operations/gitops.md: is told': ofCatalog,
  'web/src/words/catalog-hints-pt-br.ts: is told': ofCatalog,
  'web/src/words/catalog-hints-pt-br.ts: stands for': ofCatalog,
  'web/src/words/catalog-summaries-pt-br.ts: stands in': ofCatalog,
};
