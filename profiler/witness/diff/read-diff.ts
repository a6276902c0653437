/** How a comparison is read, by texts and by web pages alike. It loads no schema, so that a page does not either. */
import type { SourcePlace } from '../bundle/record/bundle.ts';
import type { AxisDiff, Change, Related } from './diff.ts';
import type { Brought, Finding, LevelCounts } from './summary.ts';
import type { Observation, Verdict } from './verdict.ts';

/** The key of a finding that is of a whole axis and of no single key. */
export const totalKey = '(total)';

/** 0 of what was not seen. */
export function rateOf(observation: Observation): number {
  return observation.seen ? observation.rate : 0;
}

/** After less before. */
export function differenceOf({ before, after }: Change): number {
  return rateOf(after) - rateOf(before);
}

/** What a row is a part of besides itself. */
export function relatedOf({ related }: AxisDiff, change: Change): Related | undefined {
  return change.related === undefined ? undefined : related?.[change.related];
}

type Effect = Pick<Finding, 'ratio' | 'low' | 'high' | 'only' | 'amount' | 'unit' | 'per'>;

/** How large a change is: for each unit of work where that is known; of what only one side has, how much. */
export function effectOf({ one_sided: oneSided, per_work: work, per_second: second }: Verdict): Effect {
  return oneSided ?? { ...(work ?? second), per: work === undefined ? 'second' : 'work' };
}

export type Certainty = Pick<Finding, 'level' | 'odds' | 'earlier'>;

/** How sure a change is; without a verdict it was seen, and no more. */
export function certaintyOf(verdict: Verdict | undefined): Certainty {
  if (verdict === undefined) return { level: 'observed' };
  const { level, odds, earlier } = verdict;
  return { level, ...(odds !== undefined && { odds }), ...(earlier !== undefined && { earlier }) };
}

interface RelatedKeys {
  readonly kind: 'renamed' | 'inlined' | 'outlined' | 'moved';
  readonly from: readonly string[];
  readonly to: readonly string[];
}

interface RelatedParts {
  /** The old names, the functions that were merged or taken out, or what costs less. */
  readonly what: readonly string[];
  /** The new names, the callers, or what costs more. */
  readonly where: readonly string[];
}

/** What is related, without what is the same on both sides. */
export function partsOf({ kind, from, to }: RelatedKeys): RelatedParts {
  if (kind === 'inlined') return { what: from.filter((key) => !to.includes(key)), where: to };
  if (kind === 'outlined') return { what: to.filter((key) => !from.includes(key)), where: from };
  return { what: from, where: to };
}

/** Those that are named; the rest is counted. */
const named = 3;

/** One of each key: several axes may show the same one. */
export function listBrought({ brings = [] }: Finding): { readonly shown: readonly Brought[]; readonly more: number } {
  const shown = brings.filter(({ key }, at) => brings.findIndex((one) => one.key === key) === at).slice(0, named);
  const keys = new Set(shown.map(({ key }) => key));
  return { shown, more: brings.filter(({ key }) => !keys.has(key)).length };
}

/** Of each finding, each of its further keys and each that it brings. */
export function countLevels(findings: readonly Finding[]): LevelCounts {
  const counts = { confirmed: 0, provisional: 0, suspected: 0, likely: 0, observed: 0 };
  for (const { level, others = [], brings = [] } of findings) {
    counts[level] += 1 + others.length;
    for (const one of brings) counts[one.level] += 1;
  }
  return counts;
}

/** Further keys of a finding that has several. */
export function listOthers({ others = [] }: Finding): { readonly shown: readonly string[]; readonly more: number } {
  return { shown: others.slice(0, named), more: Math.max(0, others.length - named) };
}

/** As compilers write it. */
export function writePlace({ file, line }: SourcePlace): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Measured on both sides, and nothing of it happened. */
export function isEmpty({ state, changes, caveats, unchanged, totals, no_noise_floor: lacking }: AxisDiff): boolean {
  if (state !== 'compared' || changes.length + unchanged + caveats.length > 0 || lacking !== undefined) return false;
  return totals === undefined || totals.before + totals.after === 0;
}
