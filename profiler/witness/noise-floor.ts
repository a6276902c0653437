/** The sentence above every rate while no verdict is possible. */

/** Captures of a version that a provisional verdict needs. */
const leastCaptures = 2;

interface Side {
  readonly version: string;
  /** Complete captures of the version: its head and its replicates. */
  readonly captures: number;
}

export function explainNoiseFloor(baseline: Side, head: Side): string {
  const missing = [baseline, head].flatMap(({ version, captures }) => {
    const lacking = leastCaptures - captures;
    return lacking > 0 ? [`${lacking} ${lacking === 1 ? 'replicate' : 'replicates'} of ${version}`] : [];
  });
  if (missing.length > 0) {
    return `no noise floor: ${missing.join(' and ')} missing; request them (kind replicate). Until then these are two measurements, not a verdict.`;
  }
  return 'no noise floor: this version of Farol shows rates before and after and does not judge them.';
}
