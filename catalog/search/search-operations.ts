/**
 * Finds operations by what a person asks, in their words: BM25 over what the catalog and the manifests say of each
 * operation and over the words that people use for it. One search for assistants, for the page and for the API.
 */
import MiniSearch, { type SearchResult } from 'minisearch';
import terms from './search-terms.json' with { type: 'json' };
import { isEmptyWord, splitWords, stemOf } from './split-words.ts';
import { askedAs, sameMeaning } from './synonyms.ts';

/** What is known of an operation where it is searched. */
export interface SearchedOperation {
  readonly name: string;
  readonly summary: string;
  /** Its summary in the language of the page, if that is another one. */
  readonly translated?: string | undefined;
  /** Ids and titles of the connectors that can answer it. */
  readonly connectors: readonly string[];
  readonly grants: readonly string[];
}

export interface FoundName {
  readonly name: string;
  /** Words of its permissions that were asked for, and that nothing shown beside them has. */
  readonly inGrants: readonly string[];
}

export interface OperationsFound {
  /** The best first. */
  readonly found: readonly FoundName[];
  /** Words of the question that no operation has. */
  readonly unknown: readonly string[];
  /** Where nothing was found: words that operations have and that are spelt most like those of the question. */
  readonly nearest: readonly string[];
}

export type OperationSearch = (question: string) => OperationsFound;

const weights = {
  name: 3,
  summary: 2,
  translated: 2,
  askedAs: 2.5,
  connectors: 1.5,
  arguments: 0.4,
  upstream: 0.8,
  grants: 0.5,
};
type Field = keyof typeof weights;
const fields = Object.keys(weights) as Field[];

const boostOfWholeName = 10;
const weightOfSynonym = 0.4;
/** Usual but for `b`: what is known by many words is not less likely meant by one of them. */
const bm25 = { k: 1.2, b: 0.4, d: 0.5 };
/** Of the best score: what has less is about something else, unless it has every word of the question. */
const leastScore = 0.25;
const mostNearest = 5;

const termsOf: Readonly<Record<string, { readonly arguments: string; readonly upstream: string }>> = terms;

const synonyms = new Map<string, string[]>();
for (const group of sameMeaning) {
  const stems = [...new Set(group.map((word) => stemOf(word)))];
  for (const stem of stems) synonyms.set(stem, [...(synonyms.get(stem) ?? []), ...stems.filter((one) => one !== stem)]);
}

export function prepareSearch(operations: readonly SearchedOperation[]): OperationSearch {
  const index = new MiniSearch<Record<Field, string>>({
    idField: 'name',
    fields,
    tokenize: splitWords,
    // The word as well, so that its beginning is found while somebody writes.
    processTerm: (word) => [...new Set([word, stemOf(word)])],
  });
  index.addAll(operations.map(describe));
  const named = nameWhole(operations);
  return (question) => {
    const words = [...new Set(splitWords(question))];
    const telling = words.filter((word) => !isEmptyWord(word));
    const asked = telling.length === 0 ? words : telling;
    const whole = named.get(question.trim().toLowerCase());
    const boostDocument = (id: unknown): number => (whole?.has(String(id)) === true ? boostOfWholeName : 1);
    const results = index.search({ combineWith: 'OR', queries: asked.map(askOne), bm25, boostDocument });
    const least = (results[0]?.score ?? 0) * leastScore;
    const matched = new Set(results.flatMap((result) => result.queryTerms));
    return {
      found: results.filter((one) => one.score >= least || hasAll(one, asked)).map(toFound),
      unknown: asked.filter((word) => ![stemOf(word), ...synonymsOf(word)].some((one) => matched.has(one))),
      nearest: results.length === 0 ? asked.flatMap((word) => suggest(index, word)).slice(0, mostNearest) : [],
    };
  };
}

/** Operations by their name and by each of their permissions, spelt out. */
function nameWhole(operations: readonly SearchedOperation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  for (const { name, grants } of operations) {
    for (const one of [name, ...grants]) {
      const key = one.toLowerCase();
      named.set(key, (named.get(key) ?? new Set()).add(name));
    }
  }
  return named;
}

function describe({ name, summary, translated = '', connectors, grants }: SearchedOperation): Record<Field, string> {
  return {
    name,
    summary,
    translated,
    askedAs: askedAs[name] ?? '',
    connectors: connectors.join(' '),
    arguments: termsOf[name]?.arguments ?? '',
    upstream: termsOf[name]?.upstream ?? '',
    grants: grants.join(' '),
  };
}

/** One word of a question, or what means the same. */
function askOne(word: string) {
  const exact = { processTerm: (one: string) => one, tokenize: (one: string) => [one], boost: weights };
  return {
    combineWith: 'OR' as const,
    queries: [
      {
        ...exact,
        queries: [stemOf(word)],
        prefix: word.length > 2,
        fuzzy: word.length > 4 ? 0.2 : false,
        maxFuzzy: 2,
        weights: { prefix: 0.3, fuzzy: 0.15 },
      },
      ...synonymsOf(word).map((one) => ({
        ...exact,
        queries: [one],
        boost: Object.fromEntries(fields.map((field) => [field, weights[field] * weightOfSynonym])),
      })),
    ],
  };
}

function synonymsOf(word: string): readonly string[] {
  return synonyms.get(stemOf(word)) ?? [];
}

function hasAll({ match }: SearchResult, asked: readonly string[]): boolean {
  return asked.every((word) => match[stemOf(word)]?.some((field) => field !== 'arguments' && field !== 'upstream'));
}

const shown: readonly string[] = ['name', 'summary', 'translated', 'connectors'] satisfies Field[];

function toFound({ id, match }: SearchResult): FoundName {
  const isInGrants = (found: readonly string[]): boolean =>
    found.includes('grants') && !found.some((field) => shown.includes(field));
  return { name: String(id), inGrants: Object.keys(match).filter((word) => isInGrants(match[word] ?? [])) };
}

function suggest(index: MiniSearch<Record<Field, string>>, word: string): string[] {
  return index
    .autoSuggest(word, { fuzzy: 0.35, processTerm: (one) => one, fields: ['name', 'summary', 'askedAs', 'connectors'] })
    .map(({ suggestion }) => suggestion);
}
