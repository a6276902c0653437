/** What was said of two sides separately and is one thing: which keys, under which key they are judged, and why. */
import type { Related } from '../../diff/diff.ts';

export interface Relation {
  readonly kind: Related['kind'];
  readonly basis: Related['basis'];
  /** Key under which all of its keys are counted and judged. */
  readonly key: string;
  /** Keys that are counted under `key`. */
  readonly members: readonly string[];
}

/** The relation of each key that is counted under another one, or together with others. */
export type Relations = ReadonlyMap<string, Relation>;

export const noRelations: Relations = new Map();

export function byMember(relations: readonly Relation[]): Relations {
  return new Map(relations.flatMap((one) => one.members.map((member) => [member, one] as const)));
}

/** Of a view in which no key belongs to another one. */
export const unrelated = (): Relation | undefined => undefined;
