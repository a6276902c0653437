/** The secret of a one-time link, which is in the address for a moment only. */
import { patterns } from '../browser/addresses.ts';

/** Reads the secret after `#` and removes it from the address and from this history entry before anything else runs. */
export function takeLinkSecret(): string {
  if (location.pathname !== patterns.welcome) return '';
  const secret = location.hash.slice(1);
  if (secret !== '') history.replaceState(null, '', patterns.welcome);
  return secret;
}
