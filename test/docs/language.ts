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

/** A rewritten place: a phrase there fails. */
export const plainPlaces = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/guides/*.md',
  'docs/adr/*.md',
  'connectors/*/guide.md',
] as const;

/** Places that are rewritten one after the other: their phrases are counted. Strings only, where they are code. */
export const countedPlaces = [
  'docs/reference/**/*.md',
  'connectors/*/**/*.ts',
  'src/{agent,cli,connector,control,core,policy,secrets,tunnel}/**/*.ts',
  'profiler/host/**/*.ts',
  'web/src/words/*.ts',
] as const;

/** `<file>: <the words>` → why they stay. */
export const exceptions: Readonly<Record<string, string>> = {};
