/** How the folder of a domain declares it: the permissions of a token, the operations that need them, and the checks that prove them. */
import type { OperationName } from '../../catalog/index.ts';
import type { CheckDeclaration, Grant, OperationDeclaration, UpstreamCall } from '../../src/connector/manifest.ts';

/** As the screen of a fine-grained token words them: the permission and its level. */
export type PermissionName = `${string}: ${'read' | 'read and write'}`;

export interface Permission extends Pick<Grant, 'need' | 'purpose' | 'justification'> {
  /** Its name in the header X-Accepted-GitHub-Permissions. */
  readonly header: string;
  /** Paths that need it; undefined for the permission that every other path needs. */
  readonly paths?: RegExp;
}

/** A check of one permission: it makes one call of the operations that need it, on a repository that it finds first. */
export interface PermissionCheck extends Pick<CheckDeclaration, 'proves'> {
  readonly grant: PermissionName;
  /** Undefined where finding a repository is the proof. */
  readonly call?: UpstreamCall;
}

export interface Slice {
  /** In the order of the served document. */
  readonly permissions: Readonly<Record<PermissionName, Permission>>;
  /** In the order of the reference pages. An operation may need permissions of other slices too. */
  readonly operations: Readonly<Partial<Record<OperationName, OperationDeclaration>>>;
  readonly checks: Readonly<Record<string, PermissionCheck>>;
}

const daySec = 86_400;
/** Commits and runs are listed page by page whatever the window, so that it may hold a year. */
export const windowSec = 366 * daySec;

/** An operation that needs one permission, makes these calls and returns nothing secret. */
export function needs<const Name extends PermissionName, const Calls extends readonly UpstreamCall[]>(
  grant: Name,
  ...upstream: Calls
) {
  return { grants: [grant], upstream, redactions: [] } as const;
}
