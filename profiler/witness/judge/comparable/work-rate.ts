import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';

/** Messages received and connections accepted a second over all captures; undefined where none were, or one did not count them. */
export function workRate(side: readonly CaptureVector[]): number | undefined {
  let [units, nanoseconds] = [0, 0];
  for (const { work, window } of side) {
    if (work === undefined) return undefined;
    units += work.messages_received.amount + work.accepts.amount;
    nanoseconds += window.measured_ns;
  }
  return units === 0 || nanoseconds === 0 ? undefined : (units * 1e9) / nanoseconds;
}
