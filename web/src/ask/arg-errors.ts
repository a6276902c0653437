/** What is wrong with which argument, by its path. Pure, but for the context that carries it to the fields. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { AskOutcome } from '../edge/ask-operation.ts';
import type { Draft } from './ask-draft.ts';
import type { Field, FieldOf } from './ask-form.ts';

export interface ArgError {
  /** Parts joined by dots; empty for the arguments as a whole. */
  readonly path: string;
  readonly text: string;
  /** Written by the Agent, in English. */
  readonly isServed: boolean;
}

export const ArgErrors = createContext<readonly ArgError[]>([]);

/** What the server says of a field is shown beside it. */
export function errorsOf(outcome: AskOutcome): readonly ArgError[] {
  if (outcome.kind === 'refused') {
    const { code, data, remedy } = outcome.fault;
    if (code === 'ambiguous_source') return [{ path: 'source', text: remedy, isServed: true }];
    const { field } = data;
    return typeof field === 'string' ? [{ path: field === 'args' ? '' : field, text: remedy, isServed: true }] : [];
  }
  if (outcome.kind !== 'failed' || outcome.failure.facts.field === undefined) return [];
  const path = outcome.failure.facts.field.replace(/^args\.?/u, '');
  return [{ path, text: outcome.failure.message, isServed: true }];
}

/** The errors that this field shows: its own, and those of what it has no field for. */
export function useOwnErrors(field: Field, draft: Draft, path: string): readonly ArgError[] {
  return useContext(ArgErrors).filter((one) => isOwn(field, draft, path, one.path));
}

function isOwn(field: Field, draft: Draft, path: string, wrong: string): boolean {
  if (!isWithin(path, wrong)) return false;
  if (field.kind === 'union') return isOfUnion(field, draft, path, wrong);
  if (wrong === path) return true;
  const [step = ''] = wrong.slice(path === '' ? 0 : path.length + 1).split('.');
  return !hasField(field, draft, step);
}

function isOfUnion(field: FieldOf<'union'>, draft: Draft, path: string, wrong: string): boolean {
  const chosen = typeof draft === 'object' && 'variant' in draft ? draft : undefined;
  const variant = chosen === undefined ? undefined : field.variants[chosen.variant]?.field;
  if (chosen === undefined || variant === undefined) return true;
  // Its members are drawn as those of the union; every other kind is a field of its own.
  return variant.kind === 'object' && isOwn(variant, chosen.inner, path, wrong);
}

/** Whether what is one step further down has a field in the form. */
function hasField(field: Field, draft: Draft, step: string): boolean {
  if (field.kind === 'object') {
    return field.members.some((one) => one.name === step && one.field.kind !== 'constant');
  }
  if (typeof draft !== 'object') return false;
  if (field.kind === 'list') return 'items' in draft && draft.items[Number(step)] !== undefined;
  return field.kind === 'record' && 'entries' in draft && draft.entries.some(([key]) => key === step);
}

function isWithin(path: string, wrong: string): boolean {
  return path === '' || wrong === path || wrong.startsWith(`${path}.`);
}
