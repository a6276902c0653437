/** What the guard and its worker say to one another. Both are of one build, so nothing is parsed. */
import type { Dialect, Verdict } from './verdict.ts';

export interface ToWorker {
  readonly dialect: Dialect;
  readonly text: string;
}

/** `ready` once, when the grammar is loaded; then one verdict for each statement. */
export type FromWorker = 'ready' | { readonly verdict: Verdict };
