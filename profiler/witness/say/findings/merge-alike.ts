/** New keys of an axis, or those that stopped, as one finding: a release that adds nine files says so once. */
import type { Finding } from '../../diff/summary.ts';

/** Keeps the order of the first of each. */
export function mergeAlike(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>();
  for (const finding of findings) {
    const { axis, key, state } = finding;
    const name = state === 'changed' ? `${state} ${axis} ${key}` : `${state} ${axis}`;
    const first = merged.get(name);
    merged.set(name, first === undefined ? finding : join(first, finding));
  }
  return [...merged.values()];
}

function join(first: Finding, next: Finding): Finding {
  const brings = [...(first.brings ?? []), ...(next.brings ?? [])];
  const others = [...(first.others ?? []), next.key];
  return { ...first, others, ...(brings.length > 0 && { brings }) };
}
