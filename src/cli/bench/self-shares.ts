/** How much two profiles of one program agree on which functions were running. */
import path from 'node:path';

/** A function and the samples in which it was running; `name` undefined when nothing names it. */
export interface SelfSamples {
  readonly module: string;
  readonly name: string | undefined;
  readonly count: number;
}

/**
 * The sum of the smaller of both shares over all functions: 1 when the shares are equal, 0 when no function
 * is in both. Only modules count in which `other` names something: what it cannot see is no disagreement,
 * and neither is the code of an interpreter, which one of them may replace by what is interpreted.
 * Undefined when that leaves too few samples on one side.
 */
export function overlapOf(one: readonly SelfSamples[], other: readonly SelfSamples[]): number | undefined {
  const profile = withPlainModules(one);
  const reference = withPlainModules(other);
  const visible = new Set(reference.filter(({ name }) => name !== undefined).map(({ module }) => module));
  const shares = sharesOf(profile, visible);
  const others = sharesOf(reference, visible);
  if (shares === undefined || others === undefined) return undefined;
  let overlap = 0;
  for (const [key, share] of shares) overlap += Math.min(share, others.get(key) ?? 0);
  return overlap;
}

/** Of fewer, shares say more about chance than about the program. */
const fewestSamples = 50;
/** Code of an interpreter: a collector that names what is interpreted shows that in its place. */
const interpreter = /^(?:_PyEval_EvalFrame|Builtins_(?:Interpreter|\w+Handler$))/u;

function sharesOf(profile: readonly SelfSamples[], visible: ReadonlySet<string>): Map<string, number> | undefined {
  const seen = profile.filter(({ module, name }) => visible.has(module) && !interpreter.test(name ?? ''));
  const total = seen.reduce((sum, { count }) => sum + count, 0);
  if (total < fewestSamples) return undefined;
  const shares = new Map<string, number>();
  for (const { module, name, count } of seen) {
    const key = `${module} ${name === undefined ? '' : plainName(name)}`;
    shares.set(key, (shares.get(key) ?? 0) + count / total);
  }
  return shares;
}

/** One tool writes the path of a module, another its base name. */
function withPlainModules(profile: readonly SelfSamples[]): SelfSamples[] {
  return profile.map((entry) => ({ ...entry, module: path.basename(entry.module.replace(/ \(deleted\)$/u, '')) }));
}

/** Tools write parameters, clones, versions and the C library's own aliases of one function differently. */
function plainName(name: string): string {
  return name
    .replace(/^_+(?:GI_+)?(?:libc_)?/u, '')
    .replace(/@.*$/u, '')
    .replace(/\(.*$/u, '')
    .replace(/(?:\.(?:part|constprop|isra|cold|llvm)(?:\.\d+)*|\.\d+)+$/u, '')
    .replaceAll(/<.*>/gu, '');
}
