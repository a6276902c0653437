/** The permissions of a manifest: which one covers an action, and which no check judges. */
import type { CheckDeclaration, Grant, Manifest } from './manifest.ts';

export interface UnjudgedGrant {
  readonly grant: string;
  readonly declared: Grant;
  /** Undefined where the manifest says nothing, which it may not. */
  readonly because: string | undefined;
}

/** What is missing there is seen only when an operation fails. */
export function unjudgedGrants({ grants, checks }: Pick<Manifest, 'grants' | 'checks'>): UnjudgedGrant[] {
  const judged = new Set(
    Object.values<CheckDeclaration>(checks).flatMap((check) => [...check.grants, ...(check.judges ?? [])]),
  );
  return Object.entries(grants).flatMap(([grant, declared]) =>
    judged.has(grant) && declared.unjudged === undefined ? [] : [{ grant, declared, because: declared.unjudged }],
  );
}

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
