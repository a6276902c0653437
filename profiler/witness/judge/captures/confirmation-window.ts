/** How long captures of a version are fresh evidence, and how many are planned. */

/** Longest time after the head during which captures count. */
export const windowMs = 24 * 3_600_000;
/** Occasions of each version that a confirmed verdict needs. */
export const plannedOccasions = 3;
/** With fewer there is no verdict. */
export const leastOccasions = 2;

export type WindowEnd = 'planned' | 'next_version' | 'time';

export interface ConfirmationWindow {
  readonly state: 'open' | 'closed';
  /** When it closes at the latest, or has closed: milliseconds. */
  readonly closesAt: number;
  readonly closedBy?: WindowEnd | undefined;
  /** Occasions of the newer version that count. */
  readonly occasions: number;
  /** Still to come, for a confirmed verdict. */
  readonly missing: number;
  /** Whether further captures of each version would count. */
  readonly wants: { readonly baseline: boolean; readonly head: boolean };
}
