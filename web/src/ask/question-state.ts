/** What the form of an operation holds, and how it begins: empty, or with the arguments of the address. */
import type { CatalogOperation } from '../../../src/control/api/api.ts';
import { type Draft, emptyDraft } from './ask-draft.ts';
import { type FieldOf, isObject, type JsonObject, toField } from './ask-form.ts';
import { type DraftProblem, readDraft } from './read-draft.ts';
import { takes, toDraft } from './to-draft.ts';

/** The argument that the page fills in itself. */
export const keyArgument = 'idempotencyKey';

export interface FormState {
  readonly draft: Draft;
  /** Set where the arguments are edited as JSON. */
  readonly json: string | undefined;
  readonly source: string;
  readonly instance: string;
  /** Of the address: it holds no JSON, or arguments that the form has no place for. */
  readonly trouble: 'no JSON' | 'no form' | undefined;
}

export function formOfOperation({ operation }: CatalogOperation): FieldOf<'object'> {
  const field = toField(operation.arguments);
  const members = field.kind === 'object' ? field.members : [];
  return { kind: 'object', isWindow: false, members: members.filter(({ name }) => name !== keyArgument) };
}

export function beginForm(field: FieldOf<'object'>, query: URLSearchParams): FormState {
  const [source, instance] = [query.get('source') ?? '', query.get('instance') ?? ''];
  const begun = { draft: emptyDraft(field), json: undefined, source, instance, trouble: undefined };
  const text = query.get('args');
  if (text === null) return begun;
  const args = parseArguments(text);
  if (args === undefined) return { ...begun, trouble: 'no JSON' };
  return { ...begun, ...fillForm(field, args) };
}

/** As JSON where the form has no place for them. */
export function fillForm(field: FieldOf<'object'>, args: JsonObject): Omit<FormState, 'source' | 'instance'> {
  const { [keyArgument]: _key, ...given } = args;
  if (takes(field, given)) return { draft: toDraft(field, given), json: undefined, trouble: undefined };
  return { draft: emptyDraft(field), json: JSON.stringify(given, undefined, 2), trouble: 'no form' };
}

export type ReadForm =
  | { readonly args: JsonObject }
  | { readonly args: undefined; readonly problems: ReadonlyMap<string, DraftProblem> };

export function readForm(field: FieldOf<'object'>, { draft, json }: FormState): ReadForm {
  if (json !== undefined) {
    const args = parseArguments(json);
    return args === undefined ? { args, problems: new Map([['', 'no JSON']]) } : { args };
  }
  const { value, problems } = readDraft(field, draft);
  return problems.size === 0 && isObject(value) ? { args: value } : { args: undefined, problems };
}

/** Undefined where the text is not a JSON object. */
export function parseArguments(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
