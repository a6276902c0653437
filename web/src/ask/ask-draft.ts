/** What a person has written into the form of an operation. Pure. */
import type { Field } from './ask-form.ts';

/** As written: nothing is parsed before it is asked. A scalar is a text; the empty one means that it is left out. */
export type Draft =
  | string
  | { readonly items: readonly Draft[] }
  | { readonly parts: Readonly<Record<string, Draft>> }
  | { readonly entries: readonly (readonly [key: string, value: Draft])[] }
  /** `variant`: its index; −1 for none. */
  | { readonly variant: number; readonly inner: Draft };

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

/** As the Agent names a field that is wrong. */
export function pathTo(path: string, step: string | number): string {
  return path === '' ? String(step) : `${path}.${step}`;
}
