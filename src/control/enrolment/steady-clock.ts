import type { Clock } from '../../core/clock.ts';

/**
 * The wall clock, except that it never goes back while this process lives: setting the machine's clock
 * back must not make an expired token or a used challenge good again. Milliseconds since the epoch.
 */
export function makeSteadyNow(clock: Clock): () => number {
  const offset = clock.now() - clock.monotonic();
  return () => Math.max(clock.now(), Math.floor(clock.monotonic() + offset));
}
