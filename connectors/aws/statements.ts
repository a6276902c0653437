/** The policy as its grants declare it. */
import { grantOf as findGrant } from '../../src/connector/grant-of.ts';
import type { Grant } from '../../src/connector/manifest.ts';
import { grants } from './grants.ts';

export const declaredGrants: Readonly<Record<string, Grant>> = grants;

/** The grant that covers an action: itself, or the wildcard above it. Undefined for an action of no statement. */
export function grantOf(action: string): string | undefined {
  return findGrant(declaredGrants, action);
}
