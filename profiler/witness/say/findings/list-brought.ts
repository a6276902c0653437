/** What a finding brings with it, and which further keys it has, by name. A file of its own, so that a web page loads no schema with it. */
import type { Brought, Finding } from '../../diff/summary.ts';

/** Those that are named; the rest is counted. */
const named = 3;

/** One of each key: several axes may show the same one. */
export function listBrought({ brings = [] }: Finding): { readonly shown: readonly Brought[]; readonly more: number } {
  const shown = brings.filter(({ key }, at) => brings.findIndex((one) => one.key === key) === at).slice(0, named);
  const keys = new Set(shown.map(({ key }) => key));
  return { shown, more: brings.filter(({ key }) => !keys.has(key)).length };
}

/** Further keys of a finding that has several. */
export function listOthers({ others = [] }: Finding): { readonly shown: readonly string[]; readonly more: number } {
  return { shown: others.slice(0, named), more: Math.max(0, others.length - named) };
}
