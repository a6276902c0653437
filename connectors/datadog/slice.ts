/** How the folder of a domain declares it: the scopes that open it, its operations, and the reads of its check. */
import type { OperationName } from '../../catalog/index.ts';
import type { CheckDeclaration, Grant, OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';

export interface Scope extends Grant {
  /** How the paths begin that need it, as the vendor's description of its interface says for each path (seen 2026-11). */
  readonly opens: readonly string[];
}

export interface Slice {
  /** Of the application key, in the vendor's own spelling. */
  readonly scopes: Readonly<Record<string, Scope>>;
  readonly operations: Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
  /** It affects the operations that call what its scopes open. */
  readonly check: Omit<CheckDeclaration, 'affects'>;
}

export function scope<const Need extends Grant['need']>(need: Need, purpose: string, ...opens: readonly string[]) {
  return { group: 'Application key scope', access: 'Read', need, purpose, opens } as const satisfies Scope;
}

/** An operation that needs these scopes, makes these calls and returns nothing secret. */
export function reads<const Grants extends readonly string[], const Calls extends readonly UpstreamCall[]>(
  grants: Grants,
  ...upstream: Calls
) {
  return { grants, upstream, redactions: [] } as const;
}

/** For an operation that asks in the vendor's language for events. */
export const dialects = ['datadog'] as const;

const daySec = 86_400;
export const metricsWindowSec = 31 * daySec;
export const eventsWindowSec = 7 * daySec;
