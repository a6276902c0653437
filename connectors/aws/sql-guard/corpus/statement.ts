/** One statement of the corpus: what investigators ask, and what somebody might try. */
import type { RefusalRule } from '../rules.ts';
import type { Dialect } from '../verdict.ts';

export interface GoodStatement {
  readonly title: string;
  readonly dialect: Dialect;
  readonly sql: string;
}

export interface BadStatement extends GoodStatement {
  readonly rule: RefusalRule;
}
