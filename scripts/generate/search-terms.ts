/** Words of arguments and of the vendors' calls, by operation: what the search reads beside the catalog. */
import { z } from 'zod';
import { operations } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import { isEmptyWord, splitWords } from '../../catalog/search/split-words.ts';
import { registry } from '../../connectors/registry.ts';
import type { Page } from './page.ts';

export const searchTermsFile = 'catalog/search/search-terms.json';

/** Parts of addresses that every call has. */
const ofEveryAddress = /^(?:api|com|get|googleapis|post|rest|v\d+\w*)$/u;
/** Of all operations: a word that more of them have does not tell them apart. */
const mostShared = 0.1;

export function render(): Page[] {
  const named = operations.map((operation) => ({
    name: operation.name,
    arguments: wordsOfArguments(operation),
    upstream: wordsOfCalls(operation.name),
    known: new Set(splitWords(`${operation.name} ${operation.summary}`)),
  }));
  const counts = new Map<string, number>();
  for (const { arguments: words } of named) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isShared = (word: string): boolean => (counts.get(word) ?? 0) > operations.length * mostShared;
  const terms = named.map(({ name, arguments: words, upstream, known }) => [
    name,
    {
      arguments: [...words].filter((word) => !known.has(word) && !isShared(word)).join(' '),
      upstream: [...upstream].filter((word) => !known.has(word)).join(' '),
    },
  ]);
  return [{ path: searchTermsFile, text: `${JSON.stringify(Object.fromEntries(terms), undefined, 2)}\n` }];
}

function wordsOfArguments({ arguments: accepted }: Operation): Set<string> {
  return tellingWords(textsOf(z.toJSONSchema(accepted, { io: 'input' })).join(' '));
}

/** Names of properties, what they may be, and what is said of them. */
function textsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(textsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'description' || key === 'const') return [String(value)];
    if (key === 'enum' && Array.isArray(value)) return value.map(String);
    const names = key === 'properties' ? Object.keys(value ?? {}) : [];
    return [...names, ...textsOf(value)];
  });
}

function wordsOfCalls(name: string): Set<string> {
  const calls = registry.flatMap(({ manifest }) => {
    const declared: Partial<Record<string, { readonly upstream: readonly string[] }>> = manifest.operations;
    return declared[name]?.upstream ?? [];
  });
  const words = tellingWords(calls.map((call) => call.replaceAll(/\{\w+\}/gu, ' ')).join(' '));
  return new Set([...words].filter((word) => !ofEveryAddress.test(word)));
}

function tellingWords(text: string): Set<string> {
  return new Set(splitWords(text).filter((word) => !isEmptyWord(word) && word.length > 1));
}
