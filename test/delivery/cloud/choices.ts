/** Every choice of statements, with and without wildcards. */
import { sids } from '../../../connectors/aws/statements.ts';

export interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly isStrict: boolean;
}

export const allChoices: readonly Choice[] = Array.from({ length: 2 ** (sids.length + 1) }, (_, bits) => ({
  chosen: new Set<string>(sids.filter((_sid, at) => ((bits >> (at + 1)) & 1) === 1)),
  isStrict: (bits & 1) === 1,
}));
