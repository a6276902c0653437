/** Addresses under /fleet. */
import { patterns } from './addresses.ts';

export const instancePattern = `${patterns.fleet}/:instance`;

export function instanceHref(instance: string): string {
  return `${patterns.fleet}/${encodeURIComponent(instance)}`;
}
