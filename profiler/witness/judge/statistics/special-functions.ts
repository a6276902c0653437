/**
 * The functions of a library that verdicts need, each of which brings about fifty small packages. The build joins this
 * file with them, so that programs ship the functions and none of the packages.
 *
 * They are made of additions and multiplications alone, which every machine rounds alike. `exp`, `ln` and `log1p` stand
 * for those of `Math`, whose last bit differs between architectures: a comparison gives the same bytes on all of them.
 */
export { default as betaln } from '@stdlib/math-base-special-betaln';
export { default as digamma } from '@stdlib/math-base-special-digamma';
export { default as exp } from '@stdlib/math-base-special-exp';
export { default as ln } from '@stdlib/math-base-special-ln';
export { default as log1p } from '@stdlib/math-base-special-log1p';
export { default as trigamma } from '@stdlib/math-base-special-trigamma';
export { default as studentCdf } from '@stdlib/stats-base-dists-t-cdf';
export { default as studentQuantile } from '@stdlib/stats-base-dists-t-quantile';
export { default as betaQuantile } from '@stdlib/stats-base-dists-beta-quantile';
