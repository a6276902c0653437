/** Several sources of one question, as the form and the address hold them: their names joined by commas, or `all`. Pure. */
import type { WantedSources } from '../../../src/control/api/sources.ts';

/** No source is called so. */
export const allSources = 'all';

/** Undefined for one source or none. */
export function severalOf(source: string): WantedSources | undefined {
  if (source === allSources) return allSources;
  const names = [...new Set(source.split(',').filter((name) => name !== ''))];
  return names.length > 1 ? names : undefined;
}

/** With one source more, or one less. One alone is no longer several. */
export function toggleSource(source: string, name: string): string {
  const names = source.split(',').filter((one) => one !== '');
  return (names.includes(name) ? names.filter((one) => one !== name) : [...names, name]).join(',');
}
