/** Which permissions of a manifest no check judges: what is missing there is seen only when an operation fails. */
import type { CheckDeclaration, Grant, Manifest } from './manifest.ts';

export interface UnjudgedGrant {
  readonly grant: string;
  readonly declared: Grant;
  /** Undefined where the manifest says nothing, which it may not. */
  readonly because: string | undefined;
}

export function unjudgedGrants({ grants, checks }: Pick<Manifest, 'grants' | 'checks'>): UnjudgedGrant[] {
  const judged = new Set(
    Object.values<CheckDeclaration>(checks).flatMap((check) => [...check.grants, ...(check.judges ?? [])]),
  );
  return Object.entries(grants).flatMap(([grant, declared]) =>
    judged.has(grant) && declared.unjudged === undefined ? [] : [{ grant, declared, because: declared.unjudged }],
  );
}
