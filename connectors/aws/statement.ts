/** How the folder of a statement declares it: the actions that it grants, and the operations of the folder. */
import type { OperationName } from '../../catalog/index.ts';
import type { Grant, OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';

/** The statement is its group. */
export type StatementGrant = Omit<Grant, 'group'>;

export interface Statement {
  /** As the policy spells it. */
  readonly sid: string;
  /** By action, in the order of the served document. */
  readonly grants: Readonly<Record<string, StatementGrant>>;
  /** An operation may need actions of other statements too. */
  readonly operations: Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
}

/**
 * An action that AWS classes as listing. Access levels are those of the vendor's service authorization
 * reference; a wildcard has the level of what the connector uses of it.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html
 */
export function list(purpose: string): StatementGrant {
  return { need: 'optional', access: 'List', purpose };
}

/** An action that AWS classes as reading. */
export function read(purpose: string): StatementGrant {
  return { need: 'optional', access: 'Read', purpose };
}

/**
 * An operation that makes these calls and returns nothing secret. A call is spelled as the policy spells
 * its action, so that what is sent, what is declared and what is granted can be compared as words.
 */
export function calls<const Calls extends readonly UpstreamCall[]>(...upstream: Calls) {
  return { grants: upstream, upstream, redactions: [] } as const;
}

/** For an operation that starts a query and waits for it: it polls after half a second, then up to every three seconds. */
export const startsQuery = { totalMs: 120_000, upstreamCalls: 50 } as const;
