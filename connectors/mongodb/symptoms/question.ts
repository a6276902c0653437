/** What is wrong with what was asked, or too much of it. */
import { type Seen, type Symptom, symptom } from '../../../src/connector/symptom.ts';
import { commandIn, databaseIn, fieldIn, sent } from './error-document.ts';

export const questionSymptoms: readonly Symptom[] = [
  symptom({
    id: 'no_such_collection',
    seen: '26 NamespaceNotFound',
    when: { status: 26 },
    kind: 'not_found_or_hidden',
    data: (seen) => ({ what: `a collection of ${databaseIn(seen)}` }),
    remedy: 'See documents.listCollections for the existing names; they are case-sensitive.',
    example: sent(26, 'NamespaceNotFound', 'ns does not exist: shop.orderz'),
  }),
  symptom({
    id: 'is_a_view',
    seen: '166 CommandNotSupportedOnView',
    when: { status: 166 },
    kind: 'invalid_arguments',
    data: { field: 'collection' },
    remedy: 'Ask about the collection below the view: a view has no indexes and no size of its own.',
    example: sent(166, 'CommandNotSupportedOnView', 'Namespace shop.recent is a view, not a collection'),
  }),
  symptom({
    id: 'name_not_valid',
    seen: '73 InvalidNamespace',
    when: { status: 73 },
    kind: 'invalid_arguments',
    data: { field: 'collection' },
    remedy: 'Name a database and a collection as documents.listCollections returns them.',
    example: sent(73, 'InvalidNamespace', 'Invalid namespace specified'),
  }),
  symptom({
    id: 'took_too_long',
    seen: '50 MaxTimeMSExpired or 262 ExceededTimeLimit',
    when: { status: [50, 262] },
    kind: 'cap_exceeded',
    data: { limit: 'time that the database may work on one command', estimate: 'more' },
    remedy:
      'Ask so that an index can be used: check documents.explain, filter on the first field of an index, or ask for less.',
    example: sent(50, 'MaxTimeMSExpired', 'operation exceeded time limit'),
  }),
  symptom({
    id: 'took_too_much',
    seen: '292, 146, 10334, 17217 or 16819: memory or size of one answer',
    when: { status: [146, 292, 10_334, 16_819, 16_820, 17_217] },
    kind: 'cap_exceeded',
    data: { limit: 'memory or size that the database allows for one request', estimate: 'more' },
    remedy:
      'Ask for less: filter first, project fewer fields, and sort by an index. The Agent does not let the database write to disk for a request.',
    example: sent(
      292,
      'QueryExceededMemoryLimitNoDiskUseAllowed',
      'Sort exceeded memory limit of 104857600 bytes, but did not opt in to external sorting.',
    ),
  }),
  symptom({
    id: 'not_offered',
    seen: '59 CommandNotFound or 115 CommandNotSupported',
    when: { status: [59, 115] },
    kind: 'feature_disabled',
    data: (seen) => ({ feature: `the command ${commandIn(seen)}` }),
    remedy: 'Use another operation: this database, release or tier does not have the command.',
    example: sent(59, 'CommandNotFound', "no such command: 'collStats'"),
  }),
  symptom({
    id: 'bad_question',
    seen: '2, 9, 14 and other numbers about the request, or an assertion above 15000',
    when: { status: isAboutTheQuestion },
    kind: 'invalid_arguments',
    data: ({ path }) => ({ field: fieldOf(path) }),
    remedy: (seen) => `Correct the request: ${reasonIn(seen)}`,
    remedyWords: 'Correct the request: the reason that the database gives follows.',
    example: sent(2, 'BadValue', 'unknown operator: $gtee'),
  }),
];

/** Numbers of errors in what was asked, and assertions about it: those of the server's parsers begin at 15000. */
function isAboutTheQuestion(code: number): boolean {
  const named = [2, 4, 9, 14, 15, 16, 17, 27, 40, 52, 53, 54, 56, 57, 72, 168, 197, 241, 291, 303];
  return named.includes(code) || (code >= 15_000 && code < 10_000_000);
}

function fieldOf(path: string): string {
  const fields: Readonly<Record<string, string>> = { aggregate: 'pipeline', distinct: 'filter', explain: 'question' };
  return fields[path.split('/')[2] ?? ''] ?? 'filter';
}

/** What the database says about the caller's own question. */
function reasonIn({ response }: Seen): string {
  const errmsg = fieldIn(response.body, 'errmsg');
  if (typeof errmsg !== 'string' || errmsg === '') return 'the database gave no reason.';
  const printable = errmsg.replaceAll(/\p{C}+/gu, ' ');
  return printable.length > 300 ? `${printable.slice(0, 300)}…` : printable;
}
