/** The arguments that a draft means, and what is missing or wrong in it. Pure. */
import { type Draft, pathTo } from './ask-draft.ts';
import { type Field, type FieldOf, isObject, type JsonObject } from './ask-form.ts';

export type DraftProblem = 'missing' | 'no number' | 'not whole' | 'out of bounds' | 'no JSON' | 'wrong count';

export interface Read {
  /** Undefined where everything was left out. */
  readonly value: unknown;
  /** By the path of the field, its parts joined by dots, as the Agent names it. */
  readonly problems: ReadonlyMap<string, DraftProblem>;
}

export function readDraft(field: Field, draft: Draft): Read {
  const problems = new Map<string, DraftProblem>();
  const value = readField(field, draft, { path: '', isRequired: true, problems });
  return { value, problems };
}

interface Place {
  readonly path: string;
  readonly isRequired: boolean;
  readonly problems: Map<string, DraftProblem>;
}

function readField(field: Field, draft: Draft, place: Place): unknown {
  if (field.kind === 'constant') return field.value;
  if (!place.isRequired && isBlank(field, draft)) return undefined;
  if (typeof draft === 'string') return isScalar(field) ? readScalar(field, draft, place) : fail(place, 'missing');
  if (field.kind === 'list' && 'items' in draft) return readList(field, draft.items, place);
  if (field.kind === 'object' && 'parts' in draft) return readObject(field, draft.parts, place);
  if (field.kind === 'record' && 'entries' in draft) return readRecord(field, draft.entries, place);
  if (field.kind === 'union' && 'variant' in draft) {
    const variant = field.variants[draft.variant];
    return variant === undefined
      ? fail(place, 'missing')
      : readField(variant.field, draft.inner, { ...place, isRequired: true });
  }
  return fail(place, 'missing');
}

function isScalar(field: Field): field is Scalar {
  return !['list', 'object', 'record', 'union', 'constant'].includes(field.kind);
}

function readList(field: FieldOf<'list'>, items: readonly Draft[], place: Place): unknown {
  if (items.length < field.least || items.length > field.most) fail(place, 'wrong count');
  return items.map((one, at) =>
    readField(field.item, one, { ...place, path: pathTo(place.path, at), isRequired: true }),
  );
}

function readRecord(
  { item }: FieldOf<'record'>,
  entries: readonly (readonly [string, Draft])[],
  place: Place,
): JsonObject {
  const read = entries.map(([key, one]) => {
    const inner = { ...place, path: pathTo(place.path, key), isRequired: true };
    return [key, readField(item, one, inner)] as const;
  });
  return Object.fromEntries(read);
}

function readObject(field: FieldOf<'object'>, parts: Readonly<Record<string, Draft>>, place: Place): JsonObject {
  const read = field.members.map(({ name, isRequired, field: one }) => {
    const inner = { ...place, path: pathTo(place.path, name), isRequired };
    return [name, readField(one, parts[name] ?? '', inner)] as const;
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

type Scalar = FieldOf<'text' | 'number' | 'choice' | 'boolean' | 'json'>;

function readScalar(field: Scalar, text: string, place: Place): unknown {
  if (text.trim() === '') return fail(place, 'missing');
  switch (field.kind) {
    case 'text':
      return text;
    case 'number':
      return readNumber(field, text, place);
    case 'choice':
      return field.values.find((one) => String(one) === text);
    case 'boolean':
      return text === 'true';
    case 'json':
      return readJson(field, text, place);
  }
}

function readNumber(field: FieldOf<'number'>, text: string, place: Place): unknown {
  const { isWhole, least = -Infinity, most = Infinity } = field;
  const number = Number(text);
  if (!Number.isFinite(number)) return fail(place, 'no number');
  if (isWhole && !Number.isSafeInteger(number)) return fail(place, 'not whole');
  return number < least || number > most ? fail(place, 'out of bounds') : number;
}

function readJson(field: FieldOf<'json'>, text: string, place: Place): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return field.only === 'object' && !isObject(value) ? fail(place, 'no JSON') : value;
  } catch {
    return fail(place, 'no JSON');
  }
}

function fail({ path, problems }: Place, problem: DraftProblem): undefined {
  if (!problems.has(path)) problems.set(path, problem);
  return undefined;
}

/** Nothing is written in it. A choice of variant counts as written; a constant does not. */
function isBlank(field: Field, draft: Draft): boolean {
  if (typeof draft === 'string') return draft.trim() === '';
  if ('items' in draft) return draft.items.length === 0;
  if ('entries' in draft) return draft.entries.length === 0;
  if ('variant' in draft) return draft.variant === -1;
  return field.kind !== 'object' || field.members.every((one) => isBlank(one.field, draft.parts[one.name] ?? ''));
}
