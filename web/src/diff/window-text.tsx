/** Until when captures of the newer version count, or why they no longer do. */
import { plannedOccasions } from '../../../profiler/witness/judge/captures/occasions.ts';
import type { Confirmation } from '../../../profiler/witness/diff/diff.ts';
import { allWords } from '../words/words.ts';
import { When } from '../parts/when.tsx';

interface WindowTextProps {
  readonly confirmation: Confirmation;
  readonly version: string;
}

export function WindowText({ confirmation, version }: WindowTextProps) {
  const { next } = allWords().comparison;
  const { state, closed_by: by = 'time', closes_at: at, occasions } = confirmation;
  return (
    <>
      {state === 'open' ? next.open(version, occasions, plannedOccasions) : next.closed[by](version)}{' '}
      <When at={at} exact />.
    </>
  );
}
