/** Captures of one program whose functions vary, and some of which come and go: nothing that differs is a change. */
import type { ComparedCapture } from '../../../profiler/witness/judge/comparable/counted-captures.ts';
import { makeCapture } from '../../made-bundle.ts';
import { carried, connected, makeRecord, networkOf } from '../../made-capture.ts';
import { sampledStacks } from '../../made-stacks.ts';
import { Random } from './random.ts';

export interface StackPlan {
  readonly captures: number;
  readonly functions: number;
  /** Part of the functions that only half of the captures have. */
  readonly sometimes: number;
  /** Standard deviation between captures, as a part. */
  readonly variation: number;
}

/** The same seed gives the same sides. The second one is of other executables, as that of another version is. */
export function simulateStacks(plan: StackPlan, seed: number): [ComparedCapture[], ComparedCapture[]] {
  const random = new Random(seed);
  const ways = Array.from({ length: plan.functions }, (_, at) => {
    // Few callers, so that many functions are beside each other.
    const caller = `caller${Math.floor(random.next() * 4)}`;
    return { way: `main > ${caller} > function${at}`, mean: 20 * Math.exp(1.5 * random.next()) };
  });
  const isSometimes = ways.map(() => random.next() < plan.sometimes);
  const side = (version: string): ComparedCapture[] =>
    Array.from({ length: plan.captures }, () => {
      const load = 0.8 + 0.4 * random.next();
      const counts = ways.flatMap(({ way, mean }, at): [string, number][] => {
        const varied = mean * load * Math.exp(plan.variation * random.normal());
        const isHere = isSometimes[at] !== true || random.next() < 0.5;
        return isHere ? [[way, random.poisson(varied)]] : [];
      });
      const messages = Math.round(6000 * load);
      return makeCapture(
        version,
        {
          cpu_stacks: sampledStacks(Object.fromEntries(counts.filter(([, count]) => count > 0))),
          network: networkOf([connected('10.0.0.5')], { traffic: [{ ...carried('received', 6000), messages }] }),
        },
        { processes: makeRecord().processes.map((one) => ({ ...one, exe_sha256: version.slice(-1).repeat(64) })) },
      );
    });
  return [side('v1'), side('v2')];
}
