/** Rows of an axis: what is said of all of them together, and those of them that somebody reads. */
import type { Change } from '../../diff/diff.ts';
import { figuresOf, type RowFigures } from '../../diff/row-figures.ts';
import type { ChangeState } from '../../diff/verdict.ts';

export interface AxisRows {
  readonly figures: RowFigures;
  /** In order. Only those that are asked for are made. */
  readonly list: (isAsked?: IsAsked) => Change[];
}

export type IsAsked = (change: ChangeState, key: string) => boolean;

/** Rows that were made already. */
export function listedRows(changes: readonly Change[]): AxisRows {
  return {
    figures: figuresOf(changes),
    list: (isAsked) => changes.filter(({ change, key }) => isAsked?.(change, key) ?? true),
  };
}
