/** How much more the target was asked to do on one side: its own units of work, else what most of its calls say. */
import { judgeAxis, type SideAxis } from '../comparable/comparable.ts';
import { countSide } from './count-side.ts';
import { type CaptureVector, workRate } from '../../bundle/vector/capture-vector.ts';
import { rateOf } from '../../diff/read-diff.ts';

const whole = (key: string): string => key;

/** Load of `after` over load of `before`; undefined when neither is known. */
export function findLoadFactor(before: readonly CaptureVector[], after: readonly CaptureVector[]): number | undefined {
  const [a, b] = [workRate(before), workRate(after)];
  if (a !== undefined && b !== undefined) return b / a;
  const judged = judgeAxis({ source: 'syscalls' }, before, after);
  return judged.comparable ? ratioOfCalls(judged.baseline, judged.head) : undefined;
}

/** Median over frequent system calls of the ratio of their rates: robust against a few that changed for good reason. */
function ratioOfCalls(before: readonly SideAxis[], after: readonly SideAxis[]): number | undefined {
  const [a, b] = [countSide(before, { keyOf: whole }), countSide(after, { keyOf: whole })];
  const ratios = [...a].flatMap(([key, { observation: x }]) => {
    const y = b.get(key)?.observation;
    const isFrequent = x.seen && y?.seen === true && x.count >= 10 && y.count >= 10;
    return isFrequent ? [rateOf(y) / rateOf(x)] : [];
  });
  if (ratios.length === 0) return undefined;
  const sorted = ratios.toSorted((x, y) => x - y);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 1;
  return sorted.length % 2 === 1 ? upper : Math.sqrt(upper * (sorted[middle - 1] ?? upper));
}
