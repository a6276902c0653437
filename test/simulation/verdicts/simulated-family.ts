/** Single captures of workloads that were never taken, with the history that they have. */
import type { FamilyKind, FamilyMember } from '../../../profiler/witness/judge/statistics/judge-family.ts';
import type { FamilyValue, VersionValues } from '../../../profiler/witness/judge/statistics/learn-variance.ts';
import { Random } from './random.ts';

export interface FamilyPlan {
  /** Captures of each occasion of earlier versions, for each version: `[[1], [1, 1]]` are two, the second with a replicate. */
  readonly history: readonly (readonly number[])[];
  /** The same of the two versions that are compared. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Standard deviation between occasions, beyond counting: median, and how workloads and figures differ. */
  readonly noise: { readonly median: number; readonly spread: number };
  readonly tails: 'normal' | 'heavy';
  /** Between neighbouring occasions. */
  readonly correlation: number;
  /** Part of the variance that captures of one occasion share. */
  readonly shared: number;
  readonly windowSec: number;
  readonly loadRatio: number;
  /** Part of the earlier versions that really changed something, by a standard deviation of 20 %. */
  readonly changedBefore: number;
  /** What was planted into the first figure of a kind. */
  readonly change?: { readonly kind: FamilyKind; readonly factor: number } | undefined;
}

/** What a target of some size has: its CPU time, two ports, two totals of bytes and three functions. */
export const kinds: readonly FamilyKind[] = [
  'cpu',
  'response',
  'response',
  'bytes',
  'bytes',
  'function',
  'function',
  'function',
];
/** What answers take varies more than what the processor does, and bytes hardly. */
const scales: Readonly<Record<FamilyKind, number>> = { cpu: 1, response: 3, function: 1.3, bytes: 0.3 };
/** Events a second behind each figure. */
const events: Readonly<Record<FamilyKind, number>> = { cpu: 60, response: 150, function: 30, bytes: 300 };
const loadSpread = 0.14;

export function simulateFamily(plan: FamilyPlan, seed: number): FamilyMember[] {
  const random = new Random(seed);
  const versions = [...plan.history, plan.before, plan.after];
  const occasions = versions.flat().length;
  const draw = (): number => (plan.tails === 'heavy' ? random.heavy() : random.normal());
  const load = walk(occasions, plan.correlation, () => random.normal()).map((one) => loadSpread * one);
  const afterFrom = occasions - plan.after.length;
  const works = load.map((one, at) => one + (at >= afterFrom ? Math.log(plan.loadRatio) : 0));
  return kinds.map((kind, index): FamilyMember => {
    const spread = plan.noise.median * scales[kind] * Math.exp(plan.noise.spread * random.normal());
    const noise = walk(occasions, plan.correlation, draw);
    const follows = random.next() < 0.75 ? 1 : random.next();
    const counting = 1 / (events[kind] * plan.windowSec);
    const isPlanted = kind === plan.change?.kind && kinds.indexOf(kind) === index;
    let [level, occasion] = [0, 0];
    const measured = versions.map((version, number): VersionValues => {
      const isEarlier = number > 0 && number < versions.length - 1;
      if (isEarlier && random.next() < plan.changedBefore) level += 0.2 * random.normal();
      if (number === versions.length - 1 && isPlanted) level += Math.log(plan.change?.factor ?? 1);
      return version.map((captures): FamilyValue[] => {
        const work = works[occasion] ?? 0;
        const moment = level + follows * work + spread * Math.sqrt(plan.shared) * (noise[occasion] ?? 0);
        occasion += 1;
        return Array.from({ length: captures }, () => ({
          value: moment + spread * Math.sqrt(1 - plan.shared) * draw() + Math.sqrt(counting) * random.normal(),
          counting,
          work,
        }));
      });
    });
    const [before = [], after = []] = measured.slice(-2);
    return { kind, history: measured.slice(0, -2), before, after };
  });
}

/** Standard noise with lag-1 correlation. */
function walk(count: number, correlation: number, draw: () => number): number[] {
  const values: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const fresh = draw();
    const last = values.at(-1);
    values.push(last === undefined ? fresh : correlation * last + Math.sqrt(1 - correlation ** 2) * fresh);
  }
  return values;
}
