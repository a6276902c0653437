import type { Grant } from './manifest.ts';

/** The declared permission that covers an action: itself, or the wildcard above it. Undefined for an action that none covers. */
export function grantOf(grants: Readonly<Record<string, Grant>>, action: string): string | undefined {
  return Object.keys(grants).find(
    (grant) => grant === action || (grant.endsWith('*') && action.startsWith(grant.slice(0, -1))),
  );
}

/** Of the declared permission that covers an action: what makes it one removable group in the vendor's terms. */
export function groupOf(grants: Readonly<Record<string, Grant>>, action: string): string | undefined {
  return grants[grantOf(grants, action) ?? '']?.group;
}
