/**
 * How far two captures of one version of a service differ, as real services showed it. Written by
 * `node test/corpus/measure-prior.ts` from the captures of the corpus.
 */
import type { FamilyKind } from './judge-family.ts';
import type { FamilyPrior } from './learn-variance.ts';

export const measuredPrior: Readonly<Record<FamilyKind, FamilyPrior>> = {
  cpu: { between: 0.00228, factor: 1.08, degrees: 3 },
  response: { between: 0.0196, factor: 1, degrees: 3 },
  function: { between: 0.00228, factor: 1.08, degrees: 3 },
  bytes: { between: 0.0025, factor: 1, degrees: 3 },
};
