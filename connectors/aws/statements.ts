/** Which statement of the policy holds an action. */
import type { Grant } from '../../src/connector/manifest.ts';
import { grants } from './grants.ts';

export const declaredGrants: Readonly<Record<string, Grant>> = grants;

/** The grant that covers an action: itself, or the wildcard above it. Undefined for an action of no statement. */
export function grantOf(action: string): string | undefined {
  return Object.keys(declaredGrants).find(
    (grant) => grant === action || (grant.endsWith('*') && action.startsWith(grant.slice(0, -1))),
  );
}

/** The `Sid`. */
export function statementOf(action: string): string | undefined {
  return declaredGrants[grantOf(action) ?? '']?.group;
}
