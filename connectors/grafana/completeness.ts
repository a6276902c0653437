/** Nothing is cut in silence: what is missing from an answer, it says. */
import type { Answer } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';

export type Completeness = Pick<Answer, 'complete' | 'because'>;

/** Whole when there is no reason why it is not. */
export function completeness(reasons: readonly string[]): Completeness {
  return reasons.length === 0 ? { complete: true } : { complete: false, because: reasons.join(' ') };
}

/** An answer, or the fault in its place, for a part that may be missing. Anything but a fault is thrown. */
export async function attempt<T>(ask: () => Promise<T>): Promise<{ answer: T } | { fault: Fault }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: error };
  }
}

/** After an empty answer: asks without the filter, and says what the emptiness means. */
export async function explainEmpty(
  countOthers: () => Promise<number>,
  { others, none }: { readonly others: string; readonly none: string },
): Promise<Completeness> {
  const second = await attempt(countOthers);
  const unknown = (fault: Fault): string =>
    `nothing matches; whether anything else exists could not be checked (${fault.kind}).`;
  const told = (count: number): string => (count > 0 ? others : none);
  const seen = 'fault' in second ? unknown(second.fault) : told(second.answer);
  const hidden = 'If the credential has a label policy, that hides data without notice.';
  return { complete: true, because: `The read was allowed and ${seen} ${hidden}` };
}
