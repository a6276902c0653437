/** How many captures may still be requested in this hour, and when the next one may. */
import type { CaptureList } from '../../../src/control/api/api.ts';
import { formatClock } from '../reading/format-time.ts';
import { locale, words } from '../words/words.ts';

export function RequestsLeft({ hour }: { readonly hour: CaptureList['hour'] }) {
  const w = words();
  if (hour === undefined) return null;
  const { left, of, next_at: next } = hour;
  // The minute is rounded up: a request in the minute shown is accepted.
  const clock = next === undefined ? undefined : formatClock(Date.parse(next) + 59_999, locale.value);
  return (
    <p class={left === 0 ? 'small probes-some' : 'small faint'} role="status">
      {w.profiling.form.left(left, of)} {clock !== undefined && w.failure.retryAfter(clock)}
    </p>
  );
}
