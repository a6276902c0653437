/** What is related, without what is the same on both sides. A file of its own, so that a web page loads no schema with it. */

interface RelatedKeys {
  readonly kind: 'renamed' | 'inlined' | 'outlined' | 'moved';
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface RelatedParts {
  /** The old names, the functions that were merged or taken out, or what costs less. */
  readonly what: readonly string[];
  /** The new names, the callers, or what costs more. */
  readonly where: readonly string[];
}

export function partsOf({ kind, from, to }: RelatedKeys): RelatedParts {
  if (kind === 'inlined') return { what: from.filter((key) => !to.includes(key)), where: to };
  if (kind === 'outlined') return { what: to.filter((key) => !from.includes(key)), where: from };
  return { what: from, where: to };
}
