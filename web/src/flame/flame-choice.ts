/** What a reader chose in a flame graph, and how the address says it. */
import { choiceNames } from './choice-names.ts';
import type { FlameSideName } from './flame-tree.ts';

export interface FlameChoice {
  /** Key of the selected function. */
  readonly frame?: string | undefined;
  /** The selected place of it, and the one that takes the whole width: see `flame-path.ts`. */
  readonly at?: string | undefined;
  readonly zoom?: string | undefined;
  readonly find: string;
  /** Whose widths are drawn. */
  readonly side: FlameSideName;
  /** `sandwich`: callers and callees of the selected function. */
  readonly view: 'graph' | 'sandwich';
  /** Of a capture on several instances. */
  readonly instance?: string | undefined;
}

/** What a choice is without being made. */
const usual: Partial<Record<keyof FlameChoice, string>> = { find: '', side: 'after', view: 'graph' };
export function readChoice(query: URLSearchParams): FlameChoice {
  const given = (name: (typeof choiceNames)[number]): string | undefined => query.get(name) ?? undefined;
  return {
    frame: given('frame'),
    at: given('at'),
    zoom: given('zoom'),
    find: given('find') ?? '',
    side: given('side') === 'before' ? 'before' : 'after',
    view: given('view') === 'sandwich' ? 'sandwich' : 'graph',
    instance: given('instance'),
  };
}

/** The rest of the query stays as it is. What is not chosen is not in it. */
export function writeChoice(query: URLSearchParams, choice: FlameChoice): URLSearchParams {
  const written = new URLSearchParams(query);
  // A page has one selection: a function takes the place of a row of another table.
  if (choice.frame !== undefined) written.delete('row');
  for (const name of choiceNames) {
    const value = choice[name];
    if (value === undefined || value === usual[name]) written.delete(name);
    else written.set(name, value);
  }
  return written;
}
