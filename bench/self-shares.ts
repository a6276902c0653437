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
 * Only modules count in which `other` names something: what it cannot see is no disagreement,
 * and neither is the code of an interpreter, which one of them may replace by what is interpreted.
 * Undefined when that leaves too few samples on one side.
 */
export function overlapOf(one: readonly SelfSamples[], other: readonly SelfSamples[]): Overlap | undefined {
  const profile = withPlainModules(one);
  const reference = withPlainModules(other);
  const visible = new Set(reference.filter(({ name }) => name !== undefined).map(({ module }) => module));
  const [counts, others] = [countNames(profile, visible), countNames(reference, visible)];
  const [total, otherTotal] = [sumOf(counts), sumOf(others)];
  const samples = Math.min(total, otherTotal);
  if (samples < fewestSamples) return undefined;
  let share = 0;
  for (const [name, count] of counts) share += Math.min(count / total, (others.get(name) ?? 0) / otherTotal);
  return { share, samples };
}

/** Of fewer, shares say more about chance than about the program. */
const fewestSamples = 50;
/** Code of an interpreter: a collector that names what is interpreted shows that in its place. */
const interpreter = /^(?:_PyEval_EvalFrame|Builtins_(?:Interpreter|\w+Handler$))/u;

function countNames(profile: readonly SelfSamples[], visible: ReadonlySet<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { module, name, within, count } of profile) {
    if (!visible.has(module) || interpreter.test(within ?? name ?? '')) continue;
    const key = `${module} ${name === undefined ? '' : plainName(name)}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** One tool writes the path of a module, another its base name. */
function withPlainModules(profile: readonly SelfSamples[]): SelfSamples[] {
  return profile.map((entry) => ({ ...entry, module: path.basename(entry.module.replace(/ \(deleted\)$/u, '')) }));
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
