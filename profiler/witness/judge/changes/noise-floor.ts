/** The sentence above amounts that have no verdict. */
import { leastOccasions } from '../captures/confirmation-window.ts';
import { countOccasions } from '../captures/occasions.ts';

interface Side {
  readonly version: string;
  /** Complete captures of the version: its head and its replicates. */
  readonly captures: number;
  readonly occasions: number;
}

/** Of sides of which one has fewer than two occasions. */
export function explainNoiseFloor(sides: readonly Side[]): string {
  const missing = sides.flatMap(({ version, occasions }) => {
    const lacking = leastOccasions - occasions;
    return lacking > 0 ? [`${lacking} ${lacking === 1 ? 'replicate' : 'replicates'} of ${version}`] : [];
  });
  const close = sides
    .filter(({ captures, occasions }) => captures > occasions)
    .map(({ version, captures, occasions }) => `${version} has ${countOccasions(captures, occasions)}`);
  const why = close.length === 0 ? '' : ` (${close.join('; ')}: captures too close to each other count as one)`;
  return `no noise floor: ${missing.join(' and ')} missing${why}; request them (kind replicate). Until then these are measurements, not a verdict.`;
}
