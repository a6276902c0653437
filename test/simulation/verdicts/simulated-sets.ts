/** Sets of keys that come in bursts, of which a part is active only in some captures; none begins or stops but as planned. */
import type { SetKey } from '../../../profiler/witness/judge/statistics/judge-sets.ts';
import { Random } from './random.ts';

export interface SetPlan {
  readonly captures: readonly [before: number, after: number];
  readonly keys: number;
  /** Part of the keys that only some captures see, half of them on average. */
  readonly sometimes: number;
  /** Keys, of those that burst at least five times a capture, that stop with the new version. */
  readonly stopping: number;
  /** Keys that are busy in every part of a window, and begin with the new version. */
  readonly starting?: number;
}

const blocks = 12;

/** Keys that some capture saw; `stopped` and `started`: which of them stopped or began on purpose. */
export function simulateSets(
  { captures: [before, after], keys, sometimes, stopping, starting = 0 }: SetPlan,
  seed: number,
): { keys: SetKey[]; stopped: Set<number>; started: Set<number> } {
  const random = new Random(seed);
  const found: SetKey[] = [];
  const [stopped, started] = [new Set<number>(), new Set<number>()];
  let [toStop, toStart] = [stopping, starting];
  for (let key = 0; key < keys; key += 1) {
    const bursts = Math.exp(1 + 1.5 * random.normal());
    const chance = random.next() < sometimes ? random.next() : 1;
    const stops = toStop > 0 && bursts >= 5 && chance === 1;
    const starts = toStart > 0 && !stops;
    const capture = (): number => {
      if (starts) return blocks;
      if (random.next() >= chance) return 0;
      const seen = new Set<number>();
      // A burst fills a block and often the next one.
      for (let burst = random.poisson(bursts); burst > 0; burst -= 1) {
        const first = Math.floor(blocks * random.next());
        seen.add(first);
        if (random.next() < 0.5) seen.add(Math.min(blocks - 1, first + 1));
      }
      return seen.size;
    };
    const one = {
      before: Array.from({ length: before }, () => (starts ? 0 : capture())),
      after: Array.from({ length: after }, () => (stops ? 0 : capture())),
    };
    if ([...one.before, ...one.after].every((count) => count === 0)) continue;
    if (stops && one.before.some((count) => count > 0)) {
      stopped.add(found.length);
      toStop -= 1;
    }
    if (starts) {
      started.add(found.length);
      toStart -= 1;
    }
    found.push(one);
  }
  return { keys: found, stopped, started };
}
