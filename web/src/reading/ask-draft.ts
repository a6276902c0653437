/** What a person has written into the form of an operation, and the arguments that it means. Pure. */
import { type Field, type FieldOf, isObject, type JsonObject } from './ask-form.ts';

/** As written: nothing is parsed before it is asked. A scalar is a text; the empty one means that it is left out. */
export type Draft =
  | string
  | { readonly items: readonly Draft[] }
  | { readonly parts: Readonly<Record<string, Draft>> }
  | { readonly entries: readonly (readonly [key: string, value: Draft])[] }
  /** `variant`: its index; −1 for none. */
  | { readonly variant: number; readonly inner: Draft };

export type DraftProblem = 'missing' | 'no number' | 'not whole' | 'out of bounds' | 'no JSON' | 'wrong count';

export interface Read {
  /** Undefined where everything was left out. */
  readonly value: unknown;
  /** By the path of the field, its parts joined by dots, as the Agent names it. */
  readonly problems: ReadonlyMap<string, DraftProblem>;
}

export function emptyDraft(field: Field, isRequired = true): Draft {
  switch (field.kind) {
    case 'list':
      return { items: Array.from({ length: isRequired ? Math.min(1, field.least) : 0 }, () => emptyDraft(field.item)) };
    case 'object':
      return {
        parts: Object.fromEntries(
          field.members.map((one) => [one.name, emptyDraft(one.field, isRequired && one.isRequired)]),
        ),
      };
    case 'record':
      return { entries: [] };
    case 'union': {
      const [first] = field.variants;
      return isRequired && first !== undefined
        ? { variant: 0, inner: emptyDraft(first.field) }
        : { variant: -1, inner: '' };
    }
    case 'text':
    case 'number':
    case 'choice':
    case 'boolean':
    case 'constant':
    case 'json':
      return '';
  }
}

/** The draft of arguments that came from elsewhere; what the form has no place for is left out. */
export function toDraft(field: Field, value: unknown, isRequired = true): Draft {
  if (value === undefined) return emptyDraft(field, isRequired);
  switch (field.kind) {
    case 'list':
      return { items: (Array.isArray(value) ? (value as unknown[]) : []).map((one) => toDraft(field.item, one)) };
    case 'object': {
      const given = isObject(value) ? value : {};
      const parts = field.members.map((one) => [one.name, toDraft(one.field, given[one.name], one.isRequired)]);
      return { parts: Object.fromEntries(parts) as Record<string, Draft> };
    }
    case 'record': {
      const entries = Object.entries(isObject(value) ? value : {});
      return { entries: entries.map(([key, one]) => [key, toDraft(field.item, one)] as const) };
    }
    case 'union': {
      const at = field.variants.findIndex((one) => takes(one.field, value));
      const variant = field.variants[at];
      return variant === undefined
        ? emptyDraft(field, isRequired)
        : { variant: at, inner: toDraft(variant.field, value) };
    }
    case 'json':
      return JSON.stringify(value, undefined, 2);
    case 'text':
    case 'number':
    case 'choice':
    case 'boolean':
      return typeof value === 'object' ? '' : String(value);
    case 'constant':
      return '';
  }
}

/** Whether a value comes back from the form as it went in. */
export function takes(field: Field, value: unknown): boolean {
  const read = readDraft(field, toDraft(field, value));
  return read.problems.size === 0 && isSame(read.value, value);
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

export function pathTo(path: string, step: string | number): string {
  return path === '' ? String(step) : `${path}.${step}`;
}

function readField(field: Field, draft: Draft, place: Place): unknown {
  if (field.kind === 'constant') return field.value;
  if (!place.isRequired && isBlank(field, draft)) return undefined;
  switch (field.kind) {
    case 'list':
      return readList(field, draft, place);
    case 'object':
      return readObject(field, draft, place);
    case 'record': {
      const entries = typeof draft === 'object' && 'entries' in draft ? draft.entries : [];
      return Object.fromEntries(
        entries.map(([key, one]) => [
          key,
          readField(field.item, one, { ...place, path: pathTo(place.path, key), isRequired: true }),
        ]),
      );
    }
    case 'union': {
      const chosen = typeof draft === 'object' && 'variant' in draft ? draft : undefined;
      const variant = chosen === undefined ? undefined : field.variants[chosen.variant];
      if (chosen === undefined || variant === undefined) return fail(place, 'missing');
      return readField(variant.field, chosen.inner, { ...place, isRequired: true });
    }
    case 'text':
    case 'number':
    case 'choice':
    case 'boolean':
    case 'json':
      return readScalar(field, typeof draft === 'string' ? draft : '', place);
  }
}

function readList(field: FieldOf<'list'>, draft: Draft, place: Place): unknown {
  const items = typeof draft === 'object' && 'items' in draft ? draft.items : [];
  if (items.length < field.least || items.length > field.most) fail(place, 'wrong count');
  return items.map((one, at) =>
    readField(field.item, one, { ...place, path: pathTo(place.path, at), isRequired: true }),
  );
}

function readObject(field: FieldOf<'object'>, draft: Draft, place: Place): JsonObject {
  const parts = typeof draft === 'object' && 'parts' in draft ? draft.parts : {};
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

/** Of values that came from JSON. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}
