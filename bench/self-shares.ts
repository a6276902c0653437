/** How much two profiles of one program agree on which functions were running. */
import path from 'node:path';

/** A function and the samples in which it was running; `name` undefined when nothing names it. */
export interface SelfSamples {
  readonly module: string;
  readonly name: string | undefined;
  /** The symbol whose code it was, where the profile tells it from a function inlined there. */
  readonly within?: string | undefined;
  readonly count: number;
}

export interface Overlap {
  /** The sum of the smaller of both shares over all functions: 1 when the shares are equal, 0 when no function is in both. */
  readonly share: number;
  /** That were compared, on the side with fewer: the fewer there are, the less two samples of one program agree. */
  readonly samples: number;
}

/**
 * Only modules count in which `other` names something: what it cannot see is no disagreement.
 * Undefined when that leaves too few samples on one side.
 */
export function overlapOf(one: readonly SelfSamples[], other: readonly SelfSamples[]): Overlap | undefined {
  const isVisible = visibilityTo(other);
  return overlapOfCounts(countNames(one.filter(isVisible)), countNames(other.filter(isVisible)));
}

/** Of programs that a runtime interprets or compiles. */
export interface NativeOverlap {
  /** Over the native functions alone; undefined where too few samples ran in them. */
  readonly native: Overlap | undefined;
  /** Part of the samples of each side that ran in anything else. */
  readonly otherShare: number;
  readonly otherShareOfOther: number;
}

/**
 * As {@link overlapOf}, of a program that runs on a language runtime. What it interprets or compiled while it ran has a
 * name of the language on one side only; on the other the interpreter runs there, often without a name. So what is
 * compared are the functions of files that have names on both sides, and apart from them how much all the rest is.
 */
export function nativeOverlapOf(one: readonly SelfSamples[], other: readonly SelfSamples[]): NativeOverlap {
  const isVisible = visibilityTo(other);
  const isNative = (entry: SelfSamples): boolean =>
    isVisible(entry) && entry.name !== undefined && !interpreter.test(entry.within ?? entry.name);
  const [native, others] = [countNames(one.filter(isNative)), countNames(other.filter(isNative))];
  const rest = (all: readonly SelfSamples[], counts: ReadonlyMap<string, number>): number => {
    const total = all.reduce((sum, { count }) => sum + count, 0);
    return total === 0 ? 0 : 1 - sumOf(counts) / total;
  };
  return {
    native: overlapOfCounts(native, others),
    otherShare: rest(one, native),
    otherShareOfOther: rest(other, others),
  };
}

/** Of fewer, shares say more about chance than about the program. */
const fewestSamples = 50;
/** Functions of interpreters that a collector replaces by what they interpret, by their symbols. */
const interpreter = new RegExp(
  String.raw`^(?:${[
    String.raw`_?PyEval_\w+|_PyFunction_Vectorcall`,
    String.raw`Builtins_(?:Interpreter\w*|\w+Handler)`,
    String.raw`(?:rb_)?vm_exec(?:_core)?`,
    String.raw`execute_ex|ZEND_\w+_HANDLER`,
    String.raw`Perl_(?:runops|pp)_\w+`,
    String.raw`lj_(?:BC|vm)_\w+`,
    String.raw`process_main|beam_jit_\w+`,
  ].join('|')})(?:\.\w+)*$`,
  'u',
);

function visibilityTo(other: readonly SelfSamples[]): (entry: SelfSamples) => boolean {
  const visible = new Set(other.filter(({ name }) => name !== undefined).map(plainModule));
  return (entry) => visible.has(plainModule(entry));
}

function overlapOfCounts(
  counts: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): Overlap | undefined {
  const [total, otherTotal] = [sumOf(counts), sumOf(others)];
  const samples = Math.min(total, otherTotal);
  if (samples < fewestSamples) return undefined;
  let share = 0;
  for (const [name, count] of counts) share += Math.min(count / total, (others.get(name) ?? 0) / otherTotal);
  return { share, samples };
}

function countNames(profile: readonly SelfSamples[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of profile) {
    const key = `${plainModule(entry)} ${entry.name === undefined ? '' : plainName(entry.name)}`;
    counts.set(key, (counts.get(key) ?? 0) + entry.count);
  }
  return counts;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** One tool writes the path of a module, another its base name. */
function plainModule({ module }: SelfSamples): string {
  return path.basename(module.replace(/ \(deleted\)$/u, ''));
}

/** Tools write parameters, clones, versions and the C library's own aliases of one function differently. */
function plainName(name: string): string {
  const bare = name
    .replace(/^_+(?:GI_+)?(?:libc_)?/u, '')
    .replace(/@(?!plt$).*$/u, '')
    .replaceAll('(anonymous namespace)', '{anonymous}')
    .replace(/\(.*$/u, '')
    .replace(/(?:\.(?:part|constprop|isra|cold|llvm)(?:\.\d+)*|\.\d+)+$/u, '');
  return withoutBrackets(bare);
}

/** Without the arguments of templates, which may be nested. */
function withoutBrackets(name: string): string {
  const shorter = name.replaceAll(/<[^<>]*>/gu, '');
  return shorter === name ? name : withoutBrackets(shorter);
}
