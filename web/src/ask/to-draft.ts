/** The form filled with arguments that came from elsewhere, such as an address. Pure. */
import { type Draft, emptyDraft } from './ask-draft.ts';
import { type Field, type FieldOf, isObject, type JsonObject } from './ask-form.ts';
import { readDraft } from './read-draft.ts';

/** The draft of arguments that came from elsewhere; what the form has no place for is left out. */
export function toDraft(field: Field, value: unknown, isRequired = true): Draft {
  if (value === undefined) return emptyDraft(field, isRequired);
  switch (field.kind) {
    case 'list':
      return { items: listOf(value).map((one) => toDraft(field.item, one)) };
    case 'object':
      return toParts(field, Object.fromEntries(entriesOf(value)));
    case 'record':
      return { entries: entriesOf(value).map(([key, one]) => [key, toDraft(field.item, one)] as const) };
    case 'union':
      return toVariant(field, value, isRequired);
    case 'json':
      return JSON.stringify(value, undefined, 2);
    case 'text':
    case 'number':
    case 'choice':
    case 'boolean':
      return toText(value);
    case 'constant':
      return '';
  }
}

function toParts({ members }: FieldOf<'object'>, given: JsonObject): Draft {
  const parts = members.map((one): [string, Draft] => [one.name, toDraft(one.field, given[one.name], one.isRequired)]);
  return { parts: Object.fromEntries(parts) };
}

function toVariant(field: FieldOf<'union'>, value: unknown, isRequired: boolean): Draft {
  const at = field.variants.findIndex((one) => takes(one.field, value));
  const variant = field.variants[at];
  return variant === undefined ? emptyDraft(field, isRequired) : { variant: at, inner: toDraft(variant.field, value) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Whether a value comes back from the form as it went in. */
export function takes(field: Field, value: unknown): boolean {
  const read = readDraft(field, toDraft(field, value));
  return read.problems.size === 0 && isSame(read.value, value);
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
