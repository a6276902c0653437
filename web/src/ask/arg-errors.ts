/** What is wrong with which argument, by its path. Pure, but for the context that carries it to the fields. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Draft } from '../reading/ask-draft.ts';
import type { Field } from '../reading/ask-form.ts';

export interface ArgError {
  /** Parts joined by dots; empty for the arguments as a whole. */
  readonly path: string;
  readonly text: string;
  /** Written by the Agent, in English. */
  readonly isServed: boolean;
}

export const ArgErrors = createContext<readonly ArgError[]>([]);

/** The errors that this field shows: its own, and those of what it has no field for. */
export function useOwnErrors(field: Field, draft: Draft, path: string): readonly ArgError[] {
  return useContext(ArgErrors).filter((one) => isOwn(field, draft, path, one.path));
}

function isOwn(field: Field, draft: Draft, path: string, wrong: string): boolean {
  if (field.kind === 'union') {
    const chosen = typeof draft === 'object' && 'variant' in draft ? draft : undefined;
    const variant = chosen === undefined ? undefined : field.variants[chosen.variant]?.field;
    if (chosen === undefined || variant === undefined) return isWithin(path, wrong);
    // Its members are drawn as those of the union; every other kind is a field of its own.
    return variant.kind === 'object' && isOwn(variant, chosen.inner, path, wrong);
  }
  if (wrong === path) return true;
  if (!isWithin(path, wrong)) return false;
  const [step = ''] = wrong.slice(path === '' ? 0 : path.length + 1).split('.');
  switch (field.kind) {
    case 'object':
      return !field.members.some((one) => one.name === step && one.field.kind !== 'constant');
    case 'list':
      return typeof draft !== 'object' || !('items' in draft) || draft.items[Number(step)] === undefined;
    case 'record':
      return typeof draft !== 'object' || !('entries' in draft) || !draft.entries.some(([key]) => key === step);
    case 'text':
    case 'number':
    case 'choice':
    case 'boolean':
    case 'json':
    case 'constant':
      return true;
  }
}

function isWithin(path: string, wrong: string): boolean {
  return path === '' || wrong === path || wrong.startsWith(`${path}.`);
}
