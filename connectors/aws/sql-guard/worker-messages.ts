/** What the guard asks of its worker, which answers with a verdict. Both are of one build, so nothing is parsed. */
import type { Dialect } from './verdict.ts';

export interface ToWorker {
  readonly dialect: Dialect;
  readonly text: string;
}
